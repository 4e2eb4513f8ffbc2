import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

interface Lock {
  packages: Record<string, { integrity?: string; link?: boolean; optional?: boolean; os?: string[] }>
}

/** The lock file of this project is one that npm wrote, which has this shape. */
const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock

async function check(file: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [join(root, 'tools/lock.mjs'), '--check', file], { cwd: root })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

it('every package of the lock file has an integrity, so that npm verifies whatever it installs', () => {
  const packages = Object.entries(readLock().packages).filter(([path]) => path !== '')
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.filter(([, { integrity = '' }]) => !/^sha512-[\w+/]{86}==$/.test(integrity))).toEqual([])
})

it('the check of the lock file names packages that are absent or have no integrity', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-lock-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const lock = readLock()
  const foreign = Object.keys(lock.packages).find((path) => lock.packages[path]?.os?.includes('darwin')) ?? ''
  delete lock.packages[foreign]
  delete lock.packages['node_modules/pg']?.integrity
  const file = join(directory, 'package-lock.json')
  writeFileSync(file, JSON.stringify(lock))
  const { code, output } = await check(file)
  expect(code).toBe(1)
  expect(output).toContain(`${foreign} is absent`)
  expect(output).toContain('node_modules/pg is without an integrity')
  expect(output.trim().split('\n')).toHaveLength(2)
})
