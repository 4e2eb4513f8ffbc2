import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DependencyCache } from './dependency-cache.ts'

const dayMs = 24 * 60 * 60_000
let directory: string
let now: number
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-dependencies-'))
  now = Date.UTC(2026, 0, 1)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const aCache = (more: { maxBytes?: number; maxAccountBytes?: number } = {}): DependencyCache =>
  new DependencyCache({ directory: join(directory, 'cache'), clock: { now: () => now }, ...more })

function aFile(text: string): string {
  const file = join(mkdtempSync(join(directory, 'run-')), 'dependencies.tgz')
  writeFileSync(file, text)
  return file
}

async function keep(cache: DependencyCache, account: string, key: string, text = 'packed'): Promise<void> {
  now += 1000
  const draft = await cache.draft(account, key, aFile(text))
  await draft?.keep()
}

const has = async (cache: DependencyCache, account: string, key: string): Promise<boolean> =>
  (await cache.find(account, key)) !== null

it('finds what was kept, for the same account and the same key only', async () => {
  const cache = aCache()
  await keep(cache, 'one', 'key')
  expect(readFileSync((await cache.find('one', 'key')) ?? '', 'utf8')).toBe('packed')
  expect([await has(cache, 'two', 'key'), await has(cache, 'one', 'other')]).toEqual([false, false])
  expect(await cache.open('one')).not.toBe(await cache.open('two'))
})

it('keeps nothing of a run that has not passed, nor what the run changes afterwards', async () => {
  const cache = aCache()
  const discarded = await cache.draft('one', 'key', aFile('failed'))
  await discarded?.discard()
  const file = aFile('passed')
  const draft = await cache.draft('one', 'other', file)
  writeFileSync(file, 'changed')
  await draft?.keep()
  expect(await has(cache, 'one', 'key')).toBe(false)
  expect(readFileSync((await cache.find('one', 'other')) ?? '', 'utf8')).toBe('passed')
})

it('copies plain files only, and none that is larger than an account may keep', async () => {
  const cache = aCache({ maxAccountBytes: 10 })
  const link = join(directory, 'link.tgz')
  symlinkSync('/etc/passwd', link)
  mkdirSync(join(directory, 'folder.tgz'))
  const sources = [link, join(directory, 'folder.tgz'), join(directory, 'none.tgz'), aFile(''), aFile('more than ten')]
  expect(await Promise.all(sources.map((source) => cache.draft('one', 'key', source)))).toEqual(sources.map(() => null))
  expect(readdirSync(await cache.open('one'))).toEqual([])
})

it('lets go what nobody has used for 30 days, and what was used longest ago when it is full', async () => {
  const cache = aCache({ maxAccountBytes: 12 })
  await keep(cache, 'one', 'a')
  await keep(cache, 'one', 'b')
  now += dayMs
  expect(await has(cache, 'one', 'a')).toBe(true)
  await keep(cache, 'one', 'c')
  expect([await has(cache, 'one', 'a'), await has(cache, 'one', 'b'), await has(cache, 'one', 'c')]).toEqual([
    true,
    false,
    true,
  ])
  now += 31 * dayMs
  expect(await has(cache, 'one', 'a')).toBe(false)
  await cache.prune()
  expect(readdirSync(await cache.open('one'))).toEqual([])
})

it('limits one account first, so that it does not push out the others, and then all together', async () => {
  const cache = aCache({ maxAccountBytes: 12, maxBytes: 18 })
  await keep(cache, 'quiet', 'a')
  for (const key of ['b', 'c', 'd']) await keep(cache, 'busy', key)
  expect(await has(cache, 'quiet', 'a')).toBe(true)
  await keep(cache, 'third', 'e')
  const found = ['a', 'd', 'e'].map((key, index) => has(cache, ['quiet', 'busy', 'third'][index] ?? '', key))
  expect((await Promise.all(found)).filter(Boolean).length).toBeGreaterThan(1)
  const files = await Promise.all(['quiet', 'busy', 'third'].map((account) => cache.open(account)))
  expect(files.flatMap((folder) => readdirSync(folder))).toHaveLength(3)
})

it('removes the drafts of runs that have died', async () => {
  const cache = aCache()
  await cache.draft('one', 'key', aFile('dead'))
  const folder = await cache.open('one')
  now = Date.now()
  await cache.prune()
  expect(readdirSync(folder)).toHaveLength(1)
  now += dayMs
  await cache.prune()
  expect(readdirSync(folder)).toEqual([])
  expect(existsSync(folder)).toBe(true)
})
