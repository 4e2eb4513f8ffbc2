import { isIP } from 'node:net'

/** A parsed host: an address in canonical form, or a name in ASCII. */
export type Host = { readonly address: string } | { readonly name: string }

const notInAHost = /[\s/?#@\\:%<>^|[\]]/
const maxNameLength = 254

/**
 * Parses a host in any notation of the URL Standard: decimal, octal, hexadecimal and shortened IPv4 addresses,
 * full-width digits, trailing dots, brackets around IPv6. Returns null for what cannot be a host, zone indexes
 * included.
 */
export function readHost(text: string): Host | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (isIP(bare) !== 0) return bare.includes('%') ? null : { address: bare }
  const hostname = notInAHost.test(bare) ? '' : (URL.parse(`http://${bare}/`)?.hostname ?? '')
  if (isIP(hostname) !== 0) return { address: hostname }
  return isName(hostname) ? { name: hostname } : null
}

const isName = (hostname: string): boolean => hostname !== '' && hostname !== '.' && hostname.length <= maxNameLength
