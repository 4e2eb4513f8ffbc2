/** An http or https URL in the form a browser would give it; null for anything else. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/**
 * The origins a page may load pictures from, each once. Hosts of URLs may contain separators of the policy (`;`, `,`)
 * or the wildcard (`*`); those are omitted.
 */
export const originsOf = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => originOf(webAddress(address)) ?? [])),
]

const namedHost = /^(?:[a-z0-9_.-]+|\[[\da-f:.]+\])$/

function originOf(address: string | null): string | null {
  if (address === null) return null
  const { hostname, origin } = new URL(address)
  return namedHost.test(hostname) ? origin : null
}
