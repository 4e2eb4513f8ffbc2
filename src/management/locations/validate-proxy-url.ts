import { findTemplateProblem } from '#templating'
import { rejectField } from '../reject-field.ts'

const shape = 'must have the form <scheme>://<user>:<password>@<host>:<port>, with http or https as scheme'

/** Rejects a string that is not the URL of a proxy. With `{{VARIABLES}}` only the templates are validated. */
export function validateProxyUrl(proxyUrl: string | null): void {
  if (proxyUrl === null) return
  if (proxyUrl.includes('{{')) {
    const problem = findTemplateProblem(proxyUrl)
    if (problem !== null) rejectField('proxyUrl', problem, { rule: 'template', parameters: { detail: problem } })
    return
  }
  if (!isAddressOfProxy(URL.parse(proxyUrl)))
    rejectField('proxyUrl', shape, { rule: 'format', parameters: { format: 'proxy-url' } })
}

const isAddressOfProxy = (url: URL | null): boolean =>
  url !== null &&
  (url.protocol === 'http:' || url.protocol === 'https:') &&
  url.pathname === '/' &&
  url.search === '' &&
  url.hash === ''
