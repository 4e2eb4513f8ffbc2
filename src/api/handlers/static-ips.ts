import type { Handlers, RegionAddresses, StaticAddresses } from '#contract'
import type { RequestContext } from '../request-context.ts'

type Family = keyof RegionAddresses

/** The same address may serve several regions. */
const listOf = (addresses: StaticAddresses, family: Family): string[] => [
  ...new Set(Object.values(addresses).flatMap((region) => region[family])),
]

const byRegion = (addresses: StaticAddresses, family: Family): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(addresses)
      .filter(([, region]) => region[family].length > 0)
      .map(([code, region]) => [code, [...region[family]]]),
  )

const textOf = (addresses: StaticAddresses, family: Family): string =>
  listOf(addresses, family)
    .map((address) => `${address}\n`)
    .join('')

export const staticIpHandlers = {
  listStaticIps: async (_input, { staticIps }) => listOf(staticIps, 'ipv4'),
  listStaticIpsByRegion: async (_input, { staticIps }) => byRegion(staticIps, 'ipv4'),
  readStaticIpsText: async (_input, { staticIps }) => textOf(staticIps, 'ipv4'),
  listStaticIpv6s: async (_input, { staticIps }) => listOf(staticIps, 'ipv6'),
  listStaticIpv6sByRegion: async (_input, { staticIps }) => byRegion(staticIps, 'ipv6'),
  readStaticIpv6sText: async (_input, { staticIps }) => textOf(staticIps, 'ipv6'),
} satisfies Partial<Handlers<RequestContext>>
