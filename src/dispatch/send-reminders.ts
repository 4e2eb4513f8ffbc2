import type { AlertState } from '#alerting'
import { dueReminder } from '#alerting'
import { findAccounts, findCheckResult, lockDueReminders, saveCheckStates } from '#storage'
import type { CheckStateRow, Queryable, Store } from '#storage'
import { alertSettingsOf, planReminder, reminderDate } from './advance-checks.ts'
import type { TellingResult } from './advance-checks.ts'
import { loadEffectiveChecks } from './effective-checks.ts'

/** Plans the reminders whose time has come. Returns how many states it looked at. */
export async function sendReminders(
  store: Store,
  context: { readonly nowMs: number; readonly publicUrl: string },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    const rows = await lockDueReminders(tx, new Date(context.nowMs), limit)
    const checks = await loadEffectiveChecks(
      tx,
      store.seal,
      rows.map((row) => row.check_id),
    )
    const accounts = await findAccounts(tx, [...new Set(rows.map((row) => row.account_id))])
    const accountSettings = new Map(accounts.map((account) => [account.id, account.alert_settings]))
    for (const row of rows) {
      const effective = checks.get(row.check_id)
      const state = row.alert_state as AlertState | null
      const settings = effective && alertSettingsOf(effective, { accountSettings })
      const due = state && settings && effective.check.activated ? dueReminder(state, settings, context.nowMs) : null
      const next = due?.state ?? state
      await saveCheckStates(tx, [
        { ...row, alert_state: next && { ...next }, reminder_at: due && next ? reminderDate(next) : null },
      ])
      if (!effective || !due?.event) continue
      const tick = await lastTick(tx, row)
      const told = { tick, event: due.event, sequence: due.sequence }
      await planReminder(tx, told, effective, { ...context, seal: store.seal })
    }
    return rows.length
  })
}

async function lastTick(tx: Queryable, row: CheckStateRow) {
  return {
    checkId: row.check_id,
    tickId: row.last_session_id ?? '',
    summary: { outcome: 'failed' as const, failingLocations: 1, degradedLocations: 0, totalLocations: 1 },
    hasErrors: row.has_errors,
    isParallel: false,
    result: await lastResult(tx, row),
    sslDaysRemaining: null,
    sslDomain: null,
  }
}

async function lastResult(tx: Queryable, row: CheckStateRow): Promise<TellingResult> {
  const result = row.last_result_id && (await findCheckResult(tx, row.account_id, row.check_id, row.last_result_id))
  return {
    id: row.last_result_id,
    location: row.last_run_location,
    responseTimeMs: row.last_response_time_ms ?? 0,
    error: result ? result.error : null,
    statusCode: result ? result.status_code : null,
    statusText: null,
    startedAt: result ? result.started_at : (row.updated_at ?? row.created_at),
  }
}
