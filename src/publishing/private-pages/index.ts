export { mayRead, unlockStatusPage } from './private-pages.ts'
export type { PageSession } from './private-pages.ts'
