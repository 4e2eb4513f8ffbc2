import { Pool } from 'pg'
import type { ClientBase, ClientConfig, PoolClient } from 'pg'
import { backoffMs, backoffPolicies, hasTriesLeft, invariant, silentLog } from '#kernel'
import type { Log } from '#kernel'
import { isOutdatedPlan, isSerializationFailure } from './database-errors.ts'
import { NotificationConnection } from './notification-listener.ts'
import type { NotificationListener } from './notification-listener.ts'
import { createQueryable } from './queryable.ts'
import { nameProperties } from './records.ts'
import type { Queryable } from './queryable.ts'
import { valueParsers } from './value-parsers.ts'
import { realTime } from '../real-time.ts'

export type { Queryable } from './queryable.ts'
export type { NotificationListener } from './notification-listener.ts'

export interface DatabaseOptions {
  /** Either this or `connection`. */
  readonly connectionString?: string
  readonly connection?: {
    readonly host: string
    readonly port?: number
    readonly user: string
    readonly database: string
    readonly password?: string
  }
  /** Without the one for notifications. Default 10. */
  readonly maxConnections?: number
  readonly applicationName?: string
  /** The longest that one statement may take. Default: any time. */
  readonly statementTimeoutMs?: number
  readonly log?: Log
}

/** One transaction. Its statements are sent one after the other on one connection. */
export interface Transaction extends Queryable {
  readonly isTransaction: true
}

/** One connection outside a transaction, for what must stay on it (session locks, `create index concurrently`). */
export interface Session extends Queryable {
  /** Runs a string of one or more statements without values. */
  script(text: string): Promise<void>
}

export interface TransactionOptions {
  /** Default `read committed`. */
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable'
  /**
   * For hot batches that find every row by its key: one plan by index for all of them. Left alone, PostgreSQL plans
   * statements over `unnest` again for every batch, which costs more than to run them.
   */
  readonly isKeyedBatch?: boolean
  /** For maintenance in the background: its statements may take longer than `statementTimeoutMs`. */
  readonly isUpkeep?: boolean
}

export interface Database extends Queryable {
  /**
   * Commits what `work` did, or rolls back when it throws. After a serialization failure or deadlock the work runs
   * again, up to three times, so it must not do anything outside the database.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Keeps one connection for the time of `work`. */
  session<T>(work: (session: Session) => Promise<T>): Promise<T>
  /** Resolves once it listens, with what ends it. The connection comes back by itself after a failure. */
  listen(channel: string, listener: NotificationListener): Promise<() => Promise<void>>
  /** Waits for statements under way and closes every connection. */
  close(): Promise<void>
}

const warmConnections = 2

/** Opens a pool on PostgreSQL. Connects when first used; a server that goes away never ends the process. */
export function openDatabase(options: DatabaseOptions): Database {
  const log = options.log ?? silentLog
  const config = clientConfigOf(options)
  const pool = new Pool({
    ...config,
    ...(options.statementTimeoutMs !== undefined && { onConnect: limitStatements(options.statementTimeoutMs) }),
    max: options.maxConnections ?? 10,
    // A first question after a quiet minute does not wait for a connection, whose first statements are slow besides.
    min: Math.min(warmConnections, options.maxConnections ?? 10),
    // Each connection is a process of the server with separate caches; a new one takes milliseconds.
    idleTimeoutMillis: 10_000,
  })
  let closing: Promise<void> | undefined
  pool.on('error', (error) => {
    if (closing === undefined) log.warn({ error: error.message }, 'An idle database connection was lost')
  })
  pool.on('connect', (client) => {
    client.on('error', () => {})
    nameProperties(client.connection)
  })
  const notifications = new NotificationConnection(config, log)
  const close = async (): Promise<void> => {
    await notifications.close()
    await pool.end()
  }
  return {
    ...createQueryable(pool, { outsideTransaction: true }),
    transaction: (work, settings = {}) => retryingTransaction(pool, work, settings),
    session: (work) => withSession(pool, work),
    listen: (channel, listener) => notifications.listen(channel, listener),
    close: () => (closing ??= close()),
  }
}

/** Set by a statement, because connection poolers reject most settings among the start parameters. */
const limitStatements =
  (timeoutMs: number) =>
  async (client: ClientBase): Promise<void> => {
    await client.query(`set statement_timeout = ${timeoutMs}`)
  }

function clientConfigOf(options: DatabaseOptions): ClientConfig {
  const { connectionString, connection } = options
  invariant((connectionString === undefined) !== (connection === undefined), 'either connectionString or connection')
  return {
    ...(connectionString === undefined ? connection : { connectionString }),
    application_name: options.applicationName ?? 'belfry',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: valueParsers,
  }
}

async function retryingTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runTransaction(pool, work, options)
    } catch (error) {
      const mayPass = isSerializationFailure(error) || isOutdatedPlan(error)
      if (!mayPass || !hasTriesLeft(backoffPolicies.transaction, attempt)) throw error
      await realTime.sleep(backoffMs(backoffPolicies.transaction, attempt))
    }
  }
}

async function runTransaction<T>(
  pool: Pool,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(beginOf(options))
    const result = await work({ ...createQueryable(client, { outsideTransaction: false }), isTransaction: true })
    await commit(client)
    return result
  } catch (error) {
    broken = !(await rollsBack(client)) || isOutdatedPlan(error)
    throw error
  } finally {
    client.release(broken)
  }
}

/** A plan that is kept must suit a table that has grown since, so it may only go by keys. */
const keyedPlans = [
  'plan_cache_mode = force_generic_plan',
  'enable_seqscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
]
  .map((setting) => `; set local ${setting}`)
  .join('')

/** One text, so that the settings cost no round trip. */
function beginOf({ isolation, isKeyedBatch, isUpkeep }: TransactionOptions): string {
  const begin = isolation === undefined ? 'begin' : `begin isolation level ${isolation}`
  const plans = isKeyedBatch === true ? keyedPlans : ''
  return begin + plans + (isUpkeep === true ? '; set local statement_timeout = 0' : '')
}

/** The server answers the commit of a failed transaction with a rollback, not with an error. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit')
  invariant(command === 'COMMIT', 'a transaction passes on the failure of its statements')
}

async function rollsBack(client: PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** Whatever the work left in the session (locks, settings) ends with it: the connection is not used again. */
async function withSession<T>(pool: Pool, work: (session: Session) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    return await work({
      ...createQueryable(client, { outsideTransaction: false }),
      script: async (text) => void (await client.query(text)),
    })
  } finally {
    client.release(true)
  }
}
