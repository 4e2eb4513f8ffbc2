import { highestRoleOf } from '#contract'
import type { AgentMode, Role } from '#contract'
import { Fault, hashToken, randomToken, timeOrderedId } from '#kernel'
import { findAccounts, findOwner, insertApiKey, listApiKeys, revokeApiKey } from '#storage/accounts'
import type { ApiKeyKind, NewApiKey } from '#storage/accounts'
import type { Store } from '#storage/database'

/** A service key has a role in one account. A user key acts as its user, by default the owner of the account. */
export type NewKey =
  | {
      readonly kind: 'service'
      readonly accountId: string
      readonly name: string
      readonly role: Role
      /** Of a key for an agent, whose role is lowered to what the mode allows. */
      readonly agentMode?: AgentMode | undefined
    }
  | { readonly kind: 'user'; readonly accountId: string; readonly name: string; readonly userId?: string }

export interface CreatedKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  /** Null for user keys. */
  readonly role: Role | null
  /** Returned only once; only its hash is stored. */
  readonly key: string
}

/** Creates an API key. Throws ACCOUNT_NOT_FOUND when the account does not exist or has no owner. */
export function createKey(store: Store, input: NewKey, now: Date): Promise<CreatedKey> {
  return store.db.transaction(async (tx) => {
    const [account] = await findAccounts(tx, [input.accountId])
    if (account === undefined) throw new Fault('ACCOUNT_NOT_FOUND')
    const owner = input.kind === 'user' ? (input.userId ?? (await findOwner(tx, input.accountId))) : null
    if (input.kind === 'user' && owner === null) throw new Fault('ACCOUNT_NOT_FOUND')
    const key = randomKey(input.kind)
    const row = keyRow(key, input.name, ownerOf(input, owner), now)
    await insertApiKey(tx, row)
    return { id: row.id, name: row.name, prefix: row.prefix, role: row.role, key }
  })
}

const ownerOf = (input: NewKey, userId: string | null): KeyOwner =>
  input.kind === 'user'
    ? { kind: 'user', accountId: null, userId, role: null, agentMode: null }
    : {
        kind: 'service',
        accountId: input.accountId,
        userId: null,
        role: input.agentMode === undefined ? input.role : highestRoleOf(input.agentMode, input.role),
        agentMode: input.agentMode ?? null,
      }

export interface KeySummary {
  readonly id: string
  readonly kind: ApiKeyKind
  readonly name: string
  /** The first characters of the key, to recognize it by. */
  readonly prefix: string
  /** Null for service keys. */
  readonly userId: string | null
  /** Null for user keys: they have the role of their user. */
  readonly role: Role | null
  /** Null for keys that are not of agents. */
  readonly agentMode: AgentMode | null
  readonly createdAt: Date
  readonly revokedAt: Date | null
  /** A minute or so old. Null when it was never used. */
  readonly lastUsedAt: Date | null
}

/** The keys of an account, revoked ones included, oldest first. */
export async function listKeys(store: Store, accountId: string): Promise<KeySummary[]> {
  const rows = await listApiKeys(store.db, accountId)
  return rows.map(({ id, kind, name, prefix, userId, role, agentMode, createdAt, revokedAt, lastUsedAt }) => ({
    id,
    userId,
    kind,
    name,
    prefix,
    role,
    agentMode,
    createdAt,
    revokedAt,
    lastUsedAt,
  }))
}

/**
 * Revokes a key immediately, in every process. Returns false when the account has no such active key. A user key is
 * revoked for all accounts of its user.
 */
export const revokeKey = (store: Store, key: { accountId: string; id: string }, now: Date): Promise<boolean> =>
  store.db.transaction((tx) => revokeApiKey(tx, key.accountId, key.id, now))

/** A prefix per kind, so that scanners for leaked secrets recognize it. */
const prefixes: { readonly [K in ApiKeyKind]: string } = { user: 'bfu_', service: 'bfs_' }

const keyBytes = 24
const visibleCharacters = 10

export interface KeyOwner {
  readonly kind: ApiKeyKind
  readonly accountId: string | null
  readonly userId: string | null
  readonly role: Role | null
  readonly agentMode: AgentMode | null
}

export const randomKey = (kind: ApiKeyKind): string => `${prefixes[kind]}${randomToken(keyBytes)}`

/** The stored parts of a key: its hash, and too few of its characters to guess the rest. */
export const keyRow = (key: string, name: string, owner: KeyOwner, now: Date): NewApiKey => ({
  id: timeOrderedId(now.getTime()),
  name,
  prefix: key.slice(0, Math.min(visibleCharacters, Math.floor(key.length / 3))),
  hash: hashToken(key),
  createdAt: now,
  ...owner,
})
