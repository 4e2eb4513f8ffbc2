import type { JobSchedule } from '#contract'
import { heartbeatPeriodMs } from './heartbeat-timing.ts'
import type { HeartbeatTiming } from './heartbeat-timing.ts'

export interface HeartbeatConfiguration {
  /** Whether the check and its group are activated. */
  readonly activated: boolean
  readonly settings: HeartbeatTiming
}

export interface HeartbeatEdit {
  readonly before: HeartbeatConfiguration
  readonly after: HeartbeatConfiguration
  readonly timerResetAt: number | null
  /** Epoch milliseconds. */
  readonly savedAt: number
}

/**
 * The timer's reset time after a heartbeat was saved: reactivating and changing the period or the schedule restart it, other changes do
 * not. A timer that no ping has started yet stays off. Pings and detected failures reset it to their own time.
 */
export function timerAfterEdit({ before, after, timerResetAt, savedAt }: HeartbeatEdit): number | null {
  if (timerResetAt === null) return null
  const isReactivated = !before.activated && after.activated
  const isPeriodChanged =
    heartbeatPeriodMs(before.settings) !== heartbeatPeriodMs(after.settings) ||
    !isSameSchedule(before.settings.schedule ?? null, after.settings.schedule ?? null)
  return isReactivated || isPeriodChanged ? savedAt : timerResetAt
}

const isSameSchedule = (one: JobSchedule | null, other: JobSchedule | null): boolean =>
  one?.expression === other?.expression && one?.timezone === other?.timezone
