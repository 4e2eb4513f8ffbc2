import type { AgentMode, Role } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import { notify } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, valuesOf } from '../database/written-columns.ts'
import type { AgentConnectionsTable, AgentTokensTable } from '../generated/tables.ts'
import { apiKeysChannel } from './api-keys.ts'

type Connection = Narrowed<AgentConnectionsTable, { readonly mode: AgentMode }>
export type NewAgentConnection = Omit<Connection, 'lastUsedAt'>
export type AgentConnectionRow = Omit<Connection, 'clientId'> & { readonly userName: string }
export type AgentTokenKind = 'CODE' | 'ACCESS' | 'REFRESH'
export type NewAgentToken = Narrowed<Omit<AgentTokensTable, 'usedAt'>, { readonly kind: AgentTokenKind }>

interface ConnectionPlace {
  readonly accountId: string
  readonly id: string
}

const connectionColumns = [
  'accountId',
  'id',
  'userId',
  'clientId',
  'clientName',
  'clientHost',
  'mode',
  'createdAt',
] as const
const tokenColumns = ['hash', 'accountId', 'connectionId', 'kind', 'expiresAt', 'redirectUri', 'codeChallenge'] as const

export const insertAgentConnection = (tx: Queryable, connection: NewAgentConnection): Promise<unknown> =>
  tx.rows(insertOf('agent_connections', connectionColumns), valuesOf(connection, connectionColumns))

export const insertAgentToken = (tx: Queryable, token: NewAgentToken): Promise<unknown> =>
  tx.rows(insertOf('agent_tokens', tokenColumns), valuesOf(token, tokenColumns))

/** Forgets tokens that have expired, and connections that have none left. */
export async function forgetEndedConnections(tx: Queryable, accountId: string, now: Date): Promise<void> {
  await tx.rows('delete from agent_tokens where account_id = $1 and expires_at <= $2', [accountId, now])
  await tx.rows(
    `delete from agent_connections c where c.account_id = $1 and not exists (
       select 1 from agent_tokens t where t.account_id = $1 and t.connection_id = c.id)`,
    [accountId],
  )
}

/** Connections whose program came to fetch its tokens, and may still renew them; the latest first. */
export const listAgentConnections = (
  db: Queryable,
  accountId: string,
  { userId, now }: { readonly userId: string | null; readonly now: Date },
): Promise<AgentConnectionRow[]> =>
  db.rows(
    `select c.account_id, c.id, c.user_id, c.client_name, c.client_host, c.mode, c.created_at, c.last_used_at,
       u.name as user_name
     from agent_connections c join users u on u.id = c.user_id
     where c.account_id = $1 and ($2::uuid is null or c.user_id = $2) and exists (
       select 1 from agent_tokens t where t.account_id = $1 and t.connection_id = c.id and t.kind = 'REFRESH'
         and t.used_at is null and t.expires_at > $3)
     order by c.created_at desc, c.id desc limit 1000`,
    [accountId, userId, now],
  )

/** Ends a connection with its tokens, in every process; false when there is none, or none of that user. */
export async function deleteAgentConnection(
  tx: Queryable,
  { accountId, id }: ConnectionPlace,
  userId: string | null = null,
): Promise<boolean> {
  const rows = await tx.rows(
    `delete from agent_connections where account_id = $1 and id = $2 and ($3::uuid is null or user_id = $3)
     returning id`,
    [accountId, id, userId],
  )
  await notify(tx, apiKeysChannel)
  return rows.length > 0
}

/** A token with what its connection is. */
export type AgentTokenRow = Narrowed<AgentTokensTable, { readonly kind: AgentTokenKind }> & {
  readonly clientId: string
  readonly mode: AgentMode
}

export async function findAgentToken(db: Queryable, hash: Buffer): Promise<AgentTokenRow | null> {
  const rows = await db.rows<AgentTokenRow & Record<string, unknown>>(
    `select t.*, c.client_id, c.mode from agent_tokens t
     join agent_connections c on c.account_id = t.account_id and c.id = t.connection_id where t.hash = $1`,
    [hash],
  )
  return rows[0] ?? null
}

/** Uses a code or a refresh token, once; false when it was used. */
export async function useAgentToken(
  db: Queryable,
  { accountId, hash, now }: { readonly accountId: string; readonly hash: Buffer; readonly now: Date },
): Promise<boolean> {
  const rows = await db.rows(
    `update agent_tokens set used_at = $3 where account_id = $1 and hash = $2 and used_at is null returning hash`,
    [accountId, hash, now],
  )
  return rows.length > 0
}

/** The connection of an access token that is in force, and the role of its person. */
export interface AgentGrants {
  readonly id: string
  readonly userId: string
  readonly clientName: string
  readonly mode: AgentMode
  readonly accountId: string
  readonly role: Role
}

export async function findAgentGrants(db: Queryable, hash: Buffer, now: Date): Promise<AgentGrants | null> {
  const rows = await db.namedRows<AgentGrants & Record<string, unknown>>(
    'find-agent-grants',
    `select c.id, c.user_id, c.client_name, c.mode, c.account_id, m.role
     from agent_tokens t
     join agent_connections c on c.account_id = t.account_id and c.id = t.connection_id
     join memberships m on m.account_id = c.account_id and m.user_id = c.user_id
     where t.hash = $1 and t.kind = 'ACCESS' and t.expires_at > $2`,
    [hash, now],
  )
  return rows[0] ?? null
}

export async function areAgentsOff(db: Queryable, accountId: string): Promise<boolean> {
  const rows = await db.rows<{ areAgentsOff: boolean }>('select are_agents_off from accounts where id = $1', [
    accountId,
  ])
  return rows[0]?.areAgentsOff === true
}

/** Keys of agents, which are remembered, end or work again at once. */
export async function setAgentsOff(tx: Queryable, accountId: string, isOff: boolean): Promise<void> {
  await tx.rows('update accounts set are_agents_off = $2 where id = $1', [accountId, isOff])
  await notify(tx, apiKeysChannel)
}
