import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leftIn, useRegistry } from '../../../tests/support/registry-scene.ts'
import { readSource } from './runtime-source.ts'

const scene = useRegistry(readSource)

describe('an installation', () => {
  it('has every package, is readable by every user and writable by its owner alone', async () => {
    const runtimes = scene().aMachine()
    expect(runtimes.status('2026.04')).toEqual({ state: 'missing', progress: 'not installed' })
    const runtime = await runtimes.get('2026.04')
    expect(execFileSync(runtime.node, { encoding: 'utf8' })).toBe('runtime\n')
    expect(existsSync(join(runtime.directory, 'node_modules/left/index.js'))).toBe(true)
    for (const file of [
      scene().place,
      runtime.directory,
      runtime.node,
      join(runtime.directory, 'node_modules/left/index.js'),
    ])
      expect(statSync(file).mode & 0o026).toBe(0o004)
    expect(runtimes.status('2026.04')).toEqual({ state: 'installed', progress: 'installed' })
    expect(leftIn(scene().place)).toEqual([readSource('2026.04', scene().registry.source).name])
  })
})

describe('a registry that fails', () => {
  it('rejects runs at once for a while, then is tried again', async () => {
    const runtimes = scene().aMachine()
    scene().registry.mood = 'fail'
    await expect(runtimes.get('2026.04')).rejects.toThrow('tried again')
    const { length } = scene().registry.asked
    scene().registry.mood = 'serve'
    await expect(runtimes.get('2026.04')).rejects.toThrow('tried again')
    expect(scene().registry.asked).toHaveLength(length)
    scene().clock.advance(30_000)
    expect((await runtimes.get('2026.04')).id).toBe('2026.04')
  })
})

describe('a runtime', () => {
  it('is not installed where that is off, and the reason names the setting', async () => {
    await expect(scene().aMachine({ mayInstall: false }).get('2026.04')).rejects.toThrow('BELFRY_RUNTIMES=off')
    expect(scene().registry.asked).toEqual([])
  })

  it('is not waited for when the run is cancelled, and the installation goes on', async () => {
    scene().registry.mood = 'hang'
    const runtimes = scene().aMachine()
    const cancelled = new AbortController()
    const waiting = runtimes.get('2026.04', cancelled.signal)
    await scene().registry.nextRequest()
    cancelled.abort(new Error('The run was cancelled.'))
    await expect(waiting).rejects.toThrow('The run was cancelled.')
    expect(runtimes.status('2026.04')).toMatchObject({
      state: 'installing',
      progress: expect.stringContaining('packages'),
    })
  })

  it('is not used when others may write its directory', async () => {
    const { directory } = await scene().aMachine().get('2026.04')
    chmodSync(directory, 0o777)
    await expect(scene().aMachine().get('2026.04')).rejects.toMatchObject({ code: 'NOT_PRIVATE' })
    expect(scene().aMachine().status('2026.04')).toMatchObject({ state: 'failed', code: 'NOT_PRIVATE' })
  })

  it('has the Chromium the operator names, and says what to correct when it is not there', async () => {
    await scene().aMachine().get('2026.04')
    const { chromium } = await scene().aMachine({ chromiumPath: process.execPath }).get('2026.04')
    expect(chromium).toEqual({ program: process.execPath, environment: {}, args: [] })
    const wrong = await scene().aMachine({ chromiumPath: '/nowhere/chromium' }).get('2026.04')
    expect(wrong).toMatchObject({ chromium: null, chromiumProblem: expect.stringContaining('BELFRY_CHROMIUM_PATH') })
  })
})
