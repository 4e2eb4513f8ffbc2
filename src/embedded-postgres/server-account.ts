import { chmod, chown, lchown, lstat, mkdir, readdir, stat } from 'node:fs/promises'
import type { Stats } from 'node:fs'
import path from 'node:path'
import type { ClusterLayout } from './cluster-layout.ts'
import { EmbeddedPostgresError, systemErrorCode } from './embedded-postgres-error.ts'
import { isReachable } from './file-access.ts'

/** The user the server runs as. PostgreSQL does not run as root. */
export interface ServerAccount {
  readonly uid: number
  readonly gid: number
  /** We are root, so the server gets another uid than ours. */
  readonly switched: boolean
  /** False where the data is below a directory that is closed to the server's uid. */
  readonly reachesData: boolean
}

const nobodyId = 65_534

/** In no group file. Other programs that run as the user `nobody` do not have it, so they cannot enter the directory. */
const privateGroup = 65_528

/**
 * Decides who the server runs as and makes the directories with the owners and modes that follow. As root: the uid that
 * owns existing data, else `nobody`. Otherwise the current user; data of another uid is rejected (`DATA_DIRECTORY_FOREIGN`).
 */
export async function prepareServerAccount(layout: ClusterLayout): Promise<ServerAccount> {
  try {
    return await prepareDirectories(layout)
  } catch (error) {
    const code = systemErrorCode(error)
    if (code !== 'EACCES' && code !== 'EPERM') throw error
    throw closedDirectory(layout, error)
  }
}

async function prepareDirectories(layout: ClusterLayout): Promise<ServerAccount> {
  await mkdir(layout.root, { recursive: true, mode: 0o700 })
  const ownUid = process.geteuid?.() ?? 0
  const existing = await statOrUndefined(layout.cluster)
  if (ownUid !== 0) {
    if (existing !== undefined && existing.uid !== ownUid) throw foreignData(layout, existing.uid, ownUid)
    await makeSocketDirectory(layout, ownUid)
    return { uid: ownUid, gid: process.getegid?.() ?? 0, switched: false, reachesData: true }
  }
  return prepareAsRoot(layout, existing)
}

async function prepareAsRoot(layout: ClusterLayout, existing: Stats | undefined): Promise<ServerAccount> {
  const isExistingOwner = existing !== undefined && existing.uid !== 0
  const uid = isExistingOwner ? existing.uid : nobodyId
  const gid = isExistingOwner ? existing.gid : await givePrivateGroup(layout.root)
  if (existing?.uid === 0) await chownTree(layout.cluster, uid, gid)
  if ((await stat(layout.root)).uid === 0) {
    await chown(layout.root, 0, gid)
    await chmod(layout.root, 0o710)
  }
  await makeSocketDirectory(layout, uid)
  await chown(layout.socketDirectory, uid, gid)
  return { uid, gid, switched: true, reachesData: await isReachable(layout.root, { uid, gid }) }
}

/** Some containers map only a part of the ids; there the group of `nobody` is used. */
async function givePrivateGroup(directory: string): Promise<number> {
  try {
    await chown(directory, 0, privateGroup)
    return privateGroup
  } catch (error) {
    if (systemErrorCode(error) !== 'EINVAL') throw error
    return nobodyId
  }
}

async function makeSocketDirectory(layout: ClusterLayout, uid: number): Promise<void> {
  const directory = layout.socketDirectory
  await mkdir(directory, { mode: 0o700 }).catch((error: unknown) => {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  })
  const found = await lstat(directory)
  const ours = found.uid === uid || found.uid === process.geteuid?.()
  if (!ours || !found.isDirectory()) throw foreignData(layout, found.uid, uid, directory)
  await chmod(directory, 0o700)
}

async function chownTree(directory: string, uid: number, gid: number): Promise<void> {
  await lchown(directory, uid, gid)
  for (const entry of await readdir(directory, { recursive: true })) {
    await lchown(path.join(directory, entry), uid, gid)
  }
}

function foreignData(layout: ClusterLayout, owner: number, uid: number, directory = layout.cluster): Error {
  return new EmbeddedPostgresError(
    'DATA_DIRECTORY_FOREIGN',
    `${directory} belongs to uid ${owner}, but this process runs as uid ${uid}. ` +
      `Run as that user or as root, or give the directory away: chown -R ${uid} ${layout.root}`,
  )
}

const closedDirectory = (layout: ClusterLayout, cause: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'DATA_DIRECTORY_FOREIGN',
    `uid ${process.geteuid?.()} cannot write ${layout.root}; another user made it or its directory. ` +
      'Run as that user, or set BELFRY_DATA_DIR to a directory this user can write.',
    cause,
  )

async function statOrUndefined(file: string): Promise<Stats | undefined> {
  try {
    return await stat(file)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}
