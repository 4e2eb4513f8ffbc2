/** The address when it is one of the web, in the form a browser would give it; null for anything else. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/**
 * Where a page may load pictures from: the origins of addresses of the web, each once. Hosts of URLs may hold what
 * separates the parts of a policy (`;`, `,`) or stands for every host (`*`); those are left out.
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
