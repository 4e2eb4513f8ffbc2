import { readFile, readdir } from 'node:fs/promises'
import { extname, join } from 'node:path'

export interface InterfaceFile {
  readonly type: string
  readonly bytes: Buffer
  /** The same with brotli (RFC 7932); null for files that are compressed already. */
  readonly brotli: Buffer | null
}

export interface InterfaceFiles {
  /** The page, without its nonce and base. */
  readonly page: string
  /** The service worker that shows notifications; its address never changes. */
  readonly worker: InterfaceFile
  /** By their names, which change with their content. */
  readonly assets: ReadonlyMap<string, InterfaceFile>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
}

/** Reads a built interface, which is about a megabyte. */
export async function readInterface(directory: string): Promise<InterfaceFiles> {
  const page = await readFile(join(directory, 'index.html'), 'utf8')
  const names = await readdir(join(directory, 'assets'))
  const read = (name: string): Promise<Buffer> => readFile(join(directory, 'assets', name))
  const assets = names
    .filter((name) => types[extname(name)] !== undefined)
    .map(async (name): Promise<readonly [string, InterfaceFile]> => {
      const brotli = names.includes(`${name}.br`) ? await read(`${name}.br`) : null
      return [name, { type: types[extname(name)] ?? '', bytes: await read(name), brotli }]
    })
  const worker = { type: types['.js'] ?? '', bytes: await readFile(join(directory, 'notifications.js')), brotli: null }
  return { page, worker, assets: new Map(await Promise.all(assets)) }
}
