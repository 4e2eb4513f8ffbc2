import type { Caller } from '#kernel'
import { isOver, isUnderWay, occurrences } from '#schedule'
import { listNearMaintenances, listScheduledWindows } from '#storage/maintenances'
import type { Store } from '#storage/database'
import type { MaintenanceWindowDefinition, NearMaintenance, ScheduledWindow } from '#storage/maintenances'
import { timesOf } from './window-times.ts'

const mostWindows = 500

/** A maintenance that is planned: of one that is created later the id is null. */
export type PlannedMaintenance = Pick<NearMaintenance, 'startsAt' | 'endsAt' | 'status'> & {
  readonly id: string | null
}

/** A window, and the maintenance under way, the next and the last one. */
export interface WindowSchedule {
  readonly window: MaintenanceWindowDefinition
  readonly current: PlannedMaintenance | null
  readonly next: PlannedMaintenance | null
  readonly last: PlannedMaintenance | null
}

/** The latest windows of an account, newest first, with their nearest maintenances. */
export async function listMaintenanceSchedule(
  { db }: Store,
  { accountId, nowMs }: Caller,
): Promise<{ entries: WindowSchedule[]; isComplete: boolean }> {
  const found = await listScheduledWindows(db, accountId, mostWindows + 1)
  const windows = found.slice(0, mostWindows)
  const near = await listNearMaintenances(
    db,
    accountId,
    windows.map(({ window }) => window.id),
  )
  const byWindow = Map.groupBy(near, ({ windowId }) => windowId)
  return {
    entries: windows.map((one) => scheduleOf(one, byWindow.get(one.window.id) ?? [], nowMs)),
    isComplete: found.length <= mostWindows,
  }
}

function scheduleOf(scheduled: ScheduledWindow, near: readonly NearMaintenance[], nowMs: number): WindowSchedule {
  const { window } = scheduled
  return {
    window,
    current: near.find(({ status }) => isUnderWay(status)) ?? null,
    next: near.find(({ status }) => status === 'SCHEDULED') ?? laterOf(scheduled, nowMs),
    last: near.find(({ status }) => isOver(status)) ?? null,
  }
}

/** The first one after those that were created, of which the next may have been deleted or cancelled. */
function laterOf({ window, planningDueAt }: ScheduledWindow, nowMs: number): PlannedMaintenance | null {
  if (planningDueAt === null) return null
  const lengthMs = window.endsAt.getTime() - window.startsAt.getTime()
  const [later] = occurrences(timesOf(window), Math.max(nowMs, planningDueAt.getTime()) + lengthMs, 1)
  if (later === undefined) return null
  return { id: null, startsAt: new Date(later.startsAtMs), endsAt: new Date(later.endsAtMs), status: 'SCHEDULED' }
}
