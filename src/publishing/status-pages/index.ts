export * from './card-page-definition.ts'
export { createStatusPage, deleteStatusPage, getStatusPage, listStatusPages, updateStatusPage } from './status-pages.ts'
export type { StatusPageView } from './status-pages.ts'
