import type { Readable } from 'node:stream'
import { storeFault, storeUpload } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import { goldenPathProblem, maxGoldenBytesOfCheck } from '#contract'
import type { CheckSettings } from '#contract'
import { Fault, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { findGoldenFiles, holdGoldenFiles, insertGoldenFile } from '#storage/checks'
import type { GoldenFileRow } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { unusedMs } from './unused-uploads.ts'

/**
 * Stores a golden file, or finds the one of the same content; `isNew` says which. Throws GOLDEN_FILE_NOT_STORED,
 * STORAGE_FULL and ARTIFACT_STORE_UNAVAILABLE.
 */
export async function createGoldenFile(
  tools: ArtifactTools,
  { accountId }: Caller,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly file: GoldenFileRow; readonly isNew: boolean }> {
  const stored = await storeUpload(tools, accountId, bytes)
  if ('problem' in stored) {
    if (stored.storeProblem) throw storeFault(stored.storeProblem)
    throw new Fault('GOLDEN_FILE_NOT_STORED', { values: { problem: stored.problem } })
  }
  const nowMs = tools.clock.now()
  const wanted = newGoldenFile({ ...stored, accountId }, nowMs)
  const file = await tools.store.db.transaction((tx) => insertGoldenFile(tx, wanted))
  if (file === null) throw new Fault('ARTIFACT_STORE_UNAVAILABLE')
  return { file, isNew: file.id === wanted.id }
}

/** Of stored content of an account. */
export const newGoldenFile = (
  content: { readonly accountId: string; readonly sha256: string; readonly sizeBytes: number },
  nowMs: number,
) => ({
  accountId: content.accountId,
  sha256: content.sha256,
  sizeBytes: content.sizeBytes,
  id: timeOrderedId(nowMs),
  createdAt: new Date(nowMs),
  keptUntil: new Date(nowMs + unusedMs),
})

/** Throws GOLDEN_FILE_NOT_FOUND. */
export async function getGoldenFile(
  { db }: Pick<Store, 'db'>,
  { accountId }: Caller,
  key: string,
): Promise<GoldenFileRow> {
  const [file] = isUuid(key) ? await findGoldenFiles(db, accountId, [key]) : []
  if (file === undefined) throw new Fault('GOLDEN_FILE_NOT_FOUND')
  return file
}

/** A golden file with its bytes. Throws GOLDEN_FILE_NOT_FOUND, ASSET_CONTENT_NOT_FOUND and ARTIFACT_STORE_UNAVAILABLE. */
export async function openGoldenFile(
  { store, blobs }: Pick<ArtifactTools, 'store' | 'blobs'>,
  caller: Caller,
  key: string,
): Promise<{ readonly file: GoldenFileRow; readonly bytes: Readable }> {
  const file = await getGoldenFile(store, caller, key)
  const bytes = await blobs.get({ accountId: caller.accountId, id: file.contentId }).catch((cause: unknown) => {
    throw new Fault('ARTIFACT_STORE_UNAVAILABLE', { cause })
  })
  if (bytes === null) throw new Fault('ASSET_CONTENT_NOT_FOUND')
  return { file, bytes }
}

/**
 * Throws SNAPSHOT_INVALID for a path that is not below the directory of the check or is there twice, for a golden file
 * that the account does not have, and for too many bytes; locks the golden files until the transaction ends. Keys that are
 * no ids belong to other tools and are accepted as they are.
 */
export async function validateSnapshots(
  tx: Queryable,
  accountId: string,
  snapshots: CheckSettings['snapshots'],
): Promise<void> {
  if (!snapshots || snapshots.length === 0) return
  validatePaths(snapshots.map(({ path }) => path))
  const keys = snapshots.flatMap(({ key }) => (isUuid(key) ? [key] : []))
  const known = new Map((await holdGoldenFiles(tx, accountId, keys)).map((file) => [file.id, file.sizeBytes]))
  let bytes = 0
  for (const { key, path } of snapshots) {
    if (isUuid(key) && !known.has(key))
      throw invalid(path, `no golden file with the key ${key} exists in this account. Upload it first.`)
    bytes += known.get(key) ?? 0
    if (bytes > maxGoldenBytesOfCheck)
      throw invalid(path, `the golden files of a check may have ${maxGoldenBytesOfCheck / 1024 ** 2} MB together.`)
  }
}

function validatePaths(paths: readonly string[]): void {
  const seen = new Set<string>()
  for (const path of paths) {
    const problem = seen.has(path) ? 'the path is there twice.' : goldenPathProblem(path)
    if (problem !== null) throw invalid(path, problem)
    seen.add(path)
  }
}

const invalid = (path: string, problem: string): Fault => new Fault('SNAPSHOT_INVALID', { values: { path, problem } })
