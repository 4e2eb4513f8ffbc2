import { mkdir, mkdtemp, readdir, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { minuteMs } from '#kernel'
import type { CopyTarget } from './copy-target.ts'

/** Where the files are that the name of a page refers to; hidden from servers that list directories. */
const versions = '.versions'

/**
 * Copies of pages in a directory. The name of a page is a link to its files, which is replaced when all of the next ones
 * are written: readers of the directory never see a part of a copy.
 */
export class DirectoryTarget implements CopyTarget {
  readonly name = 'directory'
  readonly place: string
  readonly againAfterMs = 5 * minuteMs
  readonly #path: string

  constructor(path: string) {
    this.#path = path
    this.place = path
  }

  async replace(name: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<void> {
    await mkdir(join(this.#path, versions), { recursive: true })
    const made = await mkdtemp(join(this.#path, versions, `${name}.`))
    for (const [path, text] of files) {
      await mkdir(dirname(join(made, path)), { recursive: true })
      await writeFile(join(made, path), text)
    }
    const target = join(versions, made.slice(join(this.#path, versions).length + 1))
    const link = `${made}.link`
    await symlink(target, link)
    await rename(link, join(this.#path, name))
    await this.#forget(name, target)
  }

  async keepOnly(names: ReadonlySet<string>): Promise<void> {
    for (const entry of await this.#links())
      if (!names.has(entry)) {
        await rm(join(this.#path, entry))
        await this.#forget(entry, null)
      }
  }

  async publish(): Promise<void> {}

  /** The names that are links to versions; what else is in the directory belongs to others. */
  async #links(): Promise<string[]> {
    const entries = await readdir(this.#path, { withFileTypes: true }).catch(() => [])
    const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)
    const targets = await Promise.all(links.map((name) => readlink(join(this.#path, name))))
    return links.filter((name, index) => targets[index]?.startsWith(join(versions, `${name}.`)))
  }

  async #forget(name: string, except: string | null): Promise<void> {
    for (const entry of await readdir(join(this.#path, versions)))
      if (entry.startsWith(`${name}.`) && join(versions, entry) !== except)
        await rm(join(this.#path, versions, entry), { recursive: true, force: true })
  }
}
