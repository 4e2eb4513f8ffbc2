import { decideUndelivered } from '#alerting'
import type { UndeliveredDecision } from '#alerting'
import { listCovered, lockCarriedByFallbacks } from '#storage/alerts'
import { findCheckStates } from '#storage/checks'
import type { FallbackChannel, NotificationRow } from '#storage/alerts'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { alertStateOf } from '../states/alert-state-of.ts'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertContext, AlertBatch } from '../planning/alert-batch.ts'

export interface UndeliveredAlerts {
  /** Alerts to be sent over a fallback now. */
  readonly rows: readonly NotificationRow[]
  /** Ids of obsolete alerts. */
  readonly dropped: readonly string[]
  /** Ids of silenced alerts, by when to check again in epoch milliseconds. */
  readonly waiting: ReadonlyMap<number, readonly string[]>
  /** The checks of the alerts, with their settings and subscriptions. */
  readonly alertBatch: AlertBatch
}

/**
 * Decides on undelivered alerts by the current state of their checks. A fallback that failed itself is replaced by the
 * alerts it contains, each of which is decided separately.
 */
export async function undeliveredAlerts(
  tx: Queryable,
  due: { readonly accountId: string; readonly rows: readonly NotificationRow[] },
  channels: readonly FallbackChannel[],
  context: AlertContext,
): Promise<UndeliveredAlerts> {
  const { accountId } = due
  const carriers = due.rows.filter(({ fallback }) => fallback !== null)
  const own = due.rows.filter(({ fallback }) => fallback === null)
  const carried = await lockCarriedByFallbacks(tx, accountId, carriers)
  const alerts = [...own, ...carried].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const checkIds = [...new Set(alerts.map((row) => row.checkId))]
  const alertBatch = await loadAlertBatch(tx, checkIds, context)
  const states = await findCheckStates(tx, accountId, checkIds)
  const ids = alerts.map(({ id }) => id)
  const covered = new Set(await listCovered(tx, accountId, ids))
  const pauses = new Map(channels.map(({ id, pausedUntil }) => [id, pausedUntil?.getTime() ?? null]))
  const decisions = alerts.map((row) => ({
    row,
    decision: decisionOf(
      { row, state: states.get(row.checkId), alertBatch, isCovered: covered.has(row.id), pauses },
      context.nowMs,
    ),
  }))
  return { ...sorted(decisions), alertBatch }
}

interface Sources {
  readonly row: NotificationRow
  readonly state: CheckStateRow | undefined
  readonly alertBatch: AlertBatch
  readonly isCovered: boolean
  readonly pauses: ReadonlyMap<number, number | null>
}

function decisionOf({ row, state, alertBatch, isCovered, pauses }: Sources, nowMs: number): UndeliveredDecision {
  if (row.facts.received) return isCovered ? 'DROP' : 'SEND'
  const effective = alertBatch.checks.get(row.checkId)
  if (effective === undefined || state === undefined) return 'DROP'
  return decideUndelivered({
    nowMs,
    plannedMs: row.createdAt.getTime(),
    alertType: row.facts.alertType,
    isActive: effective.check.activated,
    isCovered,
    silence: alertBatch.silenceOf(effective, state),
    state: alertStateOf(state),
    channelPausedUntilMs: pauses.get(row.channelId ?? 0) ?? null,
  })
}

function sorted(decisions: readonly { readonly row: NotificationRow; readonly decision: UndeliveredDecision }[]) {
  const waiting = new Map<number, string[]>()
  for (const { row, decision } of decisions) {
    if (typeof decision === 'string') continue
    waiting.set(decision.recheckAtMs, [...(waiting.get(decision.recheckAtMs) ?? []), row.id])
  }
  const rowsOf = (expected: UndeliveredDecision): NotificationRow[] =>
    decisions.filter(({ decision }) => decision === expected).map(({ row }) => row)
  return { rows: rowsOf('SEND'), dropped: rowsOf('DROP').map(({ id }) => id), waiting }
}
