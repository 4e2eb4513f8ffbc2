import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { DependencyCache } from '#scripting'
import { SystemClock } from '#kernel'
import { S3Server } from '../../../tests/support/s3-server.ts'
import { readAgentSettings } from '../settings.ts'
import { BucketArchives } from './bucket-archives.ts'

const credentials = { accessKeyId: 'agents', secretAccessKey: 'secret', region: 'eu-west-1', bucket: 'dependencies' }
const store = new S3Server(credentials)
let endpoint: string
let directory: string
beforeAll(async () => {
  endpoint = await store.listen()
})
afterAll(() => store.close())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-bucket-'))
})
afterEach(() => {
  store.objects.clear()
  store.failWith = null
  store.cutAfterBytes = null
  rmSync(directory, { recursive: true, force: true })
})

const clock = new SystemClock()
const archives = (changes: Partial<typeof credentials> = {}): BucketArchives =>
  new BucketArchives(clock, {
    endpoint,
    prefix: 'suites/',
    pathStyle: true,
    limitMs: 5_000,
    ...credentials,
    ...changes,
  })
const cacheOf = (machine: string, shared = archives(), maxAccountBytes = 1_000_000): DependencyCache =>
  new DependencyCache({ clock, directory: join(directory, machine), shared, maxAccountBytes })

async function keep(cache: DependencyCache, account: string, text: string): Promise<void> {
  const file = join(directory, 'made.tgz')
  writeFileSync(file, text)
  await (await cache.draft(account, 'key', file))?.keep()
}

it('one agent finds what another has kept, for the same account only', async () => {
  await keep(cacheOf('first'), 'account', 'installed')
  expect([...store.objects.keys()]).toEqual([expect.stringMatching(/^suites\/[0-9a-f]{64}\/[0-9a-f]{64}\.tgz$/)])
  const second = cacheOf('second')
  expect(readFileSync((await second.find('account', 'key')) ?? '', 'utf8')).toBe('installed')
  expect(await second.find('another account', 'key')).toBeNull()
  store.objects.clear()
  expect(await second.find('account', 'key')).toMatch(/\.tgz$/)
})

it('what is damaged is removed for all', async () => {
  const cache = cacheOf('first')
  await keep(cache, 'account', 'damaged')
  await cache.remove('account', 'key')
  expect(store.objects.size).toBe(0)
})

it('a store that fails, wrong credentials and what is too large are rejected, and leave no file', async () => {
  await keep(cacheOf('first'), 'account', 'installed')
  await expect(cacheOf('second', archives(), 4).find('account', 'key')).rejects.toThrow('4 are allowed')
  await expect(cacheOf('second', archives({ secretAccessKey: 'no' })).find('account', 'key')).rejects.toThrow(/403/)
  store.failWith = 500
  const second = cacheOf('second')
  await expect(second.find('account', 'key')).rejects.toThrow(/500/)
  expect(readdirSync(await second.open('account'))).toEqual([])
  await expect(keep(second, 'account', 'again')).rejects.toThrow(/500/)
})

it('a store that does not answer is given up after the limit', async () => {
  store.cutAfterBytes = 1
  await expect(keep(cacheOf('first'), 'account', 'installed')).rejects.toThrow(/fetch|socket|terminated|aborted/i)
  expect(store.objects.size).toBe(0)
})

it('settings choose the place, and say all that is missing', () => {
  const read = (more: Record<string, string>) =>
    readAgentSettings({ BELFRY_URL: 'https://belfry.example.com', API_KEY: 'pl_12345678', ...more })
  const kept = (more: Record<string, string>) => {
    const found = read(more)
    return 'settings' in found ? found.settings.dependencies : found.mistakes
  }
  expect(kept({})).toEqual({ isKept: true, bucket: null })
  expect(kept({ DEPENDENCY_CACHE: 'OFF' })).toEqual({ isKept: false, bucket: null })
  expect(kept({ DEPENDENCY_CACHE: 's3' })).toEqual([
    'DEPENDENCY_CACHE=s3 needs DEPENDENCY_CACHE_S3_ENDPOINT, DEPENDENCY_CACHE_S3_BUCKET, DEPENDENCY_CACHE_S3_ACCESS_KEY_ID, DEPENDENCY_CACHE_S3_SECRET_ACCESS_KEY.',
  ])
  expect(kept({ DEPENDENCY_CACHE: 'redis', DEPENDENCY_CACHE_S3_BUKET: 'x' })).toHaveLength(2)
  const bucket = {
    DEPENDENCY_CACHE: 's3',
    DEPENDENCY_CACHE_S3_ENDPOINT: 'https://s3.example.com',
    DEPENDENCY_CACHE_S3_BUCKET: 'dependencies',
    DEPENDENCY_CACHE_S3_ACCESS_KEY_ID: 'id',
    DEPENDENCY_CACHE_S3_SECRET_ACCESS_KEY: 'secret',
  }
  expect(kept(bucket)).toMatchObject({
    isKept: true,
    bucket: { bucket: 'dependencies', region: 'us-east-1', prefix: '' },
  })
})
