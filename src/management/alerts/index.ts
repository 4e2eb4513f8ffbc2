export * from './list-check-alerts.ts'
export * from './list-notifications.ts'
