import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leftIn, packages, useRegistry } from '../../../tests/support/registry-scene.ts'
import { readSource } from './runtime-source.ts'

const scene = useRegistry(readSource)

describe('an installation', () => {
  it('is used again without the network', async () => {
    const { directory } = await scene().aMachine().get('2026.04')
    scene().registry.mood = 'fail'
    expect((await scene().aMachine({ mayInstall: false }).get('2026.04')).directory).toBe(directory)
  })

  it('is done once when two processes want it at the same time', async () => {
    const [one, other] = await Promise.all([scene().aMachine().get('2026.04'), scene().aMachine().get('2026.04')])
    expect(one).toEqual(other)
    expect(scene().registry.asked.toSorted()).toEqual(
      packages.map(({ name }) => `/${name}/-/${name}-1.0.0.tgz`).toSorted(),
    )
  })

  it('leaves nothing that counts as installed when everything is killed, and the next one completes it', async () => {
    scene().registry.mood = 'hang'
    const service = startInAnotherProcess()
    await scene().registry.nextRequest()
    service.kill('SIGKILL')
    await once(service, 'exit')
    expect(scene().aMachine().status('2026.04').state).toBe('missing')
    scene().registry.mood = 'serve'
    await scene().aMachine().get('2026.04')
    expect(leftIn(scene().place)).toEqual([readSource('2026.04', scene().registry.source).name])
  })

  it('leaves no process when the service is killed while a registry is waited for', async () => {
    scene().registry.mood = 'hang'
    const service = startInAnotherProcess({ ['npm_config_fetch_timeout']: '600000' })
    await scene().registry.nextRequest()
    expect(processesIn(scene().place)).not.toEqual([])
    service.kill('SIGKILL')
    await once(service, 'exit')
    await expect.poll(() => processesIn(scene().place)).toEqual([])
  })
})

describe('a registry that fails', () => {
  it.each([
    ['answers with an error', 'fail', 'REGISTRY_UNREACHABLE', 'HTTPS_PROXY'],
    ['never answers', 'hang', 'REGISTRY_UNREACHABLE', 'HTTPS_PROXY'],
    ['has another content than the lock file', 'lie', 'PACKAGE_CHANGED', 'differs from the one in the lock file'],
  ] as const)('fails the installation with advice when it %s', async (_what, mood, code, advice) => {
    const runtimes = scene().aMachine()
    scene().registry.mood = mood
    await expect(runtimes.get('2026.04')).rejects.toMatchObject({ name: 'RuntimeProblem', code })
    expect(runtimes.status('2026.04')).toMatchObject({ state: 'failed', code, reason: expect.stringContaining(advice) })
    expect(leftIn(scene().place)).toEqual([])
  })

  it('fails the installation with advice when nothing listens there', async () => {
    const closed = { ...scene().environment, ['npm_config_registry']: 'http://127.0.0.1:1/' }
    const refused = scene().aMachine({ environment: closed }).get('2026.04')
    await expect(refused).rejects.toMatchObject({ code: 'REGISTRY_UNREACHABLE' })
  })

  it('is tried again in the background until the runtime is there', async () => {
    const runtimes = scene().aMachine()
    scene().registry.mood = 'fail'
    const done = runtimes.keepInstalled(['2026.04'])
    await expect.poll(() => runtimes.status('2026.04').state).toBe('failed')
    scene().registry.mood = 'serve'
    scene().clock.advance(30_000)
    await done
    expect(runtimes.status('2026.04').state).toBe('installed')
  })
})

/** A process that installs the runtime as the service does. */
function startInAnotherProcess(changes: Record<string, string> = {}): ReturnType<typeof spawn> {
  const program = `
    import { createRuntimes } from ${JSON.stringify(join(import.meta.dirname, 'runtimes.ts'))}
    import { readSource } from ${JSON.stringify(join(import.meta.dirname, 'runtime-source.ts'))}
    import { silentLog, SystemClock } from '#kernel'
    const sourceOf = (id) => readSource(id, ${JSON.stringify(scene().registry.source)})
    await createRuntimes({ directory: ${JSON.stringify(scene().place)}, chromiumPath: null, mayInstall: true,
      environment: process.env, clock: new SystemClock(), log: silentLog, sourceOf }).get('2026.04')`
  return spawn(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...scene().environment, ...changes },
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
