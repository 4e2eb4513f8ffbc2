import { dueReminder, lookAt } from '#alerting'
import type { AlertState, DueReminder, Silence } from '#alerting'
import { lockDueReminders, saveCheckStates } from '#storage'
import type { CheckStateRow, Queryable, Store } from '#storage'
import { alertStateOf, stateColumns } from './advance-checks.ts'
import { openAlertDesk } from './alert-desk.ts'
import type { AlertDesk } from './alert-desk.ts'
import type { EffectiveCheck } from './effective-checks.ts'
import { lastTick } from './last-tick.ts'

/** Plans the due reminders. Returns the number of states processed. */
export async function sendReminders(
  store: Store,
  context: { readonly nowMs: number; readonly publicUrl: string },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    const rows = await lockDueReminders(tx, new Date(context.nowMs), limit)
    if (rows.length === 0) return 0
    const checkIds = rows.map((row) => row.checkId)
    const desk = await openAlertDesk(tx, checkIds, { ...context, seal: store.seal })
    const moved: CheckStateRow[] = []
    for (const row of rows) moved.push(await remind(tx, desk, row, context.nowMs))
    await saveCheckStates(tx, moved)
    await desk.store(tx)
    return rows.length
  })
}

/** A check that was deleted or deactivated gets no reminders. */
async function remind(tx: Queryable, desk: AlertDesk, row: CheckStateRow, nowMs: number): Promise<CheckStateRow> {
  const effective = desk.checks.get(row.checkId)
  if (!effective?.check.activated) return { ...row, reminderAt: null }
  const state = alertStateOf(row)
  const due = dueReminder(state, desk.settingsOf(effective), nowMs)
  if (due === null || due.event === null) return { ...row, ...movedColumns(row, due?.state ?? state) }
  return { ...row, ...(await remindOf(tx, desk, { row, effective, state, due }, nowMs)) }
}

/** The columns of a state whose held notifications did not change. */
const movedColumns = (row: CheckStateRow, state: AlertState) =>
  stateColumns(row, state, row.heldAlertsDueAt?.getTime() ?? null)

interface DueReminderOf {
  readonly row: CheckStateRow
  readonly effective: EffectiveCheck
  readonly state: AlertState
  readonly due: Extract<DueReminder, { readonly sequence: number }>
}

async function remindOf(tx: Queryable, desk: AlertDesk, { row, effective, state, due }: DueReminderOf, nowMs: number) {
  const pause = desk.pauseOf(effective, row)
  const silence = desk.silenceOf(effective, row) ?? silenceOfPause(pause)
  const telling = { effective, row, tick: await lastTick(tx, row, effective), event: due.event, after: due.state }
  desk.tell(
    { ...telling, reminderSequence: due.sequence, channelIds: informedChannels(desk, effective, state) },
    silence,
  )
  if (silence === null || silence.isFinal) return movedColumns(row, due.state)
  return postponed(row, state, { silence, awaitsRun: pause !== null }, nowMs)
}

/** A window that only pauses the check holds reminders back too. */
const silenceOfPause = (pause: ReturnType<AlertDesk['pauseOf']>): Silence | null =>
  pause && { silence: 'SILENCED_BY_MAINTENANCE', reason: 'MAINTENANCE', untilMs: pause.untilMs }

/** Channels for which the alert itself is held back get no reminder of it. */
const informedChannels = (desk: AlertDesk, effective: EffectiveCheck, { channels }: AlertState): number[] =>
  desk.channelsOf(effective).flatMap(({ channelId: id }) => (channels?.[id]?.hold ? [] : [id]))

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
  const releaseAtMs = Math.min(row.heldAlertsDueAt?.getTime() ?? Infinity, lookAt(untilMs, nowMs))
  const held = { ...state, hold: { reason, untilMs }, ...(awaitsRun && { awaitsRun }) }
  return stateColumns(row, held, releaseAtMs)
}
