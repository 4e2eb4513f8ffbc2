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
