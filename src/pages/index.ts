// What people look at without a key: public status pages and dashboards, their feeds and forms, written on the server.
// HTTP requests come in. Out go pages that run no script and load nothing from elsewhere, made from what
// publishing and analytics say in types of their own.
export * from './mount-public-pages.ts'
export type { StatusPageSources } from './page-sources.ts'
export { PageDomains } from './page-domains.ts'
