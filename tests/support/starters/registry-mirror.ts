import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'

const registry = (process.env['npm_config_registry'] ?? 'https://registry.npmjs.org').replace(/\/$/, '')
const tarballPath = /^\/(?:@[\w.-]+\/)?[\w.-]+\/-\/[\w.-]+\.tgz$/
/** An address of this machine that runs reach through their way out: 127.0.0.1 is their own. */
const host = '127.0.0.2'

export interface RegistryMirror extends AsyncDisposable {
  readonly url: string
}

/**
 * Serves the tarballs of the registry, which lock files name and npm verifies. Each is fetched once and kept in the directory, so
 * that later runs of the tests need no network.
 */
export async function startRegistryMirror(directory: string): Promise<RegistryMirror> {
  await mkdir(directory, { recursive: true })
  const server = createServer(({ url = '' }, response) => {
    if (!tarballPath.test(url)) return void response.writeHead(404).end()
    tarball(directory, url).then(
      (bytes) => response.end(bytes),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  }).listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://${host}:${port}/`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function tarball(directory: string, path: string): Promise<Buffer> {
  const file = join(directory, `${createHash('sha256').update(path).digest('hex')}.tgz`)
  if (!existsSync(file)) await keep(`${registry}${path}`, file)
  return readFile(file)
}

async function keep(url: string, file: string): Promise<void> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`)
  const draft = `${file}.${crypto.randomUUID()}`
  await writeFile(draft, new Uint8Array(await response.arrayBuffer()))
  await rename(draft, file)
}
