import { chmod, chown, lchown, lstat, rename, rm, writeFile } from 'node:fs/promises'
import { silentLog } from '#kernel'
import type { Log } from '#kernel'
import { layoutOf, socketPort } from './cluster-layout.ts'
import type { ClusterLayout } from './cluster-layout.ts'
import { claimDataDirectory, findDataDirectoryOwner } from './data-directory-owner.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { databaseName, databaseUser, initialiseCluster } from './initialise-cluster.ts'
import type { ClusterParts } from './initialise-cluster.ts'
import { preparePostgresRuntime } from './postgres-runtime.ts'
import type { PostgresRuntime } from './postgres-runtime.ts'
import type { ServerExit } from './postmaster.ts'
import { prepareServerAccount } from './server-account.ts'
import type { ServerAccount } from './server-account.ts'
import { createLauncher } from './server-launcher.ts'
import { boundServerLog, openServerLog } from './server-log-file.ts'
import { serverSettingsText } from './server-settings.ts'
import type { ServerSettings } from './server-settings.ts'
import { stopLeftovers } from './stop-leftovers.ts'
import { supervisePostmaster } from './supervise-postmaster.ts'

export interface EmbeddedPostgresOptions {
  /** The server's files go into `<dataDir>/postgres`. */
  readonly dataDir: string
  readonly log?: Log
  /** PostgreSQL settings that win over ours and over the operator's `custom.conf`. */
  readonly settings?: ServerSettings
}

export interface EmbeddedConnection {
  /** The directory of the unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection
  readonly connectionString: string
  /** Of the server that runs now; another one after a restart. */
  readonly pid: number
  /** Called when the server exits unexpectedly. It is restarted automatically. */
  onExit(listener: (exit: ServerExit) => void): void
  /** Ends the server within seconds and gives the data directory back. Further calls wait for the same end. */
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL server that comes with the program, on a unix socket only, making its data at the first start.
 * Restarts it when it dies. Rejects with `EmbeddedPostgresError`, whose message says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await startOn(options)
  } catch (error) {
    throw explained(options.dataDir, error)
  }
}

const closedCodes: ReadonlySet<string | undefined> = new Set(['EACCES', 'EPERM', 'EROFS', 'EEXIST', 'ENOTDIR'])

/** The remedy of a file system error for the operator; other errors stay as they are. */
function explained(dataDir: string, error: unknown): unknown {
  const code = systemErrorCode(error)
  if (code === 'ENOSPC') return withoutSpace(dataDir, error)
  if (!closedCodes.has(code)) return error
  return new EmbeddedPostgresError(
    'DATA_DIRECTORY_UNREACHABLE',
    `The data directory ${dataDir} cannot be made or written (${error instanceof Error ? error.message : code}). ` +
      'Name a directory that this user may write to in BELFRY_DATA_DIR, or start as the user it belongs to.',
    error,
  )
}

const withoutSpace = (dataDir: string, cause: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'DATA_DIRECTORY_FULL',
    `The disk of the data directory ${dataDir} is full. Free some space and start again.`,
    cause,
  )

async function startOn(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? silentLog
  const layout = await layoutOf(options.dataDir)
  const account = await prepareServerAccount(layout)
  const release = await claimDataDirectory(layout)
  let runtime: PostgresRuntime | undefined
  try {
    await stopLeftovers(layout, log)
    runtime = await preparePostgresRuntime(layout, account)
    const parts = { layout, account, runtime, launcher: createLauncher(account) }
    await prepareCluster(parts, options.settings ?? {}, log)
    const supervised = await supervisePostmaster(parts, log)
    const unwatch = boundServerLog(layout.serverLog)
    const connection = connectionOf(layout)
    let stopping: Promise<void> | undefined
    const stop = async (): Promise<void> => {
      unwatch()
      await supervised.stop()
      await removeSocketDirectory(layout)
      await parts.runtime.copy?.remove()
      await release()
    }
    return {
      connection,
      connectionString: connectionStringOf(connection),
      get pid() {
        return supervised.pid()
      },
      onExit: (listener) => supervised.onExit(listener),
      stop: () => (stopping ??= stop()),
    }
  } catch (error) {
    await runtime?.copy?.remove()
    await release()
    throw error
  }
}

/** How to reach the server that another process of ours runs on this data directory; undefined when none does. */
export async function findRunningEmbeddedPostgres(dataDir: string): Promise<string | undefined> {
  try {
    const layout = await layoutOf(dataDir)
    const owner = await findDataDirectoryOwner(layout)
    return owner === undefined ? undefined : connectionStringOf(connectionOf(layout))
  } catch (error) {
    throw explained(dataDir, error)
  }
}

/** Removes what was created outside the data directory. */
async function removeSocketDirectory({ root, socketDirectory }: ClusterLayout): Promise<void> {
  if (!socketDirectory.startsWith(root)) await rm(socketDirectory, { recursive: true, force: true })
}

async function prepareCluster(parts: ClusterParts, settings: ServerSettings, log: Log): Promise<void> {
  const { layout, account } = parts
  const cluster = await initialiseCluster(parts, String(settings['fsync'] ?? 'on') !== 'off')
  if (cluster === 'made') log.info({ directory: layout.cluster }, 'Made the embedded database')
  const draft = `${layout.ownSettings}.new`
  await rm(draft, { force: true })
  await writeFile(draft, serverSettingsText(parts, settings), { flag: 'wx', mode: 0o644 })
  // The server reads it as another user, whatever our umask.
  await chmod(draft, 0o644)
  await rename(draft, layout.ownSettings)
  openServerLog(layout.serverLog).close()
  if (!account.switched) return
  for (const file of [layout.serverLog, layout.lockFile]) await lchown(file, account.uid, account.gid)
  await letServerRead(layout.customSettings, account)
}

/** Settings that root wrote with a restrictive umask are no secret from the server. */
async function letServerRead(file: string, { gid }: ServerAccount): Promise<void> {
  const found = await lstat(file).catch(() => undefined)
  if (found?.uid !== 0 || !found.isFile() || (found.mode & 0o004) !== 0) return
  await chown(file, 0, gid)
  await chmod(file, 0o640)
}

const connectionOf = (layout: ClusterLayout): EmbeddedConnection => ({
  host: layout.socketDirectory,
  port: socketPort,
  user: databaseUser,
  database: databaseName,
})

const connectionStringOf = ({ host, port, user, database }: EmbeddedConnection): string =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
