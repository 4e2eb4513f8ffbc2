// The public side: badges, status pages, incidents and mails to subscribers. Takes ids and style options from URLs,
// visitors, callers with validated bodies and tasks that alerts created. Returns images, pages, incidents and mails,
// made from separate types that cannot carry a secret.
export { renderBadge } from './render-badge.ts'
export type { CursorPage } from './cursor.ts'
export { comparableHost } from './custom-domain.ts'
export * from './component-pages/index.ts'
export * from './dashboard-incidents/index.ts'
export * from './dashboards/index.ts'
export * from './feeds/index.ts'
export * from './group-badge-address.ts'
export * from './incidents/index.ts'
export * from './incidents-of-pages/index.ts'
export * from './pages/index.ts'
export * from './private-pages/index.ts'
export * from './services/index.ts'
export * from './status-badge.ts'
export * from './status-pages/index.ts'
export * from './subscriptions/index.ts'
