import { escalatedChannels, hasHeld, release } from '#alerting'
import type { AlertState, DelayedNotification } from '#alerting'
import { findUnobservedIds } from '#observation'
import { lockDueReleases, saveCheckStates } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { informedByStates, stateColumns } from './advance-checks.ts'
import { alertStateOf } from './alert-state-of.ts'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertBatch } from '../planning/alert-batch.ts'
import type { EffectiveCheck } from '#management'
import type { FinishedTick } from './finished-tick.ts'
import { lastTick } from './last-tick.ts'
import { heldBackOf } from '../planning/planned-notifications.ts'

/**
 * Plans the held notifications of checks whose silence may have ended, in one transaction with their states, so that
 * each channel is notified exactly once. Returns the number of states processed.
 */
export async function releaseHeldAlerts(
  store: Store,
  context: { readonly nowMs: number; readonly publicUrl: string },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    const rows = await lockDueReleases(tx, new Date(context.nowMs), limit)
    if (rows.length === 0) return 0
    const alertBatch = await loadAlertBatch(
      tx,
      rows.map((row) => row.checkId),
      { ...context, encryption: store.encryption, from: earliestRun(rows), channelIds: informedByStates(rows) },
    )
    const unobserved = await findUnobservedIds(tx, rows)
    const updated: CheckStateRow[] = []
    for (const row of rows) {
      const isUnobserved = unobserved.has(row.checkId)
      updated.push(await releaseCheck(tx, alertBatch, { row, isUnobserved }, context.nowMs))
    }
    await saveCheckStates(tx, updated)
    await alertBatch.store(tx)
    return rows.length
  })
}

/** A window may have paused a check since its last run. */
const earliestRun = (rows: readonly CheckStateRow[]): Date =>
  new Date(Math.min(...rows.map((row) => (row.updatedAt ?? row.createdAt).getTime())))

async function releaseCheck(
  tx: Queryable,
  alertBatch: AlertBatch,
  { row, isUnobserved }: { readonly row: CheckStateRow; readonly isUnobserved: boolean },
  nowMs: number,
): Promise<CheckStateRow> {
  const effective = alertBatch.checks.get(row.checkId)
  const before = alertStateOf(row)
  if (effective === undefined || !hasHeld(before)) return { ...row, heldAlertsDueAt: null }
  const { state, notifications, recheckAtMs } = release(before, {
    nowMs,
    isActive: effective.check.activated,
    pause: isUnobserved ? untilNextRun : alertBatch.pauseOf(effective, row),
    silence: alertBatch.silenceOf(effective, row),
    subscriptions: alertBatch.subscriptionsOf(effective, before.status === 'passing' ? escalatedChannels(before) : []),
    settings: alertBatch.settingsOf(effective),
  })
  if (notifications.length > 0) {
    const tick = await lastTick(tx, row, effective)
    for (const item of notifications)
      notifyDelayed(alertBatch, { effective, row, tick, item, after: state, alertId: before.alertId ?? null, nowMs })
  }
  return { ...row, ...stateColumns(row, state, recheckAtMs) }
}

/** Results from before the check stopped running may be outdated. */
const untilNextRun = { isOver: true, untilMs: null } as const

interface DelayedNotice {
  readonly effective: EffectiveCheck
  readonly row: CheckStateRow
  readonly tick: FinishedTick
  readonly item: DelayedNotification
  readonly after: AlertState
  readonly alertId: string | null
  readonly nowMs: number
}

function notifyDelayed(
  alertBatch: AlertBatch,
  { effective, row, tick, item, after, alertId, nowMs }: DelayedNotice,
): void {
  const recoveredAtMs = item.event.kind === 'recovery' ? alertStateOf(row).statusSince : null
  const startedAt = recoveredAtMs === null ? tick.result.startedAt : new Date(recoveredAtMs)
  alertBatch.planNotice({
    effective,
    row,
    after,
    tick: { ...tick, result: { ...tick.result, startedAt } },
    event: item.event,
    channelIds: item.channelIds,
    reminderSequence: item.reminderSequence,
    delayed: { heldBack: heldBackOf(item.heldBack, nowMs), isUnrecorded: item.isUnrecorded, alertId },
  })
}
