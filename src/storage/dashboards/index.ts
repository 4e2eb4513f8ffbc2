// Dashboards, their keys and incidents, and what their pages show. Takes and returns records.
export * from './dashboard-incidents.ts'
export * from './dashboard-keys.ts'
export * from './dashboard-pages.ts'
export * from './dashboards.ts'
