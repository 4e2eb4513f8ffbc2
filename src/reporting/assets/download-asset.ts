import { Fault } from '#kernel'
import type { Store } from '#storage'
import { openAssetToken } from './asset-link.ts'
import type { AssetKey } from './asset-run.ts'
import { assetsOfRun } from './assets-of-run.ts'
import type { RunAsset } from './assets-of-run.ts'
import { findAssetRun } from './find-asset-run.ts'

/** The asset behind a link. Throws ASSET_NOT_FOUND when the signature is invalid or expired, or the run is deleted. */
export async function downloadAsset(
  store: Store,
  link: { readonly token: string; readonly name: string; readonly nowMs: number },
): Promise<RunAsset> {
  const opened = openAssetToken(store.encryption, link.token)
  if (opened === null || opened.name !== link.name || !(opened.expiresAtMs > link.nowMs)) throw notFound()
  const asset = (await assetsOf(store, opened.key)).find(({ name }) => name === opened.name)
  if (asset === undefined) throw notFound()
  return asset
}

const notFound = (): Fault => new Fault('ASSET_NOT_FOUND')

async function assetsOf(store: Store, key: AssetKey): Promise<RunAsset[]> {
  try {
    const run = await findAssetRun(store, key)
    return run === null ? [] : assetsOfRun(run)
  } catch (error) {
    if (error instanceof Fault) return []
    throw error
  }
}
