import { fileURLToPath } from 'node:url'
import { silentLog } from '#kernel'
import type { Log } from '#kernel'
import type { Database, Session } from './database/database.ts'
import { MigrationError } from './migration-error.ts'
import { readMigrations } from './migration-files.ts'
import type { AppliedMigration, Migration } from './migration-files.ts'
import { pendingOf } from './pending-migrations.ts'
import type { Queryable } from './database/queryable.ts'
import { realTime } from './real-time.ts'

export interface MigrationOptions {
  /** Where the files are. Default: those of the program. */
  readonly directory?: string
  readonly log?: Log
}

const ownDirectory = fileURLToPath(new URL('./migrations/', import.meta.url))
const oldestServer = 150_000
const lockKey = 4_711_070_001
const lockPollMs = 100

const historyTable = `
  create table if not exists schema_migration (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`

/**
 * Brings the schema forward to the program's version and returns the names of what it applied. Each file is one
 * transaction; processes that start together wait for one another. Rejects with `MigrationError`.
 */
export function migrate(database: Database, options: MigrationOptions = {}): Promise<string[]> {
  const log = options.log ?? silentLog
  return database.session(async (session) => {
    await checkServer(session)
    const migrations = await readMigrations(options.directory ?? ownDirectory)
    await session.query('set statement_timeout = 0')
    await takeLock(session)
    await session.query(historyTable)
    const pending = pendingOf(migrations, await readApplied(session))
    for (const migration of pending) {
      await apply(session, migration)
      log.info({ migration: migration.name }, 'Applied a migration')
    }
    return pending.map(({ name }) => name)
  })
}

/** Names of the migrations that the database still lacks. Rejects with `MigrationError` as `migrate` does. */
export async function pendingMigrations(database: Queryable, options: MigrationOptions = {}): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? ownDirectory)
  const [history] = await database.rows<{ found: boolean }>(
    `select to_regclass('schema_migration') is not null as found`,
  )
  const applied = history?.found ? await readApplied(database) : []
  return pendingOf(migrations, applied).map(({ name }) => name)
}

/** Rejects with `MigrationError` when the server is older than PostgreSQL 15 or the database is not in UTF-8. */
export async function checkServer(database: Queryable): Promise<void> {
  const [server] = await database.rows<{ number: number; version: string; encoding: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding`,
  )
  if (server === undefined || server.number < oldestServer) {
    throw new MigrationError(
      'SERVER_TOO_OLD',
      `The PostgreSQL server has version ${server?.version}; version 15 or later is needed. Upgrade the server, ` +
        'point DATABASE_URL to a newer one, or leave DATABASE_URL out to use the embedded database.',
    )
  }
  if (server.encoding !== 'UTF8') {
    throw new MigrationError(
      'ENCODING_UNSUITABLE',
      `The database has the encoding ${server.encoding}; UTF8 is needed. ` +
        `Make one with: create database belfry encoding 'UTF8' template template0`,
    )
  }
}

/** Polls instead of waiting inside a statement, which would block `create index concurrently`. */
async function takeLock(session: Session): Promise<void> {
  for (;;) {
    const [row] = await session.rows<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey])
    if (row?.taken) return
    await realTime.sleep(lockPollMs)
  }
}

const readApplied = (database: Queryable): Promise<AppliedMigration[]> =>
  database.rows<AppliedMigration>('select version, name, checksum from schema_migration order by version')

async function apply(session: Session, migration: Migration): Promise<void> {
  try {
    if (migration.inTransaction) await session.query('begin')
    await session.script(migration.text)
    await session.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.checksum,
    ])
    if (migration.inTransaction) await session.query('commit')
  } catch (error) {
    if (migration.inTransaction) await session.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError('MIGRATION_FAILED', `The migration ${migration.name} failed: ${reason}`, error)
  }
}
