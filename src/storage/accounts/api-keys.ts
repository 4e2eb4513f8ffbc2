import type { AgentMode, Role } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { notify } from '../database/queryable.ts'
import { deleteLinksOfKey } from './invites.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { ApiKeysTable } from '../generated/tables.ts'

/** Notified after every change of keys and memberships; caches of keys are cleared then. */
export const apiKeysChannel = 'api_keys'

export const apiKeyKinds = ['user', 'service'] as const
export type ApiKeyKind = (typeof apiKeyKinds)[number]

export type ApiKeyRow = Narrowed<
  Omit<ApiKeysTable, 'hash'>,
  {
    readonly kind: ApiKeyKind
    /** The first characters of the key, to recognise it by. */
    readonly prefix: string
    readonly role: Role | null
    readonly agentMode: AgentMode | null
  }
>

/** A key that is in force and what it opens: its own account for a service key, the memberships for a user key. */
export interface ApiKeyGrants {
  readonly id: string
  readonly userId: string | null
  readonly name: string
  /** Null: it is not the key of an agent. */
  readonly agentMode: AgentMode | null
  /** Whether its account keeps agents out. */
  readonly areAgentsOff: boolean
  readonly grants: readonly { readonly accountId: string; readonly role: Role }[]
}

export async function findApiKeyGrants(db: Queryable, hash: Buffer): Promise<ApiKeyGrants | null> {
  const rows = await db.namedRows<
    Omit<ApiKeyGrants, 'grants'> & { accountId: string | null; role: Role | null } & Record<string, unknown>
  >(
    'find-api-key-grants',
    `select k.id, k.user_id, k.name, k.agent_mode, coalesce(a.are_agents_off, false) as are_agents_off,
            coalesce(k.account_id, m.account_id) as account_id, coalesce(k.role, m.role) as role
     from api_keys k left join memberships m on k.kind = 'user' and m.user_id = k.user_id
     left join accounts a on a.id = k.account_id
     where k.hash = $1 and k.revoked_at is null
     order by m.created_at, m.account_id`,
    [hash],
  )
  const [first] = rows
  if (first === undefined) return null
  const grants = rows.flatMap(({ accountId, role }) => (accountId && role ? [{ accountId, role }] : []))
  const { id, userId, name, agentMode, areAgentsOff } = first
  return { id, userId, name, agentMode, areAgentsOff, grants }
}

export interface NewApiKey {
  readonly id: string
  readonly kind: ApiKeyKind
  readonly name: string
  readonly prefix: string
  readonly hash: Buffer
  readonly accountId: string | null
  readonly userId: string | null
  readonly role: Role | null
  readonly agentMode: AgentMode | null
  readonly createdAt: Date
}

/** Returns false when this very key exists already. */
export async function insertApiKey(tx: Queryable, key: NewApiKey): Promise<boolean> {
  const rows = await tx.rows(
    `insert into api_keys (id, kind, name, prefix, hash, account_id, user_id, role, agent_mode, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (hash) do nothing returning id`,
    [
      key.id,
      key.kind,
      key.name,
      key.prefix,
      key.hash,
      key.accountId,
      key.userId,
      key.role,
      key.agentMode,
      key.createdAt,
    ],
  )
  await notify(tx, apiKeysChannel)
  return rows.length > 0
}

const columns =
  'k.id, k.kind, k.name, k.prefix, k.account_id, k.user_id, k.role, k.agent_mode, k.created_at, k.revoked_at, k.last_used_at'
const worksFor = `(k.account_id = $1 or exists (
  select 1 from memberships m where k.kind = 'user' and m.user_id = k.user_id and m.account_id = $1))`

/** Keys that work, or worked, for an account; oldest first. */
export const listApiKeys = (db: Queryable, accountId: string): Promise<ApiKeyRow[]> =>
  db.rows(`select ${columns} from api_keys k where ${worksFor} order by k.created_at, k.id`, [accountId])

