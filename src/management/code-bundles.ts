import { storeBundle, storeFault } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import { Fault, isUuid, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  deleteCodeBundles,
  findCodeBundle,
  holdCodeBundle,
  insertCodeBundle,
  listCodeBundles as listStoredBundles,
  lockCodeBundle,
} from '#storage/checks'
import type { CodeBundleRow } from '#storage/checks'
import type { PageWindow, Queryable, Store } from '#storage/database'
import { contentMs, unusedMs } from './unused-uploads.ts'

/**
 * Stores a tar.gz as a code bundle, or finds the one of the same content; `isNew` says which. Clients that upload before
 * they know whether there is anything to run send one without files. Throws CODE_BUNDLE_INVALID, CODE_BUNDLE_NOT_STORED, STORAGE_FULL and ARTIFACT_STORE_UNAVAILABLE.
 */
export async function createCodeBundle(
  tools: ArtifactTools,
  caller: Caller,
  archive: AsyncIterable<Uint8Array>,
  mayBeEmpty = false,
): Promise<{ readonly bundle: CodeBundleRow; readonly isNew: boolean }> {
  const { accountId } = caller
  const stored = await storeBundle(tools, accountId, archive, mayBeEmpty)
  if ('archiveProblem' in stored) throw new Fault('CODE_BUNDLE_INVALID', { values: { problem: stored.archiveProblem } })
  if ('problem' in stored) {
    if (stored.storeProblem) throw storeFault(stored.storeProblem)
    throw new Fault('CODE_BUNDLE_NOT_STORED', { values: { problem: stored.problem } })
  }
  const nowMs = tools.clock.now()
  const [createdAt, keptUntil] = [new Date(nowMs), new Date(nowMs + unusedMs)]
  const bundle = { ...stored, accountId, id: timeOrderedId(nowMs), createdAt, keptUntil }
  const made = await tools.store.db.transaction((tx) => insertCodeBundle(tx, bundle))
  if (made === null) throw new Fault('ARTIFACT_STORE_UNAVAILABLE')
  return made
}

/** One page of code bundles, the latest first, and the number of all. */
export const listCodeBundles = (
  store: Store,
  { accountId }: Caller,
  page: PageWindow,
): Promise<{ items: CodeBundleRow[]; total: number }> => listStoredBundles(store.db, accountId, page)

/** Throws CODE_BUNDLE_NOT_FOUND. */
export async function getCodeBundle(store: Store, { accountId }: Caller, id: string): Promise<CodeBundleRow> {
  const bundle = isUuid(id) ? await findCodeBundle(store.db, accountId, id.toLowerCase()) : null
  if (bundle === null) throw new Fault('CODE_BUNDLE_NOT_FOUND')
  return bundle
}

/** Throws CODE_BUNDLE_NOT_FOUND, and CODE_BUNDLE_IN_USE while a check refers to it: its runs need the project. */
export async function deleteCodeBundle(store: Store, { accountId, nowMs }: Caller, id: string): Promise<void> {
  await store.db.transaction(async (tx) => {
    const bundleId = id.toLowerCase()
    const checks = isUuid(id) ? await lockCodeBundle(tx, accountId, bundleId) : null
    if (checks === null) throw new Fault('CODE_BUNDLE_NOT_FOUND')
    if (checks > 0) throw new Fault('CODE_BUNDLE_IN_USE', { values: { checks } })
    await deleteCodeBundles(tx, [{ accountId, id: bundleId }], new Date(nowMs + contentMs))
  })
}

/**
 * Throws CODE_BUNDLE_UNKNOWN for the id of a bundle that the account does not have, and locks the bundle until the
 * transaction ends. Paths that are no ids belong to other tools and are accepted as they are.
 */
export async function validateCodeBundle(tx: Queryable, accountId: string, path: string | undefined): Promise<void> {
  if (path === undefined || !isUuid(path)) return
  if (!(await holdCodeBundle(tx, accountId, path.toLowerCase())))
    throw new Fault('CODE_BUNDLE_UNKNOWN', {
      values: { id: path },
      problems: [{ path: 'codeBundlePath', rule: 'reference', parameters: { value: path } }],
    })
}
