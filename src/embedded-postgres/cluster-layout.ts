import { createHash } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import path from 'node:path'

/** The directories of the embedded server. Everything is below `<dataDir>/postgres`. */
export interface ClusterLayout {
  readonly dataDir: string
  readonly root: string
  /** PostgreSQL's own data directory. */
  readonly cluster: string
  /** Holds the server's unix socket. */
  readonly socketDirectory: string
  readonly serverLog: string
  /** Names the process that runs the server. */
  readonly ownerFile: string
  /** Locked by the server and all of its backends. */
  readonly lockFile: string
  /** Our settings, written at every start. Outside the cluster, where the server's account cannot write. */
  readonly ownSettings: string
  /** Settings of the operator, never written by us. */
  readonly customSettings: string
}

export const socketPort = 5432

/** A socket's path must fit 107 bytes (unix(7)). */
const maxSocketPathBytes = 107

/** Makes `dataDir` if it is not there and returns the absolute paths inside it. */
export async function layoutOf(dataDir: string): Promise<ClusterLayout> {
  await mkdir(dataDir, { recursive: true })
  const absolute = await realpath(dataDir)
  const root = path.join(absolute, 'postgres')
  return {
    dataDir: absolute,
    root,
    cluster: path.join(root, 'cluster'),
    socketDirectory: socketDirectoryOf(root),
    serverLog: path.join(root, 'server.log'),
    ownerFile: path.join(root, 'owner.json'),
    lockFile: path.join(root, 'server.lock'),
    ownSettings: path.join(root, 'belfry.conf'),
    customSettings: path.join(root, 'custom.conf'),
  }
}

/** Beside the data where that is short enough, else a directory whose name follows from the data's path. */
function socketDirectoryOf(root: string): string {
  const beside = path.join(root, 'socket')
  const socketPath = path.join(beside, `.s.PGSQL.${socketPort}.lock`)
  if (Buffer.byteLength(socketPath) <= maxSocketPathBytes) return beside
  return `/tmp/belfry-${createHash('sha256').update(root).digest('hex').slice(0, 16)}`
}
