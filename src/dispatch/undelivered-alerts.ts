import { fateOfUndelivered } from '#alerting'
import type { Fate } from '#alerting'
import { findCheckStates, listCovered, lockCarriedByFallbacks } from '#storage'
import type { CheckStateRow, FallbackChannel, NotificationRow, Queryable } from '#storage'
import { alertStateOf } from './advance-checks.ts'
import { openAlertDesk } from './alert-desk.ts'
import type { AlertContext, AlertDesk } from './alert-desk.ts'

export interface UndeliveredAlerts {
  /** Alerts to be sent over a fallback now. */
  readonly rows: readonly NotificationRow[]
  /** Ids of obsolete alerts. */
  readonly dropped: readonly string[]
  /** Ids of silenced alerts, by when to check again in epoch milliseconds. */
  readonly waiting: ReadonlyMap<number, readonly string[]>
  /** The checks of the alerts, with their settings and subscriptions. */
  readonly desk: AlertDesk
}

/**
 * Decides on undelivered alerts by the current state of their checks. A fallback that failed itself is replaced by the
 * alerts it contains, each of which is decided anew.
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
  const desk = await openAlertDesk(tx, checkIds, context)
  const states = await findCheckStates(tx, accountId, checkIds)
  const ids = alerts.map(({ id }) => id)
  const covered = new Set(await listCovered(tx, accountId, ids))
  const pauses = new Map(channels.map(({ id, pausedUntil }) => [id, pausedUntil?.getTime() ?? null]))
  const fates = alerts.map((row) => ({
    row,
    fate: fateOf({ row, state: states.get(row.checkId), desk, isCovered: covered.has(row.id), pauses }, context.nowMs),
  }))
  return { ...sorted(fates), desk }
}

interface Sources {
  readonly row: NotificationRow
  readonly state: CheckStateRow | undefined
  readonly desk: AlertDesk
  readonly isCovered: boolean
  readonly pauses: ReadonlyMap<number, number | null>
}

function fateOf({ row, state, desk, isCovered, pauses }: Sources, nowMs: number): Fate {
  const effective = desk.checks.get(row.checkId)
  if (effective === undefined || state === undefined) return 'DROP'
  return fateOfUndelivered({
    nowMs,
    plannedMs: row.createdAt.getTime(),
    alertType: row.facts.alertType,
    isActive: effective.check.activated,
    isCovered,
    silence: desk.silenceOf(effective, state),
    state: alertStateOf(state),
    channelPausedUntilMs: pauses.get(row.channelId ?? 0) ?? null,
  })
}

function sorted(fates: readonly { readonly row: NotificationRow; readonly fate: Fate }[]) {
  const waiting = new Map<number, string[]>()
  for (const { row, fate } of fates) {
    if (typeof fate === 'string') continue
    waiting.set(fate.lookAgainMs, [...(waiting.get(fate.lookAgainMs) ?? []), row.id])
  }
  const rowsOf = (wanted: Fate): NotificationRow[] => fates.filter(({ fate }) => fate === wanted).map(({ row }) => row)
  return { rows: rowsOf('SEND'), dropped: rowsOf('DROP').map(({ id }) => id), waiting }
}
