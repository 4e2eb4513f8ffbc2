import type { CheckDefinition } from '#contract'
import { nextRunAt, planWhileFailing } from '#schedule'
import { moveNextRuns } from '#storage/checks'
import { notify } from '#storage/database'
import type { Queryable } from '#storage/database'

/** A check, with its group applied, whose state has advanced. */
export interface AdvancedCheck {
  readonly check: CheckDefinition
  readonly wasFailing: boolean
  readonly isFailing: boolean
}

/**
 * Plans the next runs of checks that run faster while they are failing: soon after they began to fail, and at their next
 * slot after they recovered. Nothing is written for others.
 */
export async function rescheduleFailing(tx: Queryable, checks: readonly AdvancedCheck[], nowMs: number): Promise<void> {
  const moves = checks.flatMap(({ check, wasFailing, isFailing }) => {
    const { frequency, frequencyOffset, settings, activated, id: checkId } = check
    const seconds = settings.frequencyWhileFailing ?? null
    if (seconds === null || !activated || isFailing === wasFailing) return []
    const plan = planWhileFailing({ checkId, frequency, frequencyOffset }, isFailing ? seconds : null)
    return [{ checkId, nextRunAt: new Date(nextRunAt(plan, nowMs)) }]
  })
  if (moves.length === 0) return
  await moveNextRuns(tx, moves)
  await notify(tx, 'schedules')
}
