import type { MaintenanceResource, MaintenanceUpdateResource, MaintenanceWindowResource } from '#contract'
import type { MaintenanceUpdateView, MaintenanceView } from '#management'
import type { MaintenanceWindowDefinition } from '#storage'
import { judged } from './judged.ts'

export const presentMaintenanceWindow = (window: MaintenanceWindowDefinition): MaintenanceWindowResource =>
  judged<MaintenanceWindowResource>({
    id: window.id,
    name: window.name,
    tags: window.tags,
    startsAt: window.startsAt.toISOString(),
    endsAt: window.endsAt.toISOString(),
    repeatInterval: window.repeatInterval,
    repeatUnit: window.repeatUnit,
    repeatEndsAt: window.repeatEndsAt === null ? null : `${window.repeatEndsAt}T00:00:00.000Z`,
    timezone: window.timezone,
    description: window.description,
    statusPageVisibility: window.visibility,
    pauseAllChecks: window.pauseAllChecks,
    silenceAlertsTags: window.silenceAlertsTags,
    silenceAllAlerts: window.silenceAllAlerts,
    notifyAfterEnd: window.notifyAfterEnd,
    created_at: window.createdAt.toISOString(),
    updated_at: window.updatedAt?.toISOString() ?? null,
  })

export const presentMaintenance = ({ maintenance, updates }: MaintenanceView): MaintenanceResource => ({
  id: maintenance.id,
  maintenanceWindowId: maintenance.window_id,
  startsAt: maintenance.starts_at.toISOString(),
  endsAt: maintenance.ends_at.toISOString(),
  status: maintenance.status,
  created_at: maintenance.created_at.toISOString(),
  updated_at: maintenance.updated_at.toISOString(),
  updates: updates.map((update) => presentMaintenanceUpdate({ windowId: maintenance.window_id, update })),
})

export const presentMaintenanceUpdate = ({ windowId, update }: MaintenanceUpdateView): MaintenanceUpdateResource => ({
  id: update.id,
  maintenanceWindowId: windowId,
  maintenanceId: update.maintenance_id,
  status: update.status,
  description: update.description,
  notifySubscribers: update.notify_subscribers,
  created_at: update.created_at.toISOString(),
  previousStatus: update.previous_status,
  previousStartsAt: update.previous_starts_at.toISOString(),
  previousEndsAt: update.previous_ends_at.toISOString(),
  dateAdjustments: adjustmentsOf(update),
})

function adjustmentsOf(update: MaintenanceUpdateView['update']): MaintenanceUpdateResource['dateAdjustments'] {
  const { new_starts_at: startsAt, new_ends_at: endsAt } = update
  if (startsAt === null && endsAt === null) return null
  return {
    ...(startsAt && { startsAt: startsAt.toISOString() }),
    ...(endsAt && { endsAt: endsAt.toISOString() }),
  }
}
