import { createContext, useContext } from 'react'
import type { ReactNode } from 'react'
import { setAccount } from '../api/call.ts'
import type { Access, UsedOperation } from '../api/operations.ts'
import { addressOf } from '../api/operations.ts'
import type { SignedIn } from './api.ts'

export type Role = SignedIn['accounts'][number]['role']

/** Who looks at the page, and what they may do in the account they look at. */
export interface Session {
  readonly user: NonNullable<SignedIn['user']>
  readonly accounts: SignedIn['accounts']
  readonly account: SignedIn['accounts'][number]
  /** Whether the person may call an operation here. */
  readonly may: (operation: UsedOperation) => boolean
}

const Current = createContext<Session | null>(null)

/** Roles from the lowest on, and the lowest of each access level. */
const roles: readonly Role[] = ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN', 'OWNER']
const lowest: Readonly<Record<Access, Role>> = {
  public: 'READ_ONLY',
  read: 'READ_ONLY',
  run: 'READ_RUN',
  write: 'READ_WRITE',
  admin: 'ADMIN',
  owner: 'OWNER',
}

export const allows = (role: Role, access: Access): boolean => roles.indexOf(role) >= roles.indexOf(lowest[access])

const accountKey = 'belfry.account'

const linkParameter = 'account'
let linked: Readonly<Record<string, string>> = {}

/** The account in addresses of screens, so that a copied link opens in it; none for a person with one account. */
export const accountOfLinks = (): Readonly<Record<string, string>> => linked

/** A page that ends leaves its account to no other one. */
export function leaveAccount(): void {
  linked = {}
  setAccount(null)
}

/**
 * The account that the address names, else the one chosen in this tab, else the one chosen last in this browser, if the
 * person belongs to it; else their first.
 */
export function sessionOf({ user, accounts }: SignedIn): Session | null {
  const named = new URLSearchParams(location.search).get(linkParameter)
  const chosen = [named, sessionStorage.getItem(accountKey), localStorage.getItem(accountKey)]
  const account = chosen.flatMap((id) => accounts.find((one) => one.id === id) ?? [])[0] ?? accounts[0]
  if (user === null || account === undefined) return null
  // Another tab may choose another one: this tab stays where it is.
  sessionStorage.setItem(accountKey, account.id)
  linked = accounts.length > 1 ? { [linkParameter]: account.id } : {}
  return { user, accounts, account, may: (operation) => allows(account.role, addressOf(operation).access) }
}

/**
 * Another account has other data everywhere: the page begins again. Tabs that are opened from now on begin there.
 */
export function chooseAccount(id: string): void {
  sessionStorage.setItem(accountKey, id)
  localStorage.setItem(accountKey, id)
  location.assign(document.baseURI)
}

/** The same address in another account, in this tab alone. */
export function moveTabTo(id: string): void {
  sessionStorage.setItem(accountKey, id)
  const address = new URL(location.href)
  address.searchParams.set(linkParameter, id)
  location.assign(address)
}

export function SessionProvider({ session, children }: { readonly session: Session; readonly children: ReactNode }) {
  setAccount(session.account.id)
  return <Current value={session}>{children}</Current>
}

export const useSessionIfAny = (): Session | null => useContext(Current)

class SessionMissing extends Error {}

/** Inside the shell only. */
export function useSession(): Session {
  const session = useContext(Current)
  if (session === null) throw new SessionMissing('This component needs a person who is signed in.')
  return session
}

export const useMay = (operation: UsedOperation): boolean => useSession().may(operation)
