/** The address when it is one of the web, in the form a browser would give it; null for anything else. */
export function webAddress(text: string | null): string | null {
  if (text === null || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null
}

/** Where a page may load pictures from: the origins of addresses of the web, each once. */
export const originsOf = (addresses: readonly (string | null)[]): string[] => [
  ...new Set(addresses.flatMap((address) => (webAddress(address) === null ? [] : [new URL(address ?? '').origin]))),
]
