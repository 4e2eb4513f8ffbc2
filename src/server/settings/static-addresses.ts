import type { RegionAddresses, StaticAddresses } from '#contract'
import { ownRegionPattern, regions } from '#contract'
import ipaddr from 'ipaddr.js'

const form = 'write eu-west-1=192.0.2.1,2001:db8::/64;us-east-1=192.0.2.2, or the same as a JSON object of lists'

/**
 * Parses addresses by region, from `region=address,address;region=…` or a JSON object of lists. Returns a validation
 * error as a problem, which continues a sentence that begins with the name of the setting.
 */
export function parseStaticAddresses(
  text: string,
): { readonly addresses: StaticAddresses } | { readonly problem: string } {
  const lists = text.trimStart().startsWith('{') ? listsOfJson(text) : listsOfText(text)
  if (lists === null) return { problem: `cannot be read: ${form}.` }
  const addresses: Record<string, RegionAddresses> = {}
  for (const [region, list] of lists) {
    if (!regions.includes(region) && !ownRegionPattern.test(region))
      return { problem: `names "${region}", which is not a region.` }
    if (region in addresses) return { problem: `names ${region} twice.` }
    const wrong = list.find((address) => !isIpv4(address) && ipv6RangeOf(address) === null)
    if (wrong !== undefined)
      return { problem: `has "${wrong}", which is not an IPv4 address, IPv6 address or IPv6 range.` }
    addresses[region] = { ipv4: list.filter(isIpv4), ipv6: list.flatMap((address) => ipv6RangeOf(address) ?? []) }
  }
  return { addresses }
}

type Lists = [region: string, addresses: string[]][]

function listsOfText(text: string): Lists | null {
  const parts = text.split(';').map((part) => part.trim().split('='))
  const lists = parts
    .filter(([region]) => region !== '')
    .flatMap(([region = '', list, ...rest]): Lists => {
      if (list === undefined || rest.length > 0) return []
      return [[region.trim(), list.split(',').map((address) => address.trim())]]
    })
  return lists.length === parts.filter(([region]) => region !== '').length ? lists : null
}

function listsOfJson(text: string): Lists | null {
  const value = parsed(text)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null
  const lists = Object.entries(value).flatMap(([region, list]: [string, unknown]): Lists =>
    isTextList(list) ? [[region, list]] : [],
  )
  return lists.length === Object.keys(value).length ? lists : null
}

const isTextList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isIpv4 = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text)

/** A single address is a range of one. */
function ipv6RangeOf(text: string): string | null {
  if (ipaddr.IPv6.isValid(text)) return `${text}/128`
  return ipaddr.IPv6.isValidCIDR(text) ? text : null
}
