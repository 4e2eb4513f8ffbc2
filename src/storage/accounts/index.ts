// Accounts, people, members, keys, sessions, invites and what they were sent. Takes and returns records.
export * from './account-deletion.ts'
export * from './account-of-resource.ts'
export * from './accounts.ts'
export * from './address-changes.ts'
export * from './agent-connections.ts'
export * from './agent-plans.ts'
export * from './allowances.ts'
export * from './api-keys.ts'
export * from './browser-sessions.ts'
export * from './event-streams.ts'
export * from './identities.ts'
export * from './installation.ts'
export * from './invites.ts'
export * from './link-mails.ts'
export * from './members.ts'
export * from './passkeys.ts'
export * from './rate-windows.ts'
export * from './ping-keys.ts'
export * from './probe-targets.ts'
export * from './saved-views.ts'
export * from './use-days.ts'
export type { PersonAccount, PersonRow } from './people.ts'
export {
  countSharedAddresses,
  findAccountsOfPerson,
  findPeopleByEmail,
  findPerson,
  listPeople,
  lockAddress,
  replaceSignInLink,
  savePassword,
  takeSignInLink,
  updateUserEmail,
} from './people.ts'
