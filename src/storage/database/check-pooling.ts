import type { Database, Session } from './database.ts'
import { MigrationError } from '../migration-error.ts'
import type { Queryable } from './queryable.ts'

/** A pooler may hand out its connections in turn, so one look could miss it. */
const attempts = 3

/**
 * Rejects with `MigrationError` when a pooler between here and the server (PgBouncer, Odyssey and their relatives)
 * gives a connection of the server to others between two transactions. Session locks, prepared statements and
 * notifications would be lost without a word then. Needs two connections.
 */
export const checkPooling = (database: Database): Promise<void> =>
  database.session(async (session) => {
    for (let attempt = 0; attempt < attempts; attempt += 1)
      if (await areMixed(session, database)) throw pooledByTransaction()
  })

/** While a transaction of another connection holds its process of the server, this one keeps the one it had. */
async function areMixed(session: Session, database: Database): Promise<boolean> {
  const before = await processOf(session)
  return database.transaction(async (tx) => {
    const inTransaction = await processOf(tx)
    return before === inTransaction || (await processOf(session)) !== before
  })
}

async function processOf(connection: Queryable): Promise<unknown> {
  const [row] = await connection.rows('select pg_backend_pid() as pid')
  return row?.['pid']
}

const pooledByTransaction = (): MigrationError =>
  new MigrationError(
    'POOLED_BY_TRANSACTION',
    'A pooler in front of PostgreSQL shares connections between transactions or statements. Set pool_mode = session ' +
      'for this database (PgBouncer), or let DATABASE_URL point to PostgreSQL itself.',
  )
