import { createHash } from 'node:crypto'
import { minuteMs } from '#kernel'
import { findPublicPage, listPublicPageUrls, readPublicStatusPage } from '#publishing'
import type { PageSources } from '../page-sources.ts'
import { contentOf, readSnapshot, snapshotFiles } from './snapshot-files.ts'
import type { SnapshotDirectory } from './snapshot-directory.ts'

/** An unchanged page is written again, so that the age of its copy says since when nobody writes any more. */
const againAfterMs = 5 * minuteMs

/** Keeps copies of all public pages in a directory up to date. */
export class SnapshotKeeper {
  readonly #sources: Pick<PageSources, 'store' | 'clock' | 'publicUrl'>
  readonly #directory: SnapshotDirectory
  readonly #written = new Map<string, { readonly digest: string; readonly atMs: number }>()

  constructor(sources: Pick<PageSources, 'store' | 'clock' | 'publicUrl'>, directory: SnapshotDirectory) {
    this.#sources = sources
    this.#directory = directory
  }

  /** Writes the pages that changed, and removes those that not everybody may see any more. Answers how many it wrote. */
  async refresh(): Promise<number> {
    const urls = await listPublicPageUrls(this.#sources.store)
    await this.#directory.keepOnly(new Set(urls))
    for (const url of this.#written.keys()) if (!urls.includes(url)) this.#written.delete(url)
    let count = 0
    for (const url of urls) if (await this.#refreshPage(url)) count += 1
    return count
  }

  async #refreshPage(url: string): Promise<boolean> {
    const { store, clock, publicUrl } = this.#sources
    const found = await findPublicPage(store, url)
    if (found === null || found.isPrivate) return false
    const nowMs = clock.now()
    const shown = await readPublicStatusPage(store, found, nowMs)
    const digest = createHash('sha256').update(contentOf({ found, shown })).digest('hex')
    const last = this.#written.get(url)
    if (last?.digest === digest && nowMs - last.atMs < againAfterMs) return false
    await this.#directory.replace(
      url,
      await snapshotFiles(await readSnapshot(store, { found, shown, publicUrl }), publicUrl),
    )
    this.#written.set(url, { digest, atMs: nowMs })
    return true
  }
}
