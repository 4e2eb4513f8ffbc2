// What others see without a key, and what is written for them: badges, status pages, incidents, mails to subscribers. Ids
// and looks from addresses, visitors, callers with validated bodies and tasks that alerts left come in. Pictures, pages,
// incidents and mails go out, made from types of their own that cannot carry a secret.
export { renderBadge } from './badge.ts'
export type { CursorPage } from './cursor.ts'
export { comparableHost } from './custom-domain.ts'
export * from './dashboard-incidents/index.ts'
export * from './dashboards/index.ts'
export * from './group-badge-address.ts'
export * from './incidents/index.ts'
export * from './pages/index.ts'
export * from './private-pages/index.ts'
export * from './services/index.ts'
export * from './status-badge.ts'
export * from './status-pages/index.ts'
export * from './subscriptions/index.ts'
