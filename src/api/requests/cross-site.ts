import type { IncomingHttpHeaders } from 'node:http'

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const ownSites: ReadonlySet<string | string[] | undefined> = new Set(['same-origin', 'none'])

/**
 * Whether a page of another origin makes a browser send this request, and it may change something. Browsers say where it
 * comes from in Sec-Fetch-Site (W3C Fetch Metadata), those that do not in Origin (RFC 6454); other clients send neither.
 */
export function isCrossSite(method: string, headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (safeMethods.has(method)) return false
  const site = headers['sec-fetch-site']
  if (site !== undefined) return !ownSites.has(site)
  const { origin, host } = headers
  if (origin === undefined) return false
  return !URL.canParse(origin) || (new URL(origin).host !== host && origin !== new URL(publicUrl).origin)
}
