import { heartbeatType } from '#contract'
import type { HeartbeatSettings } from '#contract'
import { hashToken } from '#kernel'
import type { Caller } from '#kernel'
import { periodOfSchedule } from '#schedule'
import { findPingKeyByHash } from '#storage/accounts'
import { findHeartbeatsBySlug } from '#storage/checks'
import type { Store } from '#storage/database'
import { createCheck } from '../checks/create-check.ts'
import { getCheck } from '../checks/read-checks.ts'
import { updateCheck } from '../checks/update-check.ts'

export interface NamedHeartbeat {
  readonly accountId: string
  readonly checkId: string
  readonly isNew: boolean
}

/** When a job is due, as a ping says it: valid once the verb has taken it. */
export type HeartbeatTimingInput = Omit<HeartbeatSettings, 'pingToken' | 'period' | 'periodUnit'> &
  Partial<Pick<HeartbeatSettings, 'period' | 'periodUnit'>>

/** As healthchecks has it for a check that a ping makes. */
const usualTiming: HeartbeatTimingInput = { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' }

/**
 * The heartbeat of an account whose name has this slug. Unknown for an unknown ping key, and for an unknown slug unless
 * `creates` and the key allow to make one; ambiguous when several have it. A `timing` is
 * that of the heartbeat from now on, if the key allows to make one. Throws the faults of making and changing a check.
 */
export async function heartbeatOfSlug(
  store: Store,
  {
    pingKey,
    slug,
    creates,
    timing,
  }: {
    readonly pingKey: string
    readonly slug: string
    readonly creates: boolean
    readonly timing?: HeartbeatTimingInput | undefined
  },
  context: Pick<Caller, 'nowMs' | 'allowances'>,
): Promise<NamedHeartbeat | 'unknown' | 'ambiguous'> {
  const key = await findPingKeyByHash(store.db, hashToken(pingKey))
  if (key === null) return 'unknown'
  const { accountId } = key
  const [found, another] = await findHeartbeatsBySlug(store.db, accountId, slug)
  if (another !== undefined) return 'ambiguous'
  if (found !== undefined) {
    if (timing && key.createsChecks) await changeTiming(store, { ...context, accountId }, { id: found, timing })
    return { accountId, checkId: found, isNew: false }
  }
  if (!creates || !key.createsChecks) return 'unknown'
  const body = { name: slug, heartbeat: timing ?? usualTiming }
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

/** Every check-in says it again: only what differs is a change. */
async function changeTiming(
  store: Store,
  caller: Caller,
  { id, timing }: { readonly id: string; readonly timing: HeartbeatTimingInput },
): Promise<void> {
  const { check } = await getCheck(store, caller, { id })
  const { metricLimits, ...before } = check.settings.heartbeat ?? usualTiming
  const wanted = timing.schedule ? { ...timing, ...periodOfSchedule(timing.schedule) } : timing
  if (isSameTiming({ ...before }, { ...wanted })) return
  const heartbeat = { ...timing, ...(metricLimits && { metricLimits }) }
  await updateCheck(store, caller, { id, checkType: heartbeatType, body: { heartbeat } })
}

const isSameTiming = (one: HeartbeatTimingInput, other: HeartbeatTimingInput): boolean =>
  one.period === other.period &&
  one.periodUnit === other.periodUnit &&
  one.grace === other.grace &&
  one.graceUnit === other.graceUnit &&
  one.schedule?.expression === other.schedule?.expression &&
  one.schedule?.timezone === other.schedule?.timezone
