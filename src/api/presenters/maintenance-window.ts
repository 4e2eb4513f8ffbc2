import type { MaintenanceResource, MaintenanceUpdateResource, MaintenanceWindowResource } from '#contract'
import type { MaintenanceUpdateView, MaintenanceView } from '#management'
import type { MaintenanceWindowDefinition } from '#storage'
import { validated } from './validated.ts'

export const presentMaintenanceWindow = (window: MaintenanceWindowDefinition): MaintenanceWindowResource =>
  validated<MaintenanceWindowResource>({
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
  maintenanceWindowId: maintenance.windowId,
  startsAt: maintenance.startsAt.toISOString(),
  endsAt: maintenance.endsAt.toISOString(),
  status: maintenance.status,
  created_at: maintenance.createdAt.toISOString(),
  updated_at: maintenance.updatedAt.toISOString(),
  updates: updates.map((update) => presentMaintenanceUpdate({ windowId: maintenance.windowId, update })),
})

export const presentMaintenanceUpdate = ({ windowId, update }: MaintenanceUpdateView): MaintenanceUpdateResource => ({
  id: update.id,
  maintenanceWindowId: windowId,
  maintenanceId: update.maintenanceId,
  status: update.status,
  description: update.description,
  notifySubscribers: update.notifySubscribers,
  created_at: update.createdAt.toISOString(),
  previousStatus: update.previousStatus,
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
