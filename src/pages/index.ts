// Public pages without a key: status pages and dashboards, their feeds and forms, rendered on the server.
// Takes HTTP requests. Returns pages that are complete without scripts and load nothing from other origins, made from the
// public types of publishing and analytics.
export { dashboardRenderer } from './dashboards/dashboard-renderer.ts'
export * from './mount-public-pages.ts'
export type { StatusPageSources } from './page-sources.ts'
export { SnapshotKeeper } from './snapshots/keep-snapshots.ts'
export { PageDomains } from './page-domains.ts'
export { prose } from './status/text.ts'
export { writeIncidentPage } from './status/write-incident-page.ts'
export { writePreview } from './status/preview.ts'
