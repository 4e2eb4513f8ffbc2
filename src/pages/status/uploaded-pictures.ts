import { findPublicPicture } from '#publishing'
import type { PublicPageProfile } from '#publishing'
import type { Store } from '#storage/database'
import { uploadedPicture } from './page-urls.ts'
import type { PageUrls } from './page-urls.ts'

/** The bytes of the pictures of a page that were uploaded here, by their paths below the service, without a slash before. */
export async function readUploadedPictures(
  store: Store,
  { logo, logoDark, favicon }: PublicPageProfile,
  urls: PageUrls,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const pictures = new Map<string, Uint8Array>()
  for (const address of [logo, logoDark, favicon]) {
    const path = uploadedPicture(address, urls)
    const found = path === null ? null : await findPublicPicture(store, path.slice(path.lastIndexOf('/') + 1))
    if (path !== null && found !== null) pictures.set(path.slice(1), found.bytes)
  }
  return pictures
}
