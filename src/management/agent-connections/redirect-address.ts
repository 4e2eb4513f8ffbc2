const longest = 1_000
const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Schemes that run or show what the address contains, or that browsers handle themselves. */
const refusedSchemes: ReadonlySet<string> = new Set(
  'javascript data vbscript file filesystem blob about view-source ws wss ftp mailto tel sms intent chrome'
    .split(' ')
    .map((scheme) => `${scheme}:`),
)

export const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && loopbackHosts.has(hostname)

/**
 * Why a code cannot be sent to an address, as a clause; null when it can: HTTPS, the machine of the browser (RFC 8252, 7.3),
 * or the scheme of an application (RFC 8252, 7.1).
 */
export function redirectProblem(address: string): string | null {
  const url = address.length <= longest ? URL.parse(address) : null
  if (url === null) return 'is no address, or too long'
  if (address.includes('#')) return 'must have no fragment'
  if (url.username !== '' || url.password !== '') return 'must name no user'
  if (url.protocol === 'http:') return isLoopback(url) ? null : 'must begin with https, or lead to this machine'
  return refusedSchemes.has(url.protocol) ? `must not have the scheme ${url.protocol}` : null
}

/** Whether an address is one of those of the client: character by character, on this machine with any port (RFC 8252, 7.3). */
export function isRedirectOf(known: readonly string[], given: string): boolean {
  return known.some((one) => one === given || isSameLoopback(one, given))
}

function isSameLoopback(known: string, given: string): boolean {
  const [one, other] = [URL.parse(known), URL.parse(given)]
  if (one === null || other === null || !isLoopback(one) || !isLoopback(other)) return false
  if (redirectProblem(given) !== null) return false
  const withoutPort = (address: string): string => address.replace(/^(http:\/\/(?:\[[^\]]*\]|[^/:?]*))(?::\d+)?/i, '$1')
  return withoutPort(known) === withoutPort(given)
}

/** The address with parameters added, behind those that it has. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.append(name, value)
  return url.href
}
