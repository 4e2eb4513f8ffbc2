export * from './dashboard-incidents.ts'
export * from './updates-of-dashboard-incident.ts'
