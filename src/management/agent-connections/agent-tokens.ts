import { dayMs, hashToken, hourMs, randomToken } from '#kernel'
import {
  deleteAgentConnection,
  findAgentToken,
  forgetEndedConnections,
  insertAgentToken,
  useAgentToken,
} from '#storage/accounts'
import type { AgentTokenKind, AgentTokenRow } from '#storage/accounts'
import type { Store } from '#storage/database'

export const accessLifeMs = hourMs
export const refreshLifeMs = 30 * dayMs

/** Recognized by scanners for leaked secrets. */
export const accessTokenPrefix = 'bfo_'
export const newAccessToken = (): string => `${accessTokenPrefix}${randomToken(32)}`
export const newRefreshToken = (): string => `bfr_${randomToken(32)}`

/** A code or a refresh token that is in force; null otherwise. One that was used before ends its connection. */
export async function readAgentToken(
  store: Store,
  token: string,
  { kind, now }: { readonly kind: AgentTokenKind; readonly now: Date },
): Promise<AgentTokenRow | null> {
  const row = await findAgentToken(store.db, hashToken(token))
  if (row?.kind !== kind || row.expiresAt <= now) return null
  if (row.usedAt === null) return row
  await endConnection(store, row)
  return null
}

/** Uses a code or a refresh token. False when somebody else did meanwhile, which ends the connection. */
export async function spendAgentToken(store: Store, token: string, now: Date): Promise<boolean> {
  const row = await findAgentToken(store.db, hashToken(token))
  if (row === null) return false
  const isFirst = await useAgentToken(store.db, { accountId: row.accountId, hash: row.hash, now })
  if (!isFirst) await endConnection(store, row)
  return isFirst
}

/** Stores the tokens of a connection by their hashes. */
export const saveAgentTokens = (
  store: Store,
  { accountId, connectionId }: Pick<AgentTokenRow, 'accountId' | 'connectionId'>,
  { access, refresh, now }: { readonly access: string; readonly refresh: string; readonly now: Date },
): Promise<void> =>
  store.db.transaction(async (tx) => {
    await forgetEndedConnections(tx, accountId, now)
    const after = (ms: number): Date => new Date(now.getTime() + ms)
    const both = [
      { kind: 'ACCESS', token: access, expiresAt: after(accessLifeMs) },
      { kind: 'REFRESH', token: refresh, expiresAt: after(refreshLifeMs) },
    ] as const
    for (const { kind, token, expiresAt } of both) {
      const place = { accountId, connectionId, redirectUri: null, codeChallenge: null }
      await insertAgentToken(tx, { ...place, kind, expiresAt, hash: hashToken(token) })
    }
  })

/** Ends the connection of a token of a client (RFC 7009); nothing otherwise. */
export async function revokeAgentToken(store: Store, token: string, clientId: string): Promise<void> {
  const row = await findAgentToken(store.db, hashToken(token))
  if (row !== null && row.clientId === clientId && row.kind !== 'CODE') await endConnection(store, row)
}

const endConnection = (store: Store, { accountId, connectionId }: AgentTokenRow): Promise<unknown> =>
  store.db.transaction((tx) => deleteAgentConnection(tx, { accountId, id: connectionId }))
