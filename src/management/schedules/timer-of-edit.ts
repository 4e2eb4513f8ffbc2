import type { CheckDefinition } from '#contract'
import { failingAt, timerAfterEdit } from '#schedule'
import type { HeartbeatTiming } from '#schedule'
import type { HeartbeatTimerRow } from '#storage'
import type { EffectiveChange } from './refresh-schedules.ts'

export interface TimerMarks {
  readonly activated: boolean
  readonly reset_at: Date | null
  readonly failing_at: Date | null
}

/** Where the timer of a heartbeat stands once an edit is saved (semantics 3.14); a paused one never fails. */
export function timerOfEdit(
  { before, after }: EffectiveChange,
  timer: Pick<HeartbeatTimerRow, 'reset_at'> | null,
  nowMs: number,
): TimerMarks {
  const settings = timingOf(after)
  const resetAt = timerAfterEdit({
    before: before === null ? configurationOf(after) : configurationOf(before),
    after: configurationOf(after),
    timerResetAt: timer?.reset_at?.getTime() ?? null,
    savedAt: nowMs,
  })
  return {
    activated: after.activated,
    reset_at: resetAt === null ? null : new Date(resetAt),
    failing_at: resetAt === null || !after.activated ? null : new Date(failingAt(settings, resetAt)),
  }
}

const configurationOf = (check: CheckDefinition) => ({ activated: check.activated, settings: timingOf(check) })

/** Only other check types lack the settings, and they have no timer. */
export const timingOf = (check: CheckDefinition): HeartbeatTiming =>
  check.settings.heartbeat ?? { period: 1, periodUnit: 'days', grace: 0, graceUnit: 'days' }
