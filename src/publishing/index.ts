// What others see without a key, and what is written for them: badges, status pages, services and incidents. Ids and
// looks from addresses, callers with validated bodies and tasks that alerts left come in. Pictures, pages and
// incidents go out, made from types of their own that cannot carry a secret.
export { renderBadge } from './badge.ts'
export type { CursorPage } from './cursor.ts'
export * from './dashboard-incidents/index.ts'
export * from './incidents/index.ts'
export * from './services/index.ts'
export * from './status-badge.ts'
export * from './status-pages/index.ts'
