import type { AssetType } from '#contract'
import type { Caller } from '#kernel'
import { listArtifacts } from '#storage/runs'
import type { Store } from '#storage/database'
import type { ArtifactRow } from '#storage/runs'
import { assetPath, linkLifeMs } from './asset-link.ts'
import type { AssetKey, AssetRun } from './asset-run.ts'
import { assetTypeOf, fileName } from './stored-asset.ts'
import { assetsOfRun } from './assets-of-run.ts'
import type { RunAsset } from './assets-of-run.ts'
import { findAssetRun } from './find-asset-run.ts'
import { namePattern } from './name-pattern.ts'

export interface AssetFilter {
  /** Absent or empty: all. */
  readonly types?: readonly AssetType[] | undefined
  /** A glob pattern of at most 200 characters. */
  readonly name?: string | undefined
}

export interface ListedAsset extends Omit<RunAsset, 'content'> {
  /** On this server, with a signature; valid for an hour. */
  readonly path: string
  readonly run: AssetRun
}

/**
 * The assets of a run, filtered. Throws CHECK_NOT_FOUND, CHECK_RESULT_NOT_FOUND, TEST_SESSION_NOT_FOUND and
 * TEST_SESSION_RESULT_NOT_FOUND.
 */
export async function listAssets(
  store: Store,
  { nowMs }: Pick<Caller, 'nowMs'>,
  key: AssetKey,
  filter: AssetFilter,
): Promise<ListedAsset[]> {
  const run = await findAssetRun(store, key)
  if (run === null) return []
  const expiresAtMs = nowMs + linkLifeMs
  const made = assetsOfRun(run).map((asset) => ({ ...asset, artifactId: null }))
  const artifacts = await listArtifacts(store.db, key.accountId, key.resultId)
  return [...made, ...artifacts.map(storedAsset)]
    .filter(fits(filter))
    .map(({ type, name, contentType, artifactId }) => ({
      type,
      name,
      contentType,
      path: assetPath(store.encryption, { key: run.key, name: fileName(name), artifactId, expiresAtMs }),
      run,
    }))
}

const storedAsset = ({ id, kind, name, contentType }: ArtifactRow) => ({
  artifactId: id,
  type: assetTypeOf[kind],
  name,
  contentType,
})

function fits({ types, name }: AssetFilter): (asset: Pick<RunAsset, 'type' | 'name'>) => boolean {
  const matches = name === undefined || name === '' ? () => true : namePattern(name)
  return (asset) => (types === undefined || types.length === 0 || types.includes(asset.type)) && matches(asset.name)
}
