import { hashToken } from '#kernel'
import type { Clock, Log } from '#kernel'
import { findSession } from '#management'
import { findAgentGrants, findApiKeyGrants } from '#storage/accounts'
import type { AgentGrants, ApiKeyGrants, SessionGrants } from '#storage/accounts'
import type { Database, Store } from '#storage/database'
import { createCredentialDirectory } from './credential-directory.ts'
import type { CredentialDirectory } from './credential-directory.ts'

export type KeyDirectory = CredentialDirectory<ApiKeyGrants>
/** Access tokens of agents. */
export type AgentDirectory = CredentialDirectory<AgentGrants>
export type SessionDirectory = CredentialDirectory<SessionGrants>

export const createKeyDirectory = (db: Database, clock: Clock, log: Log): KeyDirectory =>
  createCredentialDirectory({ db, clock, log }, (key) => findApiKeyGrants(db, hashToken(key)))

export const createSessionDirectory = (store: Store, clock: Clock, log: Log): SessionDirectory =>
  createCredentialDirectory({ db: store.db, clock, log }, (token) => findSession(store, token, new Date(clock.now())))

export const createAgentDirectory = (db: Database, clock: Clock, log: Log): AgentDirectory =>
  createCredentialDirectory({ db, clock, log }, (token) => findAgentGrants(db, hashToken(token), new Date(clock.now())))
