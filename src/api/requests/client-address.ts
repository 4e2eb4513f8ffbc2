import ipaddr from 'ipaddr.js'

const sharedGroups = 4

/**
 * The unit that counts as one client without a key: an IPv4 address, or a /64 of IPv6, since one client has all addresses of
 * such a network at its disposal.
 */
export function clientAddress(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown'
  const parsed = ipaddr.process(address)
  return parsed instanceof ipaddr.IPv6
    ? parsed.parts
        .slice(0, sharedGroups)
        .map((part) => part.toString(16))
        .join(':')
    : parsed.toString()
}
