import { failingAt } from '#schedule'
import { lockMissedSchedules, saveTimerPlans } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { timingOf } from './record-event.ts'

/**
 * Excuses heartbeats with a schedule whose ping was due in an absence of `absentMs` before `nowMs`, when no process could
 * receive it: the next one that they expect is that after it. Others are due when they were.
 */
export async function excuseSchedules(tx: Queryable, nowMs: number, absentMs: number): Promise<void> {
  const missed = await lockMissedSchedules(tx, new Date(nowMs), absentMs)
  const plans = missed.map((timer) => {
    const dueMs = (timer.failingAt?.getTime() ?? nowMs) - timer.graceMs
    const resetMs = Math.max(dueMs, nowMs)
    const failsAt = new Date(failingAt(timingOf(timer), resetMs))
    return { checkId: timer.checkId, activated: true, resetAt: new Date(resetMs), failingAt: failsAt }
  })
  await saveTimerPlans(tx, plans)
}
