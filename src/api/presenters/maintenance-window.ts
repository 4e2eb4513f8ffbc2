import type {
  MaintenanceResource,
  MaintenanceScheduleResource,
  MaintenanceUpdateResource,
  MaintenanceWindowResource,
} from '#contract'
import type { MaintenanceUpdateView, MaintenanceView, PlannedMaintenance, WindowSchedule } from '#management'
import type { MaintenanceWindowDefinition } from '#storage/maintenances'
import { validated } from './validated.ts'
import { stampsOf } from './stamps.ts'

export const presentMaintenanceWindow = (window: MaintenanceWindowDefinition): MaintenanceWindowResource =>
  validated<MaintenanceWindowResource>({
    ...window,
    startsAt: window.startsAt.toISOString(),
    endsAt: window.endsAt.toISOString(),
    repeatEndsAt: window.repeatEndsAt === null ? null : `${window.repeatEndsAt}T00:00:00.000Z`,
    statusPageVisibility: window.visibility,
    ...stampsOf(window),
  })

export const presentMaintenanceSchedule = (found: {
  readonly entries: readonly WindowSchedule[]
  readonly isComplete: boolean
}): MaintenanceScheduleResource => ({
  entries: found.entries.map(({ window, current, next, last }) => ({
    window: presentMaintenanceWindow(window),
    current: presentPlanned(current),
    next: presentPlanned(next),
    last: presentPlanned(last),
  })),
  isComplete: found.isComplete,
})

const presentPlanned = (planned: PlannedMaintenance | null): MaintenanceScheduleResource['entries'][number]['next'] =>
  planned && {
    maintenanceId: planned.id,
    startsAt: planned.startsAt.toISOString(),
    endsAt: planned.endsAt.toISOString(),
    status: planned.status,
  }

/** Safe HTML of the text of an update. */
type HtmlOf = (text: string) => string

export const presentMaintenance = (
  { maintenance, updates }: MaintenanceView,
  htmlOf: HtmlOf | null = null,
): MaintenanceResource => ({
  id: maintenance.id,
  maintenanceWindowId: maintenance.windowId,
  startsAt: maintenance.startsAt.toISOString(),
  endsAt: maintenance.endsAt.toISOString(),
  status: maintenance.status,
  created_at: maintenance.createdAt.toISOString(),
  updated_at: maintenance.updatedAt.toISOString(),
  updates: updates.map((update) => ({
    ...presentMaintenanceUpdate({ windowId: maintenance.windowId, update }),
    ...(htmlOf && { html: htmlOf(update.description) }),
  })),
})

export const presentMaintenanceUpdate = ({ windowId, update }: MaintenanceUpdateView): MaintenanceUpdateResource => ({
  ...update,
  maintenanceWindowId: windowId,
  created_at: update.createdAt.toISOString(),
  previousStartsAt: update.previousStartsAt.toISOString(),
  previousEndsAt: update.previousEndsAt.toISOString(),
  dateAdjustments: adjustmentsOf(update),
})

function adjustmentsOf(update: MaintenanceUpdateView['update']): MaintenanceUpdateResource['dateAdjustments'] {
  const { newStartsAt: startsAt, newEndsAt: endsAt } = update
  if (startsAt === null && endsAt === null) return null
  return {
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
  }
}
