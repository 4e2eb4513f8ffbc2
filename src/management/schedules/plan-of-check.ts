import { isWireType } from '#contract'
import type { CheckDefinition } from '#contract'
import { queuesOf } from '#inheritance'
import { nextRunAt } from '#schedule'
import type { CheckPlan } from '#storage/checks'

/**
 * When and where an effective check runs. Inactive checks, inbound ones and those no runner can run are never due. A
 * check that did not run before starts immediately, any other keeps its slots.
 */
export function planOfCheck(check: CheckDefinition, nowMs: number): CheckPlan {
  const isDue = check.activated && isWireType(check.checkType)
  const { frequency, frequencyOffset } = check
  return {
    accountId: check.accountId,
    checkId: check.id,
    checkType: check.checkType,
    checkName: check.name,
    frequency,
    frequencyOffset,
    failingSeconds: check.settings.frequencyWhileFailing ?? null,
    locations: queuesOf(check),
    runParallel: check.runParallel,
    nextRunAt: isDue ? new Date(nextRunAt({ checkId: check.id, frequency, frequencyOffset }, nowMs)) : null,
    startsAt: isDue ? new Date(nowMs) : null,
  }
}
