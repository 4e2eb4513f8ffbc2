export * from './change-maintenance.ts'
export { getMaintenanceCoverage, previewMaintenanceWindow } from './maintenance-coverage.ts'
export { getMaintenanceEffect } from './maintenance-effect.ts'
export { listMaintenanceOccurrences } from './maintenance-occurrences.ts'
export { listMaintenanceSchedule } from './maintenance-schedule.ts'
export type { PlannedMaintenance, WindowSchedule } from './maintenance-schedule.ts'
export { createMaintenanceUpdate, deleteMaintenanceUpdate, updateMaintenanceUpdate } from './maintenance-updates.ts'
export type { MaintenanceUpdateView } from './maintenance-updates.ts'
export {
  createMaintenanceWindow,
  deleteMaintenanceWindow,
  getMaintenanceWindow,
  listMaintenanceWindows,
  updateMaintenanceWindow,
} from './maintenance-windows.ts'
export type { MaintenanceWindowFilter } from './maintenance-windows.ts'
export { getMaintenance, listMaintenances } from './read-maintenances.ts'
export type { MaintenanceReference, MaintenanceView } from './read-maintenances.ts'
export { endMaintenance, startMaintenance } from './start-and-end.ts'
