// What others see without a key: badges of checks and groups. Ids from the address and the look that was asked for
// come in. Pictures go out, made from types of their own that cannot carry a secret.
export { renderBadge } from './badge.ts'
export * from './status-badge.ts'
