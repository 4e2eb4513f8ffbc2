import { LRUCache } from 'lru-cache'
import type { RouteHop } from '#contract'
import { Deadline } from '#egress'
import type { Egress } from '#egress'
import { minuteMs } from '#kernel'

/** All names of a route together may take this long. */
const nameLimitMs = 1000
const known = new LRUCache<string, { readonly name: string | null }>({ max: 20_000, ttl: 10 * minuteMs })
/** An address that had no name, or no answer in time, is looked up again sooner. */
const unnamedMs = minuteMs

/** Adds the reverse names of hops that have one. Waits a second at most; a name that comes later is used next time. */
export async function withNames(
  hops: readonly RouteHop[],
  egress: Pick<Egress, 'reverseName'>,
  signal: AbortSignal,
): Promise<readonly RouteHop[]> {
  const addresses = [...new Set(hops.flatMap(({ main_ip }) => (main_ip === null ? [] : [main_ip])))]
  const deadline = new Deadline(nameLimitMs, signal)
  const named = await Promise.all(addresses.map(async (address) => [address, await nameOf(address, egress, deadline)]))
  deadline.close()
  const names = new Map(named.map(([address, name]) => [address, name]))
  return hops.map((hop) => {
    const name = hop.main_ip === null ? null : names.get(hop.main_ip)
    return name ? { ...hop, main_host: name } : hop
  })
}

async function nameOf(
  address: string,
  egress: Pick<Egress, 'reverseName'>,
  deadline: Deadline,
): Promise<string | null> {
  const before = known.get(address)
  if (before) return before.name
  const name = await egress.reverseName(address, deadline)
  known.set(address, { name }, name === null ? { ttl: unnamedMs } : {})
  return name
}
