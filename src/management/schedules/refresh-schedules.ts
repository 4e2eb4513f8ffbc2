import type { CheckDefinition } from '#contract'
import { cancelReminders, saveSchedules } from '#storage/checks'
import { notify } from '#storage/database'
import type { Queryable } from '#storage/database'
import { planOfCheck } from './plan-of-check.ts'

/** A check with its group applied before and after an edit; `before` is null for a new one. */
export interface EffectiveChange {
  readonly before: CheckDefinition | null
  readonly after: CheckDefinition
}

/** Stores the plans of changed checks, drops the reminders of those that were paused, and notifies the scheduler. */
export async function refreshSchedules(
  tx: Queryable,
  changes: readonly EffectiveChange[],
  nowMs: number,
  { startsAtSlot }: { readonly startsAtSlot: boolean } = { startsAtSlot: false },
): Promise<void> {
  if (changes.length === 0) return
  const plans = changes.map(({ after }) => ({ ...planOfCheck(after, nowMs), ...(startsAtSlot && { startsAt: null }) }))
  await saveSchedules(tx, plans)
  const paused = changes.filter(({ before, after }) => before?.activated === true && !after.activated)
  if (paused.length > 0)
    await cancelReminders(
      tx,
      paused.map(({ after }) => after.id),
    )
  if (plans.some((plan) => plan.nextRunAt !== null)) await notify(tx, 'schedules')
}
