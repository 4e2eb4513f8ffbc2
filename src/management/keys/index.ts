export * from './create-key.ts'
export * from './list-keys.ts'
export * from './revoke-key.ts'
export * from './set-up-first-account.ts'
