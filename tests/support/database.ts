import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, inject } from 'vitest'
import { openDatabase } from '#storage/database'
import type { Database, DatabaseOptions } from '#storage/database'
import type { EmbeddedConnection } from '#embedded-postgres'
import { answerFile, requestFile, templateDatabase } from './database-request.ts'
import type { DatabaseAnswer, DatabaseOfRun } from './database-request.ts'
import { eventually } from './eventually.ts'

/** The database of one test file. Use it inside tests and hooks only. */
export interface TestDatabase {
  /** One pool for the whole file. */
  readonly db: () => Database
  /** Another pool on the same database, as a second process would have it. The caller closes it. */
  readonly open: (options?: Partial<DatabaseOptions>) => Database
  readonly connection: () => EmbeddedConnection
  readonly connectionString: () => string
}

const poolSize = 10
const connectionsTried = 50

export interface UsedDatabase {
  /** A database without tables. */
  readonly empty?: boolean
  /** Names the database to clone, and creates it if necessary. Default: the migrated one. */
  readonly template?: (server: EmbeddedConnection, admin: Database) => Promise<string>
}

/**
 * Gives the test file a separate migrated database, cloned before its tests and dropped after them. The file fails
 * when a connection that a test opened is still there at the end.
 */
export function useDatabase(options: UsedDatabase = {}): TestDatabase {
  let opened: { db: Database; admin: Database; connection: EmbeddedConnection } | undefined
  const current = (): NonNullable<typeof opened> => {
    if (opened === undefined) throw new Error('The database exists only while tests and hooks run.')
    return opened
  }

  beforeAll(async () => {
    const { connection: server } = await requestServer()
    const connection = { ...server, database: `test_${randomBytes(8).toString('hex')}` }
    const admin = openDatabase({ connection: server, maxConnections: 1 })
    const migrated = options.empty ? 'template0' : templateDatabase
    const template = (await options.template?.(server, admin)) ?? migrated
    // Copying the files takes a seventh of the processor time of copying block by block through the log, the default.
    await admin.query(`create database ${connection.database} template ${template} strategy file_copy`)
    opened = { db: openDatabase({ connection, maxConnections: poolSize }), admin, connection }
  })

  afterAll(async () => {
    if (opened === undefined) return
    const { db, admin, connection } = opened
    opened = undefined
    await db.close()
    const leaked = await connectionsLeftIn(admin, connection)
    // Force may not end vacuum workers of the server, for which a plain drop waits.
    await admin.query(`drop database ${connection.database}${leaked.length > 0 ? ' with (force)' : ''}`)
    await admin.close()
    if (leaked.length > 0) throw new Error(`The tests left ${leaked.length} connections open: ${leaked.join('; ')}`)
  })

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
  await eventually('the database of the run', async () => existsSync(file))
  const answer = parseAnswer(await readFile(file, 'utf8'))
  if ('error' in answer) throw new Error(`The database of the test run did not start: ${answer.error}`)
  return answer
}

/** The file is written by the set-up of this very run and has its shape. */
const parseAnswer = (text: string): DatabaseAnswer => JSON.parse(text) as DatabaseAnswer

/**
 * A server notices a moment later that a connection was closed: as long as it notices others that are opened and closed
 * meanwhile, however slow the machine is.
 */
async function connectionsLeftIn(admin: Database, { database, ...server }: EmbeddedConnection): Promise<string[]> {
  for (let tried = 0; ; tried += 1) {
    const rows = await admin.rows<{ pid: number; application_name: string; query: string }>(
      `select pid, application_name, left(query, 80) as query from pg_stat_activity
       where datname = $1 and backend_type = 'client backend'`,
      [database],
    )
    if (rows.length === 0 || tried === connectionsTried)
      return rows.map((row) => `${row.application_name} (${row.query})`)
    await openAndClose({ ...server, database: 'postgres' })
  }
}

async function openAndClose(connection: EmbeddedConnection): Promise<void> {
  const other = openDatabase({ connection, maxConnections: 1 })
  await other.query('select 1')
  await other.close()
}

const connectionStringOf = ({ host, port, user, database }: EmbeddedConnection): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
