import { mayEmbed } from '#publishing'
import type { PublicPageProfile } from '#publishing'
import type { FastifyRequest } from 'fastify'

type Asked = Pick<FastifyRequest, 'headers'>

/** The origin of the site on which a browser shows what it requests; null for a site that keeps it to itself, and for no browser. */
export function siteOf({ headers }: Asked): string | null {
  if (headers.origin !== undefined) return headers.origin
  const { referer = '' } = headers
  return URL.canParse(referer) ? new URL(referer).origin : null
}

/**
 * Whether a page may be embedded where a request comes from: on every site while the page names none. Browsers say when they
 * ask for another site, also when that site hides its name.
 */
export function isEmbeddable({ embedOrigins }: Pick<PublicPageProfile, 'embedOrigins'>, request: Asked): boolean {
  if (embedOrigins.length === 0) return true
  const site = siteOf(request)
  if (site === null) return !/^(?:cross|same)-site$/.test(String(request.headers['sec-fetch-site'] ?? ''))
  return isOfHost(site, request.headers.host) || mayEmbed(embedOrigins, site)
}

/** The service shows its own pages. */
const isOfHost = (site: string, host: string | undefined): boolean => URL.canParse(site) && new URL(site).host === host
