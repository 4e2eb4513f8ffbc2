import { createHash } from 'node:crypto'
import { pictureTypes } from '#contract'
import type { PictureType } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { deleteUnusedPictures, findPicture, holdPages, insertPagePicture } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { pictureTypeOf } from './picture-type.ts'

/** So many that a page does not show are kept: those of somebody who has not saved the page yet. */
const unusedKept = 10

export interface AddedPicture {
  /** Below the address of the service. */
  readonly path: string
  readonly contentType: PictureType
  readonly sizeBytes: number
  readonly isNew: boolean
}

/** The path of a picture; it changes with the bytes, so that it can be cached forever. */
const picturePathOf = (digest: string, contentType: PictureType): string =>
  `/pages/pictures/${digest}.${pictureTypes[contentType]}`

/** Adds a picture to a page. Throws STATUS_PAGE_NOT_FOUND and PICTURE_INVALID. */
export async function addPagePicture(
  store: Store,
  { accountId, nowMs }: Caller,
  { statusPageId, body }: { readonly statusPageId: string; readonly body: AsyncIterable<Uint8Array> },
): Promise<AddedPicture> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(part)
  const bytes = Buffer.concat(parts)
  const contentType = pictureTypeOf(bytes)
  if (contentType === null) throw new Fault('PICTURE_INVALID')
  const digest = createHash('sha256').update(bytes).digest('hex')
  const place = { accountId, statusPageId }
  const isNew = await store.db.transaction(async (tx) => {
    if (!(await holdPages(tx, accountId, [statusPageId])).has(statusPageId)) throw new Fault('STATUS_PAGE_NOT_FOUND')
    const inserted = await insertPagePicture(tx, { ...place, digest, contentType, bytes, createdAt: new Date(nowMs) })
    await deleteUnusedPictures(tx, { ...place, kept: unusedKept })
    return inserted
  })
  return { path: picturePathOf(digest, contentType), contentType, sizeBytes: bytes.length, isNew }
}

/** The picture at a path of `picturePathOf`, or null. */
export async function findPublicPicture(
  { db }: Store,
  name: string,
): Promise<{ readonly contentType: PictureType; readonly bytes: Buffer } | null> {
  const [, digest, ending] = /^([0-9a-f]{64})\.([a-z]{3,4})$/.exec(name) ?? []
  const found = digest === undefined ? null : await findPicture(db, digest)
  return found !== null && pictureTypes[found.contentType] === ending ? found : null
}
