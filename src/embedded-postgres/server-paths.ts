import { createHash } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import path from 'node:path'
import type { ClusterLayout } from './cluster-layout.ts'
import type { ServerAccount } from './server-account.ts'

/** The paths that the server opens, by names that its account can use. */
export type ServerPaths = Pick<ClusterLayout, 'cluster' | 'lockFile' | 'socketDirectory'>

const directoryDescriptor = 3

/**
 * The kernel follows this link to the open directory itself, not by its path, so that it does not matter which
 * directories above it are closed. The server, its backends and the programs it runs inherit the descriptor.
 */
const inheritedDirectory = `/proc/self/fd/${directoryDescriptor}`

/** The paths of the layout, or the same files as seen from the inherited directory where one above them is closed. */
export function serverPaths(layout: ClusterLayout, account: ServerAccount): ServerPaths {
  const inside = (file: string): string =>
    goesByPath(layout, account) || path.dirname(file) !== layout.root
      ? file
      : path.join(inheritedDirectory, path.basename(file))
  const { cluster, lockFile, socketDirectory } = layout
  return { cluster: inside(cluster), lockFile: inside(lockFile), socketDirectory: inside(socketDirectory) }
}

const goesByPath = (layout: ClusterLayout, account: ServerAccount): boolean =>
  account.reachesData && isPlainPath(layout.root)

/** PostgreSQL's programs start each other through a shell, with paths in double quotes. */
export const isPlainPath = (file: string): boolean => !/["$`\\\n\r]/.test(file)

/** The descriptors to pass to a program of the server after its first three, for as long as `start` takes. */
export function withDirectory<T>(
  { layout, account }: { layout: ClusterLayout; account: ServerAccount },
  start: (descriptors: readonly number[]) => T,
): T {
  if (goesByPath(layout, account)) return start([])
  const descriptor = openSync(layout.root, 'r')
  try {
    return start([descriptor])
  } finally {
    closeSync(descriptor)
  }
}

/**
 * The setting `cluster_name`. PostgreSQL shows it in the titles of its processes, by which they are found where neither
 * their command line nor their working directory names the data.
 */
export const clusterName = (cluster: string): string =>
  `belfry-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
