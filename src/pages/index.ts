// Public pages without a key: status pages and dashboards, their feeds and forms, rendered on the server.
// Takes HTTP requests. Returns pages that run no script and load nothing from other origins, made from the public types
// of publishing and analytics.
export * from './mount-public-pages.ts'
export type { StatusPageSources } from './page-sources.ts'
export { PageDomains } from './page-domains.ts'
export { writePreview } from './status/preview.ts'
