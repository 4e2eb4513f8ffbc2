import { LRUCache } from 'lru-cache'
import type { Egress } from '#egress'
import type { Clock } from '#kernel'

/** Issuers and statuses fetched over one egress, shared by runs of the same certificate. */
interface Fetched {
  readonly issuers: LRUCache<string, { readonly der: Buffer | null }>
  readonly statuses: LRUCache<string, FetchedStatus>
}

export interface FetchedStatus {
  readonly status: 'good' | 'revoked' | 'unknown'
  readonly problem: string | null
}

const entriesMax = 2000
const fetchedBy = new WeakMap<Egress, Fetched>()

/** The policy of an egress decides what may be fetched, so nothing is shared between two. */
export function fetchedOver(egress: Egress, clock: Clock): Fetched {
  const known = fetchedBy.get(egress)
  if (known) return known
  const limits = { max: entriesMax, ttlResolution: 0, perf: clock }
  const made: Fetched = { issuers: new LRUCache(limits), statuses: new LRUCache(limits) }
  fetchedBy.set(egress, made)
  return made
}
