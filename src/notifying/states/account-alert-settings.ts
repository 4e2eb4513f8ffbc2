import { armReminder } from '#alerting'
import type { AlertSettings, AlertSettingsBody } from '#contract'
import { changedAlertSettings } from '#inheritance'
import { Fault } from '#kernel'
import { lockAccountAlertSettings, saveAlertSettings } from '#storage/accounts'
import { validateAlertSettings, validateEscalationPolicy } from '#management'
import { listRemindedChecks, lockCheckStates, saveCheckStates } from '#storage/checks'
import type { CheckStateRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { reminderDate } from './advance-checks.ts'
import { alertStateOf } from './alert-state-of.ts'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertContext, AlertBatch } from '../planning/alert-batch.ts'

/**
 * Changes the alert settings of an account, which apply to its checks without separate settings; absent fields keep
 * their value. They apply from the next tick of a check, and pending reminders are rescheduled at once. Throws
 * ACCOUNT_NOT_FOUND,
 * ALERT_WINDOW_INVALID, ESCALATION_POLICY_UNKNOWN.
 */
export function changeAlertSettings(
  store: Store,
  { accountId, body, ...context }: Omit<AlertContext, 'encryption'> & { accountId: string; body: AlertSettingsBody },
): Promise<AlertSettings> {
  return store.db.transaction(async (tx) => {
    const current = await lockAccountAlertSettings(tx, accountId)
    if (current === null) throw new Fault('ACCOUNT_NOT_FOUND')
    validateAlertSettings(body)
    await validateEscalationPolicy(tx, accountId, body)
    const settings = changedAlertSettings(current, body)
    await saveAlertSettings(tx, accountId, settings, new Date(context.nowMs))
    await rearmReminders(tx, accountId, { ...context, encryption: store.encryption })
    return settings
  })
}

async function rearmReminders(tx: Queryable, accountId: string, context: AlertContext): Promise<void> {
  const checkIds = await listRemindedChecks(tx, accountId)
  if (checkIds.length === 0) return
  const states = await lockCheckStates(tx, checkIds)
  const alertBatch = await loadAlertBatch(tx, checkIds, context)
  await saveCheckStates(
    tx,
    states.flatMap((row) => rearmed(row, alertBatch)),
  )
}

function rearmed(row: CheckStateRow, alertBatch: AlertBatch): CheckStateRow[] {
  const effective = alertBatch.checks.get(row.checkId)
  const state = alertStateOf(row)
  if (!effective?.check.activated || state.reminder === null) return []
  const reminder = armReminder(state.reminder, alertBatch.settingsOf(effective))
  const updated = { ...state, reminder }
  return [{ ...row, alertState: updated, reminderAt: reminderDate(updated) }]
}
