import { resolve } from 'node:path'
import { minuteMs } from '#kernel'
import type { WebPushKeys } from '#channels'
import type { Log } from '#kernel'
import { checkPooling, migrate, MigrationError, openDatabase } from '#storage/database'
import { EmbeddedPostgresError, findRunningEmbeddedPostgres, startEmbeddedPostgres } from '#embedded-postgres'
import type { Database, Store } from '#storage/database'
import { requireEmbeddedDatabase, requireOwnDatabase } from './missing-installation.ts'
import { loadEncryption, readSecretKey } from '../settings/secret-key.ts'
import { loadWebPushKeys } from '../settings/web-push-keys.ts'
import type { Settings } from '../settings/settings.ts'
import { StartProblem } from './start-problem.ts'

export interface OpenedStore {
  readonly store: Store
  readonly webPushKeys: WebPushKeys
  /** Closes the pool and stops the embedded server when this process started it. */
  close(): Promise<void>
}

export interface OpenStoreOptions {
  readonly settings: Settings
  readonly log: Log
  readonly maxConnections: number
  /** For commands beside the service: use a running database server, and never create an installation. */
  readonly onlyExisting: boolean
}

/** Longer than any request waits; an abandoned statement must not occupy the database or delay a stop. */
const statementTimeoutMs = minuteMs

/** Starts or connects to the database, applies migrations and verifies the secret key. */
export async function openStore(options: OpenStoreOptions): Promise<OpenedStore> {
  const { settings, log } = options
  const dataDir = resolve(settings.dataDir)
  const server = await databaseServer(options, dataDir)
  const { connectionString } = server
  const db = openDatabase({ connectionString, maxConnections: options.maxConnections, statementTimeoutMs, log })
  try {
    if (settings.databaseUrl !== null) await checkPooling(db)
    if (settings.databaseUrl !== null && options.onlyExisting) await requireOwnDatabase(db, settings, dataDir)
    await migrate(db)
    const encryption = await loadEncryption(db, readSecretKey(settings.secretKey, dataDir))
    const store = { db, encryption }
    return { store, webPushKeys: await loadWebPushKeys(store), close: () => closeAll(db, server.stop) }
  } catch (error) {
    await closeAll(db, server.stop)
    throw error instanceof MigrationError ? new StartProblem(error.message) : reachable(error, settings)
  }
}

interface DatabaseServer {
  readonly connectionString: string
  readonly stop: () => Promise<void>
}

async function databaseServer(
  { settings, log, onlyExisting }: OpenStoreOptions,
  dataDir: string,
): Promise<DatabaseServer> {
  const nothing = async (): Promise<void> => {}
  if (settings.databaseUrl !== null) return { connectionString: settings.databaseUrl, stop: nothing }
  try {
    if (onlyExisting) requireEmbeddedDatabase(settings, dataDir)
    const running = onlyExisting ? await findRunningEmbeddedPostgres(dataDir) : undefined
    if (running !== undefined) return { connectionString: running, stop: nothing }
    const embedded = await startEmbeddedPostgres({ dataDir, log })
    return { connectionString: embedded.connectionString, stop: () => embedded.stop() }
  } catch (error) {
    throw error instanceof EmbeddedPostgresError ? new StartProblem(error.message) : error
  }
}

async function closeAll(db: Database, stop: () => Promise<void>): Promise<void> {
  await db.close().catch(() => {})
  await stop()
}

function reachable(error: unknown, settings: Settings): unknown {
  if (settings.databaseUrl === null || error instanceof StartProblem) return error
  const message = error instanceof Error ? error.message : String(error)
  return new StartProblem(`The database of DATABASE_URL cannot be used: ${message}`)
}
