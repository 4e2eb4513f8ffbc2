import type { CheckDefinition } from '#contract'
import { failingAt, timerAfterEdit } from '#schedule'
import type { HeartbeatTiming } from '#schedule'
import type { HeartbeatTimerRow } from '#storage/checks'
import type { EffectiveChange } from './refresh-schedules.ts'

export interface TimerMarks {
  readonly activated: boolean
  readonly resetAt: Date | null
  readonly failingAt: Date | null
}

/** The timer of a heartbeat after an edit; a paused one never fails. */
export function timerOfEdit(
  { before, after }: EffectiveChange,
  timer: Pick<HeartbeatTimerRow, 'resetAt'> | null,
  nowMs: number,
): TimerMarks {
  const settings = timingOf(after)
  const resetAt = timerAfterEdit({
    before: before === null ? configurationOf(after) : configurationOf(before),
    after: configurationOf(after),
    timerResetAt: timer?.resetAt?.getTime() ?? null,
    savedAt: nowMs,
  })
  return {
    activated: after.activated,
    resetAt: resetAt === null ? null : new Date(resetAt),
    failingAt: resetAt === null || !after.activated ? null : new Date(failingAt(settings, resetAt)),
  }
}

const configurationOf = (check: CheckDefinition) => ({ activated: check.activated, settings: timingOf(check) })

/** Only other check types lack the settings, and they have no timer. */
export const timingOf = (check: CheckDefinition): HeartbeatTiming =>
  check.settings.heartbeat ?? { period: 1, periodUnit: 'days', grace: 0, graceUnit: 'days' }
