import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { copyProgram, problemOfDirectory } from './program-copy.ts'
import { thisProcess } from './process-owner.ts'
import type { ServerAccount } from './server-account.ts'

const isRoot = process.geteuid?.() === 0
const account: ServerAccount = isRoot
  ? { uid: 65_534, gid: 65_534, switched: true, reachesData: true }
  : { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0, switched: false, reachesData: true }

let directory = ''
let native = ''
let parentDirectory = ''
const dataDir = '/srv/belfry'

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'belfry-copies-'))
  await chmod(directory, 0o755)
  native = path.join(directory, 'native')
  parentDirectory = path.join(directory, 'place')
  await mkdir(parentDirectory, { mode: 0o755 })
  await mkdir(path.join(native, 'bin'), { recursive: true, mode: 0o700 })
  await mkdir(path.join(native, 'lib'), { mode: 0o700 })
  await writeFile(path.join(native, 'bin', 'postgres'), '#!/bin/sh\n', { mode: 0o700 })
  await writeFile(path.join(native, 'lib', 'libicu.so.60.2'), 'library', { mode: 0o600 })
  const links = [{ source: 'native/lib/libicu.so.60.2', target: 'native/lib/libicu.so.60' }]
  await writeFile(path.join(native, 'pg-symlinks.json'), JSON.stringify(links), { mode: 0o600 })
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** A copy as a process of that record would have left it. */
async function leaveCopy(name: string, owner: unknown): Promise<string> {
  const copy = path.join(parentDirectory, `belfry-postgres-${name}`)
  await mkdir(path.join(copy, 'native'), { recursive: true })
  if (owner !== undefined) await writeFile(path.join(copy, 'owner.json'), JSON.stringify(owner))
  return copy
}

const deadPid = (): number => spawnSync('/bin/true').pid

describe('a copy of the programs', () => {
  test('is readable by every user and writable by its owner alone, with the library links, whatever the modes were', async () => {
    const { native: copy } = await copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir)
    const modeOf = async (file: string): Promise<number> => (await stat(path.join(copy, file))).mode & 0o777
    expect(await modeOf('bin')).toBe(0o755)
    expect(await modeOf('bin/postgres')).toBe(0o755)
    expect(await modeOf('lib/libicu.so.60')).toBe(0o644)
    expect((await stat(path.dirname(copy))).mode & 0o777).toBe(0o755)
  })

  test('is never shared, so that two installations cannot take it from each other', async () => {
    const [one, other] = await Promise.all([
      copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir),
      copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir),
    ])
    expect(one.native).not.toBe(other.native)
    await one.remove()
    expect(await readdir(parentDirectory)).toEqual([path.basename(path.dirname(other.native))])
    expect(await readFile(path.join(other.native, 'lib', 'libicu.so.60'), 'utf8')).toBe('library')
  })

  test('names its process and its data directory', async () => {
    const copy = await copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir)
    const owner = JSON.parse(await readFile(path.join(path.dirname(copy.native), 'owner.json'), 'utf8'))
    expect(owner).toMatchObject({ pid: process.pid, dataDir })
  })

  test('removes the copies of processes that have ended, and keeps those of running and of unknown ones', async () => {
    const ended = [
      await leaveCopy('dead', { ...thisProcess(), pid: deadPid() }),
      await leaveCopy('recycled', { ...thisProcess(), startedAt: '1' }),
      await leaveCopy('before-the-boot', { ...thisProcess(), scope: 'another-boot pid:[1]' }),
    ]
    const retained = [
      await leaveCopy('live', thisProcess()),
      await leaveCopy('elsewhere', { ...thisProcess(), scope: `${thisProcess().scope.split(' ')[0]} pid:[1]` }),
      await leaveCopy('unnamed', undefined),
    ]
    await copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir)
    expect(ended.filter((copy) => existsSync(copy))).toEqual([])
    expect(retained.filter((copy) => !existsSync(copy))).toEqual([])
  })

  test('that a killed process left whole is taken over by one start, and not by another version', async () => {
    const left = await copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir)
    const marked = path.join(left.native, 'lib', 'libicu.so.60.2')
    await writeFile(marked, 'the same file')
    const dead = JSON.stringify({ ...thisProcess(), pid: deadPid() })
    await writeFile(path.join(path.dirname(left.native), 'owner.json'), dead)
    const takers = await Promise.all(
      [1, 2].map(() => copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir)),
    )
    const contents = await Promise.all(
      takers.map((copy) => readFile(path.join(copy.native, 'lib', 'libicu.so.60.2'), 'utf8')),
    )
    expect(contents.toSorted()).toEqual(['library', 'the same file'])
    for (const copy of takers) await writeFile(path.join(path.dirname(copy.native), 'owner.json'), dead)
    const newer = await copyProgram({ native, version: '18.5.0' }, parentDirectory, dataDir)
    expect(await readdir(parentDirectory)).toEqual([path.basename(path.dirname(newer.native))])
  })

  test('is made again when files are missing', async () => {
    const copy = await copyProgram({ native, version: '18.4.0' }, parentDirectory, dataDir)
    await rm(path.join(copy.native, 'lib', 'libicu.so.60.2'))
    await copy.restore()
    expect(await readFile(path.join(copy.native, 'lib', 'libicu.so.60'), 'utf8')).toBe('library')
  })

  test.runIf(isRoot)('is not made where the account of the server cannot get to', async () => {
    await chmod(parentDirectory, 0o700)
    expect(await problemOfDirectory(parentDirectory, account)).toBe('is closed to uid 65534')
    expect(await problemOfDirectory(directory, account)).toBeUndefined()
  })
})
