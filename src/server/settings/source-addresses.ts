import type { StaticAddresses } from '#contract'

/**
 * The source addresses of checks: those configured by the operator, and for a family without any those of this machine,
 * in every location it serves. An IPv6 address is listed as a /128 range.
 */
export function sourceAddresses(
  named: StaticAddresses,
  locations: readonly string[],
  own: { readonly ipv4: string; readonly ipv6: string },
): StaticAddresses {
  const isNamed = (family: 'ipv4' | 'ipv6'): boolean => Object.values(named).some((region) => region[family].length > 0)
  const ipv4 = isNamed('ipv4') ? [] : [own.ipv4]
  const ipv6 = isNamed('ipv6') ? [] : [`${own.ipv6}/128`]
  if (ipv4.length + ipv6.length === 0) return named
  const regions = [...new Set([...Object.keys(named), ...locations])]
  const entries = regions.map((region) => [
    region,
    { ipv4: [...(named[region]?.ipv4 ?? []), ...ipv4], ipv6: [...(named[region]?.ipv6 ?? []), ...ipv6] },
  ])
  return Object.fromEntries(entries)
}
