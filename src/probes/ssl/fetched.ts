import { LRUCache } from 'lru-cache'
import type { Egress } from '#egress'

/** What was fetched for certificates over one egress, so that runs of the same certificate share it. */
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
export function fetchedOver(egress: Egress): Fetched {
  const known = fetchedBy.get(egress)
  if (known) return known
  const made: Fetched = { issuers: new LRUCache({ max: entriesMax }), statuses: new LRUCache({ max: entriesMax }) }
  fetchedBy.set(egress, made)
  return made
}
