import { createHash } from 'node:crypto'
import { CopyError } from '#copies'
import type { CopyTarget } from '#copies'
import { findPublicPage, listPublicPageUrls, noteCopies, publicVersionOf, readPublicStatusPage } from '#publishing'
import type { PublicPage, PublicStatusPage } from '#publishing'
import type { PageSources } from '../page-sources.ts'
import { contentOf, readSnapshot, snapshotFiles } from './snapshot-files.ts'

interface Current {
  readonly found: PublicPage
  readonly shown: PublicStatusPage
  readonly digest: string
}

type KeeperSources = Pick<PageSources, 'store' | 'clock' | 'publicUrl' | 'languages'>

/** Keeps copies of all public pages at one place up to date. */
export class SnapshotKeeper {
  readonly #sources: KeeperSources
  readonly #target: CopyTarget
  readonly #written = new Map<string, { readonly digest: string; readonly atMs: number }>()
  #names = ''

  constructor(sources: KeeperSources, target: CopyTarget) {
    this.#sources = sources
    this.#target = target
  }

  /**
   * Writes the pages that changed, and removes those that not everybody may see any more. Answers how many it wrote.
   * Throws a CopyError, after noting it.
   */
  async refresh(): Promise<number> {
    const { store, clock } = this.#sources
    const urls = await listPublicPageUrls(store)
    const current = await this.#readAll(urls)
    const nowMs = clock.now()
    const due = current.filter((page) => this.#isDue(page, nowMs))
    const target = this.#target.name
    try {
      await this.#write(urls, due)
    } catch (error) {
      const failure = reasonOf(error)
      await noteCopies(store, { target, pages: current.map(({ found }) => found), failure }, nowMs)
      throw new CopyError(failure, { cause: error })
    }
    for (const { found, digest } of due) this.#written.set(found.profile.url, { digest, atMs: nowMs })
    await noteCopies(store, { target, pages: due.map(({ found }) => found), failure: null }, nowMs)
    return due.length
  }

  async #write(urls: readonly string[], due: readonly Current[]): Promise<void> {
    const { store, publicUrl } = this.#sources
    await this.#target.keepOnly(new Set(urls))
    for (const url of this.#written.keys()) if (!urls.includes(url)) this.#written.delete(url)
    for (const { found, shown } of due)
      await this.#target.replace(
        found.profile.url,
        await snapshotFiles(await readSnapshot(store, { found, shown, publicUrl }), this.#sources),
      )
    const names = urls.join(' ')
    if (due.length > 0 || names !== this.#names) await this.#target.publish()
    this.#names = names
  }

  async #readAll(urls: readonly string[]): Promise<Current[]> {
    const { store, clock } = this.#sources
    const current: Current[] = []
    for (const url of urls) {
      const found = await findPublicPage(store, url)
      if (found === null || found.isPrivate) continue
      const shown = await readPublicStatusPage(store, found, clock.now())
      const said = `${contentOf({ found, shown })} ${await publicVersionOf(store, found)}`
      current.push({ found, shown, digest: createHash('sha256').update(said).digest('hex') })
    }
    return current
  }

  #isDue({ found, digest }: Current, nowMs: number): boolean {
    const last = this.#written.get(found.profile.url)
    return last?.digest !== digest || nowMs - last.atMs >= this.#target.againAfterMs
  }
}

/** Requests that fail have their reason inside. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
