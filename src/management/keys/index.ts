export { createKey, listKeys, revokeKey } from './keys.ts'
export type { CreatedKey, KeySummary, NewKey } from './keys.ts'
export * from './set-up-first-account.ts'
