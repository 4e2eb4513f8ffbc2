import ipaddr from 'ipaddr.js'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from './failure.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Range = [Address, number]

export interface AddressRules {
  /** Whether loopback, private, carrier-grade NAT, unique local and other non-public addresses may be reached. */
  readonly allowPrivateTargets: boolean
  /** CIDR ranges that are denied in addition. They win over `allowedRanges`. */
  readonly deniedRanges?: readonly string[]
  /**
   * CIDR ranges that are allowed although they are not public. Metadata and link-local addresses stay denied. A
   * translation range (for example `64:ff9b::/96`) is then checked by the IPv4 address inside.
   */
  readonly allowedRanges?: readonly string[]
  /** CIDR ranges outside which nothing is reached, whatever else is allowed. Default: no such limit. */
  readonly onlyRanges?: readonly string[]
}

/**
 * Returns why an address must not be reached, or null when it may. `host` is the name that resolved to it, for the
 * message.
 */
export type CheckAddress = (address: string, host?: string) => ObservationFailure | null

const readRange = (text: string): Range => (text.includes('/') ? ipaddr.parseCIDR(text) : singleAddress(text))

function singleAddress(text: string): Range {
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** Denied whatever the rules say: link-local, cloud metadata, and addresses that name no single host. */
const forbiddenTargets = [
  '0.0.0.0/8',
  '169.254.0.0/16',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::',
  'fe80::/10',
  'ff00::/8',
  'fd00:ec2::/32',
  'fd20:ce::/64',
].map(readRange)

/**
 * IPv6 forms that contain an IPv4 address, and the byte at which it starts. Teredo contains it inverted, so it has
 * none.
 */
const translations: readonly { readonly range: Range; readonly at: number | null }[] = [
  { range: readRange('::ffff:0:0/96'), at: 12 },
  { range: readRange('::ffff:0:0:0/96'), at: 12 },
  { range: readRange('64:ff9b::/96'), at: 12 },
  { range: readRange('64:ff9b:1::/48'), at: 12 },
  { range: readRange('2002::/16'), at: 2 },
  { range: readRange('2001::/32'), at: null },
]
const loopback6 = readRange('::1')
const compatible = { range: readRange('::/96'), at: 12 }

/** IPv4 addresses outside the public internet (IANA special-purpose registry). */
const nonPublic4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
].map(readRange)
/** Global unicast is 2000::/3; these parts of it are not public. */
const globalUnicast6 = readRange('2000::/3')
const nonPublic6 = ['2001::/23', '2001:db8::/32', '3fff::/20', '2620:4f:8000::/48'].map(readRange)

const isIn = (address: Address, ranges: readonly Range[]): boolean =>
  ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

const isPublic = (address: Address): boolean =>
  address.kind() === 'ipv4' ? !isIn(address, nonPublic4) : isIn(address, [globalUnicast6]) && !isIn(address, nonPublic6)

function translationOf(address: Address): { readonly inside: ipaddr.IPv4 | null } | null {
  if (address.kind() !== 'ipv6' || isIn(address, [loopback6])) return null
  const found = [...translations, compatible].find(({ range }) => isIn(address, [range]))
  if (!found) return null
  const { at } = found
  return { inside: at === null ? null : new ipaddr.IPv4(address.toByteArray().slice(at, at + 4)) }
}

/** Whether text is an address or a CIDR range that the rules can have. */
export const isAddressRange = (text: string): boolean =>
  text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)

/**
 * Creates the address check from the operator's rules. It must be called with the resolved address a connection is then
 * pinned to, for every connection again. Throws when a range of the rules cannot be parsed.
 */
export function createAddressPolicy(rules: AddressRules): CheckAddress {
  const denied = (rules.deniedRanges ?? []).map(readRange)
  const allowed = (rules.allowedRanges ?? []).map(readRange)
  const only = rules.onlyRanges?.map(readRange)
  const reasonFor = (address: Address): string | null => {
    if (isIn(address, forbiddenTargets)) return writeReason('PROHIBITION_BLOCKED_ADDRESS')
    if (isIn(address, denied)) return writeReason('PROHIBITION_DENIED_RANGE')
    const translation = translationOf(address)
    if (translation && !isIn(address, allowed)) return writeReason('PROHIBITION_HIDDEN_ADDRESS')
    if (translation) return translation.inside ? reasonFor(translation.inside) : null
    return outsideReason(address) ?? privacyReason(address)
  }
  const outsideReason = (address: Address): string | null =>
    !only || isIn(address, only) ? null : writeReason('PROHIBITION_OUTSIDE_RANGES')
  const privacyReason = (address: Address): string | null => {
    if (isIn(address, allowed) || rules.allowPrivateTargets || isPublic(address)) return null
    return writeReason('PROHIBITION_PRIVATE_ADDRESS')
  }
  return (text, host = text) => {
    const prohibition = ipaddr.isValid(text)
      ? reasonFor(ipaddr.parse(text))
      : writeReason('PROHIBITION_INVALID_ADDRESS')
    if (prohibition === null) return null
    const message =
      host === text
        ? writeReason('ADDRESS_FORBIDDEN', { address: text, prohibition })
        : writeReason('HOST_FORBIDDEN_ADDRESS', { host, address: text, prohibition })
    return failure('policy', 'EPOLICY', message)
  }
}
