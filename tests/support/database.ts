import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase } from '#storage'
import type { Database, DatabaseOptions, EmbeddedConnection } from '#storage'
import { answerFile, requestFile, templateDatabase } from './database-request.ts'
import type { DatabaseAnswer, DatabaseOfRun } from './database-request.ts'

/** The database of one test file. Use it inside tests and hooks only. */
export interface TestDatabase {
  /** One pool for the whole file. */
  readonly db: () => Database
  /** Another pool on the same database, as a second process would have it. Whoever opens it closes it. */
  readonly open: (options?: Partial<DatabaseOptions>) => Database
  readonly connection: () => EmbeddedConnection
  readonly connectionString: () => string
}

const poolSize = 10
const leakGraceMs = 10_000
const hookTimeoutMs = 120_000

/**
 * Gives the test file a migrated database of its own, cloned before its tests and dropped after them. The file fails
 * when a connection that a test opened is still there at the end. With `empty`, the database has no tables.
 */
export function useDatabase(options: { readonly empty?: boolean } = {}): TestDatabase {
  let opened: { db: Database; admin: Database; connection: EmbeddedConnection } | undefined
  const current = (): NonNullable<typeof opened> => {
    if (opened === undefined) throw new Error('The database exists only while tests and hooks run.')
    return opened
  }

  beforeAll(async () => {
    const { connection: server } = await requestServer()
    const connection = { ...server, database: `test_${randomBytes(8).toString('hex')}` }
    const admin = openDatabase({ connection: server, maxConnections: 1 })
    const template = options.empty ? 'template0' : templateDatabase
    // Copying the files takes a seventh of the processor time of copying block by block through the log, the default.
    await admin.query(`create database ${connection.database} template ${template} strategy file_copy`)
    opened = { db: openDatabase({ connection, maxConnections: poolSize }), admin, connection }
  }, hookTimeoutMs)

  afterAll(async () => {
    if (opened === undefined) return
    const { db, admin, connection } = opened
    opened = undefined
    await db.close()
    const leaked = await connectionsLeftIn(admin, connection.database)
    // Forcing may not end the server's own vacuum workers, which a plain drop waits for.
    await admin.query(`drop database ${connection.database}${leaked.length > 0 ? ' with (force)' : ''}`)
    await admin.close()
    if (leaked.length > 0) throw new Error(`The tests left ${leaked.length} connections open: ${leaked.join('; ')}`)
  }, hookTimeoutMs)

  const connection = (): EmbeddedConnection => current().connection
  return {
    db: () => current().db,
    open: (settings) => openDatabase({ connection: connection(), maxConnections: poolSize, ...settings }),
    connection,
    connectionString: () => connectionStringOf(connection()),
  }
}

/** Requests the server of the test run and waits until it runs. */
export async function requestServer(): Promise<DatabaseOfRun> {
  const directory = inject('databaseRequestDirectory')
  const file = answerFile(directory)
  if (!existsSync(file)) await writeFile(requestFile(directory), '')
  while (!existsSync(file)) await setTimeout(10)
  const answer = parseAnswer(await readFile(file, 'utf8'))
  if ('error' in answer) throw new Error(`The database of the test run did not start: ${answer.error}`)
  return answer
}

/** The file is written by the set-up of this very run and has its shape. */
const parseAnswer = (text: string): DatabaseAnswer => JSON.parse(text) as DatabaseAnswer

/** A server notices a closed connection a moment later, so there is some grace. */
async function connectionsLeftIn(admin: Database, database: string): Promise<string[]> {
  const pollMs = 20
  for (let waited = 0; ; waited += pollMs) {
    const rows = await admin.rows<{ pid: number; application_name: string; query: string }>(
      `select pid, application_name, left(query, 80) as query from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [database],
    )
    if (rows.length === 0 || waited >= leakGraceMs) return rows.map((row) => `${row.application_name} (${row.query})`)
    await setTimeout(pollMs)
  }
}

const connectionStringOf = ({ host, port, user, database }: EmbeddedConnection): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
