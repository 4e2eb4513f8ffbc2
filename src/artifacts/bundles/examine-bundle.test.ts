import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SystemClock } from '#kernel'
import { anArchive } from '../../../tests/support/an-archive.ts'
import type { ArchivedEntry } from '../../../tests/support/an-archive.ts'
import { maxDepth } from './bundle-limits.ts'
import { examineBundle } from './examine-bundle.ts'

const clock = new SystemClock()

async function fileOf(entries: readonly ArchivedEntry[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'bundle-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = join(directory, 'bundle.tgz')
  await writeFile(path, anArchive(entries))
  return path
}

it('an archive is inspected by another process, which says what it holds or what is wrong', async () => {
  const [good, bad] = [await fileOf([{ path: 'a', content: 'x' }]), await fileOf([{ path: '../a' }])]
  expect(await examineBundle(good, clock)).toMatchObject({ fileCount: 1 })
  expect(await examineBundle(bad, clock)).toEqual({ archiveProblem: '"../a" has a path outside of the archive.' })
})

it('an archive with directories in directories without end is rejected', async () => {
  const deep = await fileOf([{ path: `${'a/'.repeat(maxDepth)}file` }])
  expect(await examineBundle(deep, clock)).toMatchObject({
    archiveProblem: expect.stringContaining('lies deeper than'),
  })
})

it.each([
  ['time', { timeLimitMs: 1, memoryBytes: 1024 ** 3 }],
  ['memory', { timeLimitMs: 60_000, memoryBytes: 1 }],
])('an archive that takes more %s than it may is rejected', async (_what, limits) => {
  const big = await fileOf([{ path: 'zeros', content: Buffer.alloc(300 * 1024 ** 2) }])
  expect(await examineBundle(big, clock, limits)).toMatchObject({
    archiveProblem: expect.stringContaining('takes more than'),
  })
})

it('a file that cannot be read is an error, not a problem of the archive', async () => {
  await expect(examineBundle('/nowhere', clock)).rejects.toThrow('ENOENT')
})
