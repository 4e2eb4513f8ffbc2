import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { silentLog, TestClock } from '#kernel'
import { startPackageRegistry } from '../../../tests/support/package-registry.ts'
import type { PackageRegistry } from '../../../tests/support/package-registry.ts'
import { installationEnvironment } from './installation.ts'
import { readSource } from './runtime-source.ts'
import { createRuntimes } from './runtimes.ts'
import type { Runtimes, RuntimesOptions } from './runtimes.ts'

const node = `node-linux-${process.arch}`
const packages = [
  { name: node, files: { 'bin/node': '#!/bin/sh\necho runtime\n', 'include/node.h': 'header' } },
  { name: 'left', files: { 'index.js': 'module.exports = 1' } },
]

let root: string
let registry: PackageRegistry
let clock: TestClock
let ending: AbortController
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'belfry-runtimes-'))
  registry = await startPackageRegistry(packages)
  clock = new TestClock()
  ending = new AbortController()
})
afterEach(async () => {
  ending.abort()
  await registry.close()
  rmSync(root, { recursive: true, force: true })
})

const place = (): string => join(root, 'runtimes')
const environment = (): Record<string, string | undefined> => ({
  ...process.env,
  ['npm_config_registry']: registry.url,
  ['npm_config_cache']: join(root, 'cache'),
  ['npm_config_fetch_retries']: '0',
  ['npm_config_fetch_timeout']: '1000',
})
const aMachine = (options: Partial<RuntimesOptions> = {}): Runtimes =>
  createRuntimes({
    directory: place(),
    chromiumPath: null,
    mayInstall: true,
    environment: environment(),
    clock,
    log: silentLog,
    signal: ending.signal,
    sourceOf: (id) => readSource(id, registry.source),
    ...options,
  })
const leftIn = (directory: string): string[] => (existsSync(directory) ? readdirSync(directory) : [])

describe('an installation', () => {
  it('has every package, is readable by every user and writable by its owner alone', async () => {
    const runtimes = aMachine()
    expect(runtimes.status('2026.04')).toEqual({ state: 'missing', progress: 'not installed' })
    const runtime = await runtimes.get('2026.04')
    expect(execFileSync(runtime.node, { encoding: 'utf8' })).toBe('runtime\n')
    expect(existsSync(join(runtime.directory, 'node_modules/left/index.js'))).toBe(true)
    for (const file of [
      place(),
      runtime.directory,
      runtime.node,
      join(runtime.directory, 'node_modules/left/index.js'),
    ])
      expect(statSync(file).mode & 0o026).toBe(0o004)
    expect(runtimes.status('2026.04')).toEqual({ state: 'installed', progress: 'installed' })
    expect(leftIn(place())).toEqual([readSource('2026.04', registry.source).name])
  })

  it('is used again without the network', async () => {
    const { directory } = await aMachine().get('2026.04')
    registry.mood = 'fail'
    expect((await aMachine({ mayInstall: false }).get('2026.04')).directory).toBe(directory)
  })

  it('is done once when two processes want it at the same time', async () => {
    const [one, other] = await Promise.all([aMachine().get('2026.04'), aMachine().get('2026.04')])
    expect(one).toEqual(other)
    expect(registry.asked.toSorted()).toEqual(packages.map(({ name }) => `/${name}/-/${name}-1.0.0.tgz`).toSorted())
  })

  it('leaves nothing that counts as installed when everything is killed, and the next one completes it', async () => {
    registry.mood = 'hang'
    const service = startInAnotherProcess()
    await registry.nextRequest()
    service.kill('SIGKILL')
    await once(service, 'exit')
    expect(aMachine().status('2026.04').state).toBe('missing')
    registry.mood = 'serve'
    await aMachine().get('2026.04')
    expect(leftIn(place())).toEqual([readSource('2026.04', registry.source).name])
  })

  it('leaves no process when the service is killed while a registry is waited for', async () => {
    registry.mood = 'hang'
    const service = startInAnotherProcess({ ['npm_config_fetch_timeout']: '600000' })
    await registry.nextRequest()
    expect(processesIn(place())).not.toEqual([])
    service.kill('SIGKILL')
    await once(service, 'exit')
    await expect.poll(() => processesIn(place())).toEqual([])
  })

  it('gets nothing of the environment but what npm needs', () => {
    const given = {
      PATH: '/repository/node_modules/.bin:/usr/bin',
      HOME: '/home/belfry',
      HTTPS_PROXY: 'http://proxy.example',
      ['npm_config_registry']: 'https://mirror.example/',
      ['npm_config_local_prefix']: '/repository',
      ['npm_lifecycle_event']: 'start',
      BELFRY_SECRET_KEY: 'secret',
      DATABASE_URL: 'postgres://user:password@db',
      NODE_OPTIONS: '--require /tmp/x.js',
    }
    expect(installationEnvironment(given)).toEqual({
      PATH: '/usr/bin',
      HOME: '/home/belfry',
      HTTPS_PROXY: 'http://proxy.example',
      ['npm_config_registry']: 'https://mirror.example/',
    })
  })
})

