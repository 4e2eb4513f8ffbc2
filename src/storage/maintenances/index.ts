// Maintenance windows, the maintenances planned from them, updates and reminders. Takes and returns records.
export * from './maintenance-effect.ts'
export * from './maintenance-occurrences.ts'
export * from './maintenance-reminders.ts'
export * from './maintenance-schedule.ts'
export * from './maintenance-updates.ts'
export * from './maintenance-windows.ts'
export * from './maintenances.ts'
