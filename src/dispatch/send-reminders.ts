import { dueReminder } from '#alerting'
import { findCheckResult, lockDueReminders, saveCheckStates } from '#storage'
import type { CheckStateRow, Queryable, Store } from '#storage'
import { alertStateOf, reminderDate } from './advance-checks.ts'
import { openAlertDesk } from './alert-desk.ts'
import type { AlertDesk } from './alert-desk.ts'
import { noCertificate } from './finished-tick.ts'
import type { FinishedTick, TellingResult } from './finished-tick.ts'

/** Plans the reminders whose time has come. Returns how many states it looked at. */
export async function sendReminders(
  store: Store,
  context: { readonly nowMs: number; readonly publicUrl: string },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    const rows = await lockDueReminders(tx, new Date(context.nowMs), limit)
    if (rows.length === 0) return 0
    const checkIds = rows.map((row) => row.check_id)
    const desk = await openAlertDesk(tx, checkIds, { ...context, seal: store.seal })
    const moved: CheckStateRow[] = []
    for (const row of rows) moved.push(await remind(tx, desk, row, context.nowMs))
    await saveCheckStates(tx, moved)
    await desk.store(tx)
    return rows.length
  })
}

/** A check that was deleted or no longer runs is not spoken of any more. */
async function remind(tx: Queryable, desk: AlertDesk, row: CheckStateRow, nowMs: number): Promise<CheckStateRow> {
  const effective = desk.checks.get(row.check_id)
  if (!effective?.check.activated) return { ...row, reminder_at: null }
  const due = dueReminder(alertStateOf(row), desk.settingsOf(effective), nowMs)
  if (due === null) return { ...row, reminder_at: reminderDate(alertStateOf(row)) }
  if (due.event !== null)
    desk.tell({
      effective,
      tick: await lastTick(tx, row),
      event: due.event,
      reminderSequence: due.sequence,
    })
  return { ...row, alert_state: { ...due.state }, reminder_at: reminderDate(due.state) }
}

async function lastTick(tx: Queryable, row: CheckStateRow): Promise<FinishedTick> {
  return {
    checkId: row.check_id,
    tickId: row.last_session_id ?? '',
    summary: { outcome: 'failed', failingLocations: 1, degradedLocations: 0, totalLocations: 1 },
    hasErrors: row.has_errors,
    isParallel: false,
    result: await lastResult(tx, row),
    ...noCertificate,
  }
}

async function lastResult(tx: Queryable, row: CheckStateRow): Promise<TellingResult> {
  const found =
    row.last_result_id === null ? null : await findCheckResult(tx, row.account_id, row.check_id, row.last_result_id)
  const told = {
    id: row.last_result_id,
    location: row.last_run_location,
    responseTimeMs: row.last_response_time_ms ?? 0,
    statusText: null,
  }
  if (found !== null) return { ...told, error: found.error, statusCode: found.status_code, startedAt: found.started_at }
  return { ...told, error: null, statusCode: null, startedAt: row.updated_at ?? row.created_at }
}
