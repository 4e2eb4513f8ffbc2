import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A package to serve: its files, by their paths. `package.json` is written by the registry. */
export interface ServedPackage {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
}

/** How the registry answers a request. */
export type RegistryMood = 'serve' | 'fail' | 'hang' | 'lie'

/** A server with the parts of the npm registry that `npm ci` needs, which can be told to misbehave. */
export interface PackageRegistry {
  readonly url: string
  /** Holds package.json and package-lock.json, which need every served package. */
  readonly source: string
  mood: RegistryMood
  /** Paths of the tarballs that were asked for. */
  readonly asked: readonly string[]
  /** Resolves when the next request arrives. */
  nextRequest(): Promise<void>
  close(): Promise<void>
}

const version = '1.0.0'

export async function startPackageRegistry(packages: readonly ServedPackage[]): Promise<PackageRegistry> {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-registry-'))
  const tarballs = new Map(packages.map((row) => [`/${row.name}/-/${row.name}-${version}.tgz`, pack(directory, row)]))
  const asked: string[] = []
  const held = new Set<ServerResponse>()
  const waiting: (() => void)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    for (const resolve of waiting.splice(0)) resolve()
    const tarball = tarballs.get(request.url ?? '')
    if (registry.mood === 'hang') return void held.add(response)
    if (registry.mood === 'fail') return void response.writeHead(503).end()
    if (tarball === undefined) return void response.writeHead(404).end()
    response.end(registry.mood === 'lie' ? Buffer.concat([tarball, Buffer.from('more')]) : tarball)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const registry: PackageRegistry = {
    url,
    source: writeSource(directory, tarballs),
    mood: 'serve',
    asked,
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    async close() {
      for (const response of held) response.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return registry
}

function pack(directory: string, { name, files }: ServedPackage): Buffer {
  const place = join(directory, name, 'package')
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify({ name, version }), ...files })) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), text, { mode: 0o755 })
  }
  const tarball = join(directory, `${name}.tgz`)
  execFileSync('tar', ['-czf', tarball, '-C', join(directory, name), 'package'])
  return readFileSync(tarball)
}

function writeSource(directory: string, tarballs: ReadonlyMap<string, Buffer>): string {
  const source = join(directory, 'source')
  mkdirSync(source)
  const rows = [...tarballs].map(([path, tarball]) => {
    const name = path.split('/')[1] ?? ''
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    return { name, row: { version, resolved: `https://registry.npmjs.org${path}`, integrity } }
  })
  const dependencies = Object.fromEntries(rows.map(({ name }) => [name, version]))
  const root = { name: 'test-runtime', version, dependencies }
  const entries = rows.map(({ name, row }) => [`node_modules/${name}`, row])
  const packages = { '': root, ...Object.fromEntries(entries) }
  writeFileSync(join(source, 'package.json'), JSON.stringify(root))
  writeFileSync(
    join(source, 'package-lock.json'),
    JSON.stringify({ name: root.name, version, lockfileVersion: 3, requires: true, packages }),
  )
  return source
}
