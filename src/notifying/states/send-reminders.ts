import { dueReminder, recheckTime } from '#alerting'
import type { AlertState, DueReminder, Silence } from '#alerting'
import { minuteMs } from '#kernel'
import { findUnobservedIds } from '#observation'
import { lockDueReminders, saveCheckStates } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { stateColumns } from './advance-checks.ts'
import { alertStateOf } from './alert-state-of.ts'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertBatch } from '../planning/alert-batch.ts'
import type { EffectiveCheck } from '#management'
import { lastTick } from './last-tick.ts'
import { sendStep } from './send-step.ts'

/** Plans the due reminders and steps of escalation policies. Returns the number of states processed. */
export async function sendReminders(
  store: Store,
  context: { readonly nowMs: number; readonly publicUrl: string },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    const rows = await lockDueReminders(tx, new Date(context.nowMs), limit)
    if (rows.length === 0) return 0
    const checkIds = rows.map((row) => row.checkId)
    const alertBatch = await loadAlertBatch(tx, checkIds, { ...context, encryption: store.encryption })
    const updated: CheckStateRow[] = []
    const unobserved = await findUnobservedIds(tx, rows)
    for (const row of rows)
      updated.push(
        isOutdated(row, unobserved) ? putOff(row, context.nowMs) : await remind(tx, alertBatch, row, context.nowMs),
      )
    await saveCheckStates(tx, updated)
    await alertBatch.store(tx)
    return rows.length
  })
}

/** Whether nobody runs a check, or nobody has since. */
function isOutdated(row: CheckStateRow, unobserved: ReadonlySet<string>): boolean {
  const { awaitsRun = false, hold } = alertStateOf(row)
  return unobserved.has(row.checkId) || (awaitsRun && !hold)
}

/** A problem is not known to continue before a run finds it. */
const putOff = (row: CheckStateRow, nowMs: number): CheckStateRow => ({
  ...row,
  alertState: { ...alertStateOf(row), awaitsRun: true },
  reminderAt: new Date(nowMs + minuteMs),
})

/** A check that was deleted or deactivated gets no reminders. */
async function remind(
  tx: Queryable,
  alertBatch: AlertBatch,
  row: CheckStateRow,
  nowMs: number,
): Promise<CheckStateRow> {
  const effective = alertBatch.checks.get(row.checkId)
  if (!effective?.check.activated) return { ...row, reminderAt: null }
  const state = alertStateOf(row)
  const escalated = await sendStep(tx, alertBatch, { row, effective, state }, nowMs)
  if (escalated) return { ...row, ...updatedColumns(row, escalated) }
  const due = dueReminder(state, alertBatch.settingsOf(effective), nowMs)
  if (due === null || due.event === null) return { ...row, ...updatedColumns(row, due?.state ?? state) }
  return { ...row, ...(await remindOf(tx, alertBatch, { row, effective, state, due }, nowMs)) }
}

/** The columns of a state whose held notifications did not change. */
const updatedColumns = (row: CheckStateRow, state: AlertState) =>
  stateColumns(row, state, row.heldAlertsDueAt?.getTime() ?? null)

interface DueReminderOf {
  readonly row: CheckStateRow
  readonly effective: EffectiveCheck
  readonly state: AlertState
  readonly due: Extract<DueReminder, { readonly sequence: number }>
}

async function remindOf(
  tx: Queryable,
  alertBatch: AlertBatch,
  { row, effective, state, due }: DueReminderOf,
  nowMs: number,
) {
  const pause = alertBatch.pauseOf(effective, row)
  const silence = alertBatch.silenceOf(effective, row) ?? silenceOfPause(pause)
  const notice = { effective, row, tick: await lastTick(tx, row, effective), event: due.event, after: due.state }
  alertBatch.planNotice(
    { ...notice, reminderSequence: due.sequence, channelIds: informedChannels(alertBatch, effective, state) },
    silence,
  )
  if (silence === null || silence.isFinal) return updatedColumns(row, due.state)
  return postponed(row, state, { silence, awaitsRun: pause !== null }, nowMs)
}

/** A window that only pauses the check holds reminders back too. */
const silenceOfPause = (pause: ReturnType<AlertBatch['pauseOf']>): Silence | null =>
  pause && { silence: 'SILENCED_BY_MAINTENANCE', reason: 'MAINTENANCE', untilMs: pause.untilMs }

/** Channels for which the alert itself is held back get no reminder of it. */
const informedChannels = (alertBatch: AlertBatch, effective: EffectiveCheck, { channels }: AlertState): number[] =>
  alertBatch.channelsOf(effective).flatMap(({ channelId: id }) => (channels?.[id]?.hold ? [] : [id]))

/**
 * The reminder stays due, and is sent when the silence ends; after a pause, when a run finds that the problem
 * continues.
 */
function postponed(
  row: CheckStateRow,
  state: AlertState,
  { silence, awaitsRun }: { readonly silence: Silence; readonly awaitsRun: boolean },
  nowMs: number,
) {
  const { reason, untilMs } = silence
  const releaseAtMs = Math.min(row.heldAlertsDueAt?.getTime() ?? Infinity, recheckTime(untilMs, nowMs))
  const held = { ...state, hold: { reason, untilMs }, ...(awaitsRun && { awaitsRun }) }
  return stateColumns(row, held, releaseAtMs)
}