describe('a registry that fails', () => {
  it.each([
    ['answers with an error', 'fail', 'REGISTRY_UNREACHABLE', 'HTTPS_PROXY'],
    ['never answers', 'hang', 'REGISTRY_UNREACHABLE', 'HTTPS_PROXY'],
    ['has another content than the lock file', 'lie', 'PACKAGE_CHANGED', 'differs from the one in the lock file'],
  ] as const)('fails the installation with advice when it %s', async (_what, mood, code, advice) => {
    const runtimes = aMachine()
    registry.mood = mood
    await expect(runtimes.get('2026.04')).rejects.toMatchObject({ name: 'RuntimeProblem', code })
    expect(runtimes.status('2026.04')).toMatchObject({ state: 'failed', code, reason: expect.stringContaining(advice) })
    expect(leftIn(place())).toEqual([])
  })

  it('fails the installation with advice when nothing listens there', async () => {
    const closed = { ...environment(), ['npm_config_registry']: 'http://127.0.0.1:1/' }
    const refused = aMachine({ environment: closed }).get('2026.04')
    await expect(refused).rejects.toMatchObject({ code: 'REGISTRY_UNREACHABLE' })
  })

  it('rejects runs at once for a while, then is tried again', async () => {
    const runtimes = aMachine()
    registry.mood = 'fail'
    await expect(runtimes.get('2026.04')).rejects.toThrow('tried again')
    const { length } = registry.asked
    registry.mood = 'serve'
    await expect(runtimes.get('2026.04')).rejects.toThrow('tried again')
    expect(registry.asked).toHaveLength(length)
    clock.advance(30_000)
    expect((await runtimes.get('2026.04')).id).toBe('2026.04')
  })

  it('is tried again in the background until the runtime is there', async () => {
    const runtimes = aMachine()
    registry.mood = 'fail'
    const done = runtimes.keepInstalled(['2026.04'])
    await expect.poll(() => runtimes.status('2026.04').state).toBe('failed')
    registry.mood = 'serve'
    clock.advance(30_000)
    await done
    expect(runtimes.status('2026.04').state).toBe('installed')
  })
})

describe('a runtime', () => {
  it('is not waited for when the run is cancelled, and the installation goes on', async () => {
    registry.mood = 'hang'
    const runtimes = aMachine()
    const cancelled = new AbortController()
    const waiting = runtimes.get('2026.04', cancelled.signal)
    await registry.nextRequest()
    cancelled.abort(new Error('The run was cancelled.'))
    await expect(waiting).rejects.toThrow('The run was cancelled.')
    expect(runtimes.status('2026.04')).toMatchObject({
      state: 'installing',
      progress: expect.stringContaining('packages'),
    })
  })

  it('is not installed where that is off, and the reason names the setting', async () => {
    await expect(aMachine({ mayInstall: false }).get('2026.04')).rejects.toThrow('BELFRY_RUNTIMES=off')
    expect(registry.asked).toEqual([])
  })

  it('is not used when others may write its directory', async () => {
    const { directory } = await aMachine().get('2026.04')
    chmodSync(directory, 0o777)
    await expect(aMachine().get('2026.04')).rejects.toMatchObject({ code: 'NOT_PRIVATE' })
    expect(aMachine().status('2026.04')).toMatchObject({ state: 'failed', code: 'NOT_PRIVATE' })
  })

  it('has the Chromium the operator names, and says what to correct when it is not there', async () => {
    await aMachine().get('2026.04')
    const { chromium } = await aMachine({ chromiumPath: process.execPath }).get('2026.04')
    expect(chromium).toEqual({ program: process.execPath, environment: {}, args: [] })
    const wrong = await aMachine({ chromiumPath: '/nowhere/chromium' }).get('2026.04')
    expect(wrong).toMatchObject({ chromium: null, chromiumProblem: expect.stringContaining('BELFRY_CHROMIUM_PATH') })
  })
})

/** A process that installs the runtime as the service does. */
function startInAnotherProcess(changes: Record<string, string> = {}): ReturnType<typeof spawn> {
  const program = `
    import { createRuntimes } from ${JSON.stringify(join(import.meta.dirname, 'runtimes.ts'))}
    import { readSource } from ${JSON.stringify(join(import.meta.dirname, 'runtime-source.ts'))}
    import { silentLog, SystemClock } from '#kernel'
    const sourceOf = (id) => readSource(id, ${JSON.stringify(registry.source)})
    await createRuntimes({ directory: ${JSON.stringify(place())}, chromiumPath: null, mayInstall: true,
      environment: process.env, clock: new SystemClock(), log: silentLog, sourceOf }).get('2026.04')`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...environment(), ...changes },
    stdio: 'ignore',
  })
}

/** The processes whose working directory is below this one. */
function processesIn(directory: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(directory)
      } catch {
        return false
      }
    })
}
