import { findTemplateProblem } from '#templating'
import { refuse } from '../refuse.ts'

const shape = 'must have the form <scheme>://<user>:<password>@<host>:<port>, with http or https as scheme'

/** Refuses what is no address of a proxy. It may hold `{{VARIABLES}}` (semantics 8.3), then only they are checked. */
export function validateProxyUrl(proxyUrl: string | null): void {
  if (proxyUrl === null) return
  if (proxyUrl.includes('{{')) {
    const problem = findTemplateProblem(proxyUrl)
    if (problem !== null) refuse('proxyUrl', problem)
    return
  }
  if (!isAddressOfProxy(URL.parse(proxyUrl))) refuse('proxyUrl', shape)
}

const isAddressOfProxy = (url: URL | null): boolean =>
  url !== null &&
  (url.protocol === 'http:' || url.protocol === 'https:') &&
  url.pathname === '/' &&
  url.search === '' &&
  url.hash === ''
