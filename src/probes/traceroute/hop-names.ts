import { LRUCache } from 'lru-cache'
import type { RouteHop } from '#contract'
import { Deadline } from '#egress'
import type { Egress } from '#egress'
import { minuteMs } from '#kernel'
import type { Clock } from '#kernel'

/** The time limit for all names of a route together. */
const nameLimitMs = 1000
const namedForMs = 10 * minuteMs
/** An address without a name, or without an answer in time, is looked up again sooner. */
const unnamedForMs = minuteMs
const entriesMax = 20_000

type Names = LRUCache<string, { readonly name: string | null }>

export interface NamingTools {
  readonly egress: Pick<Egress, 'reverseName'>
  readonly clock: Clock
  readonly signal: AbortSignal
}

const knownBy = new WeakMap<NamingTools['egress'], Names>()

function knownOver({ egress, clock }: NamingTools): Names {
  const known = knownBy.get(egress) ?? new LRUCache({ max: entriesMax, ttl: namedForMs, ttlResolution: 0, perf: clock })
  knownBy.set(egress, known)
  return known
}

/** Adds the reverse names of hops that have one. Waits a second at most; a name that comes later is used next time. */
export async function withNames(hops: readonly RouteHop[], tools: NamingTools): Promise<readonly RouteHop[]> {
  const addresses = [...new Set(hops.flatMap(({ main_ip }) => (main_ip === null ? [] : [main_ip])))]
  const deadline = new Deadline(tools.clock, nameLimitMs, tools.signal)
  const named = await Promise.all(addresses.map(async (address) => [address, await nameOf(address, tools, deadline)]))
  deadline.close()
  const names = new Map(named.map(([address, name]) => [address, name]))
  return hops.map((hop) => {
    const name = hop.main_ip === null ? null : names.get(hop.main_ip)
    return name ? { ...hop, main_host: name } : hop
  })
}

async function nameOf(address: string, tools: NamingTools, deadline: Deadline): Promise<string | null> {
  const known = knownOver(tools)
  const before = known.get(address)
  if (before) return before.name
  const name = await tools.egress.reverseName(address, deadline)
  known.set(address, { name }, name === null ? { ttl: unnamedForMs } : {})
  return name
}
