import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { ZipFile } from 'yazl'
import { SystemClock } from '#kernel'
import { defaultScrubbers, Scrubbers } from './scrubbers.ts'
import type { ScrubScope } from './scrubbers.ts'

const clock = new SystemClock()

const secret = 'kX8-token-value'
const shared = new Scrubbers(clock)
afterAll(() => shared.close())

async function scopeOf(): Promise<ScrubScope> {
  const directory = await mkdtemp(join(tmpdir(), 'scrub-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return { accountId: 'account', secrets: [secret], directory }
}

async function archiveOf(entries: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const text = (megabytes: number): string => `${secret} ${randomBytes(1000).toString('hex')} `.repeat(megabytes * 500)

/** How many processes this one has started that have not ended. */
const processes = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length

test('a big archive is scrubbed by another process', async () => {
  const scope = await scopeOf()
  const path = join(scope.directory, 'trace.zip')
  await writeFile(path, await archiveOf(Object.fromEntries([1, 2, 3].map((at) => [`${at}.txt`, text(1)]))))
  const file = { name: 'trace.zip', bytes: { path, within: scope.directory } }
  const direct = new Scrubbers(clock)
  onTestFinished(() => direct.close())
  const before = processes()
  await direct.scrub(file, scope)
  expect(processes()).toBe(before + 1)
})

test('files in memory and at paths come back without secrets', async () => {
  const scope = await scopeOf()
  const path = join(scope.directory, 'run.log')
  await writeFile(path, `at a path ${secret}`)
  const [small, big, onDisk] = await Promise.all([
    shared.scrub({ name: 'a.log', bytes: Buffer.from(secret) }, scope),
    shared.scrub({ name: 'b.log', bytes: Buffer.from(text(1)) }, scope),
    shared.scrub({ name: 'c.log', bytes: { path, within: scope.directory } }, scope),
  ])
  expect(String(small.bytes)).toBe('*********')
  expect('path' in big.bytes ? '' : Buffer.from(big.bytes).toString().slice(0, 9)).toBe('*********')
  expect('path' in onDisk.bytes && (await readFile(onDisk.bytes.path, 'utf8'))).toBe('at a path *********')
})

test.each([
  ['time', { timeLimitMs: 1 }],
  ['memory', { memoryBytes: 1 }],
])('a file that needs more %s than it may is rejected, and so is no other', async (_what, limits) => {
  const scope = await scopeOf()
  const narrow = new Scrubbers(clock, { ...defaultScrubbers, ...limits })
  onTestFinished(() => narrow.close())
  const bytes = await archiveOf(Object.fromEntries([1, 2, 3, 4].map((at) => [`${at}.txt`, text(1)])))
  await expect(narrow.scrub({ name: 'trace.zip', bytes }, scope)).rejects.toThrow('cannot be removed within the limits')
  expect(await narrow.scrub({ name: 'a.log', bytes: Buffer.from('small') }, scope)).toMatchObject({ name: 'a.log' })
})

test('a process that is killed costs its file, and the next file gets a new process', async () => {
  const scope = await scopeOf()
  const bytes = Buffer.from(text(1))
  const before = await childrenOfThis()
  const one = new Scrubbers(clock, { ...defaultScrubbers, processes: 1 })
  onTestFinished(() => one.close())
  const lost = one.scrub({ name: 'a.log', bytes }, scope).catch(String)
  const [child] = await expect
    .poll(async () => (await childrenOfThis()).filter((pid) => !before.includes(pid)))
    .toHaveLength(1)
    .then(async () => (await childrenOfThis()).filter((pid) => !before.includes(pid)))
  process.kill(Number(child), 'SIGKILL')
  expect(await lost).toContain('cannot be removed')
  expect(await one.scrub({ name: 'a.log', bytes }, scope)).toMatchObject({ name: 'a.log' })
})

test('files that wait when the runner closes are rejected, not let through', async () => {
  const scope = await scopeOf()
  const closing = new Scrubbers(clock, { ...defaultScrubbers, processes: 1 })
  const files = [1, 2, 3].map((at) => closing.scrub({ name: `${at}.log`, bytes: Buffer.from(text(1)) }, scope))
  closing.close()
  expect((await Promise.allSettled(files)).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
})

/** Processes that this thread started. */
async function childrenOfThis(): Promise<string[]> {
  const threads = await readdir(`/proc/${process.pid}/task`)
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${process.pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean))
}
