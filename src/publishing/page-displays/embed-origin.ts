const namedHost = /^(?:[*][.])?[a-z0-9-]+(?:[.][a-z0-9-]+)*$/

/**
 * The origin of a site as the policy of a page names it: in lowercase, international names in ASCII, without the port of
 * its scheme. Null for what is none.
 */
export function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, host, hostname, pathname, search, hash, username, password } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return null
  if (pathname !== '/' || `${search}${hash}${username}${password}` !== '') return null
  return namedHost.test(hostname) ? `${protocol}//${host}` : null
}

/**
 * Whether a site, by its origin, is among those that may embed a page, as browsers read `frame-ancestors` (CSP level 3, 6.7.2.8):
 * `*.` is for hosts below, and http for https too.
 */
export const mayEmbed = (allowed: readonly string[], site: string): boolean =>
  [site, site.replace(/^https:/, 'http:')].some((origin) => allowed.some((one) => isOf(one, origin)))

function isOf(allowed: string, origin: string): boolean {
  const [scheme = '', host = ''] = allowed.split('://*')
  if (host === '') return allowed === origin
  return origin.startsWith(`${scheme}://`) && origin.endsWith(host) && origin.length > scheme.length + host.length + 3
}
