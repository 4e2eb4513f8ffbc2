import { silentLog } from '#kernel'
import { openDatabase } from '#storage/database'
import type { Database } from '#storage/database'
import type { EmbeddedConnection } from '#embedded-postgres'
import { seed } from '../../tools/seed/main.ts'
import { testStore } from './api.ts'
import { templateDatabase } from './database-request.ts'

/** The owner's key of the seeded account. */
export const seededKey = 'bfu_seeded_seeded_seeded_seeded_seed'
const name = 'belfry_seeded'
const lock = 7_310_001
const port = 3000

/**
 * A database with the account of `npm run seed` and six hours of its history, which end at `endMs`. It is made once for
 * a run of tests, by the file that needs it first.
 */
export const seededTemplate =
  (endMs: number) =>
  async (server: EmbeddedConnection, admin: Database): Promise<string> => {
    await admin.session(async (session) => {
      await session.query('select pg_advisory_lock($1)', [lock])
      try {
        const found = await session.rows(`select from pg_database where datname = $1`, [name])
        if (found.length === 0) await make(server, session, endMs)
      } finally {
        await session.query('select pg_advisory_unlock($1)', [lock])
      }
    })
    return name
  }

async function make(
  server: EmbeddedConnection,
  session: { readonly script: (text: string) => Promise<void> },
  endMs: number,
): Promise<void> {
  const draft = `${name}_draft`
  await session.script(`drop database if exists ${draft}`)
  await session.script(`create database ${draft} template ${templateDatabase} strategy file_copy`)
  const db = openDatabase({ connection: { ...server, database: draft }, log: silentLog })
  try {
    await seed(testStore(db), { days: 1 / 4, port, apiKey: seededKey, endMs })
  } finally {
    await db.close()
  }
  await session.script(`alter database ${draft} rename to ${name}`)
}
