import { heartbeatType } from '#contract'
import { hashToken } from '#kernel'
import type { Caller } from '#kernel'
import { findPingKeyByHash } from '#storage/accounts'
import { findHeartbeatsBySlug } from '#storage/checks'
import type { Store } from '#storage/database'
import { createCheck } from '../checks/create-check.ts'

export interface NamedHeartbeat {
  readonly accountId: string
  readonly checkId: string
  readonly isNew: boolean
}

/** As healthchecks has it for a check that a ping makes. */
const usualTiming = { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' } as const

/**
 * The heartbeat of an account whose name has this slug. Unknown for an unknown ping key, and for an unknown slug unless
 * `creates` and the key allow to make one; ambiguous when several have it. Throws the faults of making a check.
 */
export async function heartbeatOfSlug(
  store: Store,
  { pingKey, slug, creates }: { readonly pingKey: string; readonly slug: string; readonly creates: boolean },
  context: Pick<Caller, 'nowMs' | 'allowances'>,
): Promise<NamedHeartbeat | 'unknown' | 'ambiguous'> {
  const key = await findPingKeyByHash(store.db, hashToken(pingKey))
  if (key === null) return 'unknown'
  const { accountId } = key
  const [found, another] = await findHeartbeatsBySlug(store.db, accountId, slug)
  if (another !== undefined) return 'ambiguous'
  if (found !== undefined) return { accountId, checkId: found, isNew: false }
  if (!creates || !key.createsChecks) return 'unknown'
  const body = { name: slug, heartbeat: usualTiming }
  const { check } = await createCheck(
    store,
    { ...context, accountId },
    {
      checkType: heartbeatType,
      body,
      autoAssignAlerts: true,
    },
  )
  return { accountId, checkId: check.id, isNew: true }
}
