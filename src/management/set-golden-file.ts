import type { GoldenFileChange } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { insertGoldenFile, lockCheckDefinition, updateCheck } from '#storage/checks'
import { findCheckResult, listArtifacts } from '#storage/runs'
import type { Queryable, Store } from '#storage/database'
import { newGoldenFile, validateSnapshots } from './golden-files.ts'

export interface ChangedGoldenFile {
  readonly path: string
  readonly key: string | null
  readonly previousKey: string | null
}

/**
 * Sets one golden file of a check. Throws CHECK_NOT_FOUND, CHECK_RESULT_NOT_FOUND, ASSET_CONTENT_NOT_FOUND and
 * SNAPSHOT_INVALID.
 */
export const setGoldenFile = (
  store: Store,
  caller: Caller,
  checkId: string,
  change: GoldenFileChange,
): Promise<ChangedGoldenFile> =>
  store.db.transaction(async (tx) => {
    const { accountId, nowMs } = caller
    const check = await lockCheckDefinition(tx, store.encryption, accountId, checkId)
    if (check === null) throw new Fault('CHECK_NOT_FOUND')
    const { path } = change
    const key = await keyOf(tx, caller, checkId, change)
    const before = check.settings.snapshots ?? []
    const previousKey = before.find((one) => one.path === path)?.key ?? null
    const others = before.filter((one) => one.path !== path)
    const snapshots = key === null ? others : [...others, { key, path }]
    await validateSnapshots(tx, accountId, snapshots)
    const settings = { ...check.settings, snapshots }
    const changed = { ...check, settings, version: check.version + 1, updatedAt: new Date(nowMs) }
    if (key !== previousKey) await updateCheck(tx, store.encryption, changed)
    return { path, key, previousKey }
  })

async function keyOf(
  tx: Queryable,
  caller: Caller,
  checkId: string,
  { path, key, resultId, name }: GoldenFileChange,
): Promise<string | null> {
  if (key !== undefined && resultId === undefined && name === undefined) return key?.toLowerCase() ?? null
  if (key !== undefined || resultId === undefined || name === undefined)
    throw new Fault('SNAPSHOT_INVALID', { values: { path, problem: 'send either key, or resultId and name.' } })
  return keyOfFile(tx, caller, checkId, { resultId: resultId.toLowerCase(), name })
}

/** The golden file with the content of a file of a result, which becomes one if it is none. */
async function keyOfFile(
  tx: Queryable,
  { accountId, nowMs }: Caller,
  checkId: string,
  { resultId, name }: { readonly resultId: string; readonly name: string },
): Promise<string> {
  if ((await findCheckResult(tx, accountId, checkId, resultId)) === null) throw new Fault('CHECK_RESULT_NOT_FOUND')
  const artifact = (await listArtifacts(tx, accountId, resultId)).find((one) => one.name === name)
  const content = artifact && { accountId, sha256: artifact.sha256, sizeBytes: artifact.sizeBytes }
  const file = content && (await insertGoldenFile(tx, newGoldenFile(content, nowMs)))
  if (!file) throw new Fault('ASSET_CONTENT_NOT_FOUND')
  return file.id
}
