import { gzipSync } from 'node:zlib'
import { Header } from 'tar'
import type { HeaderData } from 'tar'

export interface ArchivedEntry {
  readonly path: string
  readonly type?: HeaderData['type']
  readonly content?: string | Buffer
  readonly target?: string
}

const blockBytes = 512

/** A tar.gz of exactly these entries, even hostile ones. */
export const anArchive = (entries: readonly ArchivedEntry[]): Buffer => gzipSync(aTar(entries))

export function aTar(entries: readonly ArchivedEntry[]): Buffer {
  const blocks = entries.flatMap(({ path, type = 'File', content = '', target }) => {
    const bytes = Buffer.from(content)
    const size = type === 'File' ? bytes.length : 0
    const header = new Header({ path, type, size, mode: 0o644, uid: 0, gid: 0, ...(target && { linkpath: target }) })
    const head = Buffer.alloc(blockBytes)
    header.encode(head)
    return [head, bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)])
}

/** A project like that of a Playwright suite, unlike any other. */
export const aProject = (mark: string): Buffer =>
  anArchive([
    { path: 'package.json', content: JSON.stringify({ name: mark }) },
    { path: 'tests/shop.spec.ts', content: 'export {}' },
  ])
