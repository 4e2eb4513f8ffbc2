import { Deadline } from '#egress'
import { secondMs } from '#kernel'
import type { Clock } from '#kernel'
import { verifyDueDomains } from '#publishing'
import type { LookUpRecords } from '#publishing'
import type { Store } from '#storage/database'
import type { Egress, Parts } from '../parts.ts'
import type { Loop } from './run-loop.ts'

const batch = 20
const lookupMs = 5 * secondMs
const leaseMs = 60 * secondMs
const idleMs = 10 * secondMs

/** Looks records up, five seconds at most. */
export const recordLookup =
  (
    { lookupRecords }: Pick<Egress, 'lookupRecords'>,
    { clock, signal }: Pick<Parts, 'clock' | 'signal'>,
  ): LookUpRecords =>
  async (name, type) => {
    const deadline = new Deadline(clock, lookupMs, signal)
    const found = await lookupRecords(name, type, deadline)
    deadline.close()
    return found
  }

export interface PageDomainTools {
  readonly store: Store
  readonly clock: Clock
  readonly lookUp: LookUpRecords
}

/** Verifies domains of status pages when their checks are due. Each of several processes may run it. */
export const pageDomainLoop = ({ store, clock, lookUp }: PageDomainTools): Loop => ({
  name: 'page domains',
  iteration: async () => {
    const checked = await verifyDueDomains(store, { nowMs: clock.now(), limit: batch, leaseMs, lookUp })
    return checked === batch ? 0 : idleMs
  },
})