/** Ends a key, and the invites it made. Returns false when the account has no such key in force. */
export async function revokeApiKey(tx: Queryable, accountId: string, id: string, now: Date): Promise<boolean> {
  const rows = await tx.rows(
    `update api_keys k set revoked_at = $3 where k.id = $2 and k.revoked_at is null and ${worksFor} returning k.id`,
    [accountId, id, now],
  )
  if (rows.length > 0) await deleteLinksOfKey(tx, id)
  await notify(tx, apiKeysChannel)
  return rows.length > 0
}

/** Notes uses of keys. Processes write in any order: the latest use stays. */
export const touchApiKeys = (
  db: Queryable,
  uses: readonly { readonly id: string; readonly at: Date }[],
): Promise<unknown> =>
  db.rows(
    `update api_keys k set last_used_at = u.at from jsonb_to_recordset($1::jsonb) as u (id uuid, at timestamptz)
     where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.at)`,
    [recordset(uses)],
  )

/** Notes uses of connections of agents in the same way. */
export const touchAgentConnections = (
  db: Queryable,
  uses: readonly { readonly id: string; readonly at: Date }[],
): Promise<unknown> =>
  db.rows(
    `update agent_connections c set last_used_at = u.at from jsonb_to_recordset($1::jsonb) as u (id uuid, at timestamptz)
     where c.id = u.id and (c.last_used_at is null or c.last_used_at < u.at)`,
    [recordset(uses)],
  )

/** The user of a key or of a session; a key without one stands for itself. */
export interface KeyHolder {
  readonly id: string
  readonly name: string
}

export async function findKeyHolder(db: Queryable, keyId: string): Promise<KeyHolder | null> {
  const rows = await db.rows<KeyHolder>(
    `select coalesce(u.id, k.id) as id, coalesce(u.name, k.name) as name
     from api_keys k left join users u on u.id = k.user_id where k.id = $1 and k.revoked_at is null
     union all select u.id, u.name from browser_sessions s join users u on u.id = s.user_id where s.id = $1
     union all select u.id, c.client_name || ' (' || u.name || ')'
       from agent_connections c join users u on u.id = c.user_id where c.id = $1`,
    [keyId],
  )
  return rows[0] ?? null
}

/** Without `isEmailVerified` it is not proven that the address is theirs. */
export const insertUser = (
  tx: Queryable,
  user: { id: string; name: string; email: string; isEmailVerified?: boolean; createdAt: Date },
): Promise<unknown> =>
  tx.rows(`insert into users (id, name, email, is_email_verified, created_at) values ($1, $2, $3, $4, $5)`, [
    user.id,
    user.name,
    user.email,
    user.isEmailVerified ?? false,
    user.createdAt,
  ])

/** Keeps the role of a member who is there already. */
export async function insertMembership(
  tx: Queryable,
  membership: { accountId: string; userId: string; role: Role; createdAt: Date },
): Promise<void> {
  await tx.rows(
    `insert into memberships (account_id, user_id, role, created_at) values ($1, $2, $3, $4) on conflict do nothing`,
    [membership.accountId, membership.userId, membership.role, membership.createdAt],
  )
  await notify(tx, apiKeysChannel)
}

/** The member who owns the account longest. */
export async function findOwner(db: Queryable, accountId: string): Promise<string | null> {
  const rows = await db.rows<{ userId: string }>(
    `select user_id from memberships where account_id = $1 and role = 'OWNER' order by created_at, user_id limit 1`,
    [accountId],
  )
  return rows[0]?.userId ?? null
}

export async function findOldestAccountId(db: Queryable): Promise<string | null> {
  const rows = await db.rows<{ id: string }>(`select id from accounts order by created_at, id limit 1`)
  return rows[0]?.id ?? null
}

const setUpLockKey = 4_711_070_002

/** Until the transaction ends no other transaction sets up accounts. */
export const lockSetUp = (tx: Queryable): Promise<unknown> =>
  tx.rows(`select pg_advisory_xact_lock($1)`, [setUpLockKey])
