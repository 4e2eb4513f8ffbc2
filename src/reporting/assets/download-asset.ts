import { Readable } from 'node:stream'
import type { BlobStore, ByteRange } from '#artifacts'
import { Fault } from '#kernel'
import { findArtifact } from '#storage/runs'
import type { Store } from '#storage/database'
import { openAssetToken } from './asset-link.ts'
import type { AssetLink } from './asset-link.ts'
import type { AssetKey, AssetRun } from './asset-run.ts'
import { assetsOfRun } from './assets-of-run.ts'
import { findAssetRun } from './find-asset-run.ts'
import { fileName } from './stored-asset.ts'

/** A file to download. */
export interface DownloadedAsset {
  /** Without slashes. */
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  /** In hex; null for what is made from the result at each download. */
  readonly sha256: string | null
  /** Opens the bytes, or a part of them. Throws ASSET_CONTENT_NOT_FOUND and ARTIFACT_STORE_UNAVAILABLE. */
  readonly open: (range?: ByteRange) => Promise<Readable>
}

/**
 * The asset behind a link. Throws ASSET_NOT_FOUND when the signature is invalid or expired, or the run or the file is
 * deleted.
 */
export async function downloadAsset(
  store: Store,
  blobs: BlobStore | null,
  link: { readonly token: string; readonly name: string; readonly nowMs: number },
): Promise<DownloadedAsset> {
  const opened = openAssetToken(store.encryption, link.token)
  if (opened === null || !(opened.expiresAtMs > link.nowMs)) throw notFound()
  const run = await findRun(store, opened.key)
  const asset = opened.artifactId === null ? madeAsset(run, opened) : await storedAsset(store, blobs, opened)
  if (asset === null || asset.name !== link.name) throw notFound()
  return asset
}

const notFound = (): Fault => new Fault('ASSET_NOT_FOUND')

function madeAsset(run: AssetRun, { name }: AssetLink): DownloadedAsset | null {
  const asset = assetsOfRun(run).find((made) => made.name === name)
  if (asset === undefined) return null
  const bytes = Buffer.from(asset.content())
  return {
    name,
    contentType: asset.contentType,
    sizeBytes: bytes.length,
    sha256: null,
    open: async (range) => Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]),
  }
}

async function storedAsset(
  { db }: Store,
  blobs: BlobStore | null,
  { key: { accountId, resultId }, artifactId }: AssetLink,
): Promise<DownloadedAsset | null> {
  const row = await findArtifact(db, { accountId, resultId, id: artifactId ?? '' })
  if (row === null) return null
  const { contentId, contentType, sizeBytes, sha256 } = row
  const open = async (range?: ByteRange): Promise<Readable> => {
    const bytes = await blobs?.get({ accountId, id: contentId }, range).catch((cause: unknown) => {
      throw new Fault('ARTIFACT_STORE_UNAVAILABLE', { cause })
    })
    if (!bytes) throw new Fault('ASSET_CONTENT_NOT_FOUND')
    return bytes
  }
  return { name: fileName(row.name), contentType, sizeBytes, sha256, open }
}

async function findRun(store: Store, key: AssetKey): Promise<AssetRun> {
  try {
    const run = await findAssetRun(store, key)
    if (run !== null) return run
  } catch (error) {
    if (!(error instanceof Fault)) throw error
  }
  throw notFound()
}
