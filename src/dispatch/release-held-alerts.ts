import { hasHeld, release } from '#alerting'
import type { AlertState, LateNews } from '#alerting'
import { lockDueReleases, saveCheckStates } from '#storage'
import type { CheckStateRow, Queryable, Store } from '#storage'
import { alertStateOf, stateColumns } from './advance-checks.ts'
import { openAlertDesk } from './alert-desk.ts'
import type { AlertDesk } from './alert-desk.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import type { FinishedTick } from './finished-tick.ts'
import { lastTick } from './last-tick.ts'
import { heldBackOf } from './planned-notifications.ts'

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
    const desk = await openAlertDesk(
      tx,
      rows.map((row) => row.checkId),
      { ...context, seal: store.seal, from: earliestRun(rows) },
    )
    const moved: CheckStateRow[] = []
    for (const row of rows) moved.push(await releaseCheck(tx, desk, row, context.nowMs))
    await saveCheckStates(tx, moved)
    await desk.store(tx)
    return rows.length
  })
}

/** A window may have paused a check since its last run. */
const earliestRun = (rows: readonly CheckStateRow[]): Date =>
  new Date(Math.min(...rows.map((row) => (row.updatedAt ?? row.createdAt).getTime())))

async function releaseCheck(tx: Queryable, desk: AlertDesk, row: CheckStateRow, nowMs: number): Promise<CheckStateRow> {
  const effective = desk.checks.get(row.checkId)
  const before = alertStateOf(row)
  if (effective === undefined || !hasHeld(before)) return { ...row, heldAlertsDueAt: null }
  const { state, news, lookAtMs } = release(before, {
    nowMs,
    isActive: effective.check.activated,
    pause: desk.pauseOf(effective, row),
    silence: desk.silenceOf(effective, row),
    subscriptions: desk.subscriptionsOf(effective),
    settings: desk.settingsOf(effective),
  })
  if (news.length > 0) {
    const tick = await lastTick(tx, row, effective)
    for (const item of news)
      tellLate(desk, { effective, row, tick, item, after: state, alertId: before.alertId ?? null, nowMs })
  }
  return { ...row, ...stateColumns(row, state, lookAtMs) }
}

interface LateTelling {
  readonly effective: EffectiveCheck
  readonly row: CheckStateRow
  readonly tick: FinishedTick
  readonly item: LateNews
  readonly after: AlertState
  readonly alertId: string | null
  readonly nowMs: number
}

function tellLate(desk: AlertDesk, { effective, row, tick, item, after, alertId, nowMs }: LateTelling): void {
  const recoveredAtMs = item.event.kind === 'recovery' ? alertStateOf(row).statusSince : null
  const startedAt = recoveredAtMs === null ? tick.result.startedAt : new Date(recoveredAtMs)
  desk.tell({
    effective,
    row,
    after,
    tick: { ...tick, result: { ...tick.result, startedAt } },
    event: item.event,
    channelIds: item.channelIds,
    reminderSequence: item.reminderSequence,
    late: { heldBack: heldBackOf(item.heldBack, nowMs), isUnrecorded: item.isUnrecorded, alertId },
  })
}
