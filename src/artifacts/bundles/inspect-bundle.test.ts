import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { anArchive, aTar } from '../../../tests/support/an-archive.ts'
import type { ArchivedEntry } from '../../../tests/support/an-archive.ts'
import { bundleLimits } from './bundle-limits.ts'
import { inspectBundle } from './inspect-bundle.ts'

const file: ArchivedEntry = { path: 'package.json', content: '{}' }
const inspect = (archive: Buffer, limits = bundleLimits) => inspectBundle(Readable.from([archive]), limits)
const problemOf = (archive: Buffer, limits = bundleLimits): Promise<string> =>
  inspect(archive, limits).then(
    () => 'none',
    (error: Error) => error.message,
  )

it('counts the files and bytes of a project, with links that stay within it', async () => {
  const archive = anArchive([
    { path: './', type: 'Directory' },
    { path: './a/b/', type: 'Directory' },
    { path: './package.json', content: 'x'.repeat(1000) },
    { path: './a/b/up', type: 'SymbolicLink', target: '../../package.json' },
    { path: './copy.json', type: 'Link', target: 'package.json' },
  ])
  expect(await inspect(archive)).toEqual({ fileCount: 1, unpackedBytes: expect.any(Number) })
})

describe('rejects an entry that could be unpacked outside of the project:', () => {
  const hostile: readonly (readonly [string, readonly ArchivedEntry[], string])[] = [
    ['an absolute path', [{ path: '/etc/cron.d/x' }], 'has a path outside'],
    ['a path upwards', [{ path: '../x' }], 'has a path outside'],
    ['a path upwards in the middle', [{ path: 'a/../../x' }], 'has a path outside'],
    ['a backslash', [{ path: 'a\\..\\x' }], 'backslash'],
    ['a link to an absolute path', [{ path: 'l', type: 'SymbolicLink', target: '/etc/passwd' }], 'links to a place'],
    ['a link upwards', [{ path: 'a/l', type: 'SymbolicLink', target: '../../x' }], 'links to a place'],
    ['a link down and up', [{ path: 'l', type: 'SymbolicLink', target: 'a/../../x' }], 'links to a place'],
    [
      'a link over a link',
      [
        { path: 'd/here', type: 'SymbolicLink', target: '..' },
        { path: 'd/e/l', type: 'SymbolicLink', target: '../here/..' },
      ],
      'links to a place',
    ],
    ['a hard link to a file of the machine', [{ path: 'l', type: 'Link', target: '/etc/passwd' }], 'is a hard link'],
    [
      'a file below a link',
      [
        { path: 'a/x', content: 'x' },
        { path: 'a', type: 'SymbolicLink', target: 'b' },
      ],
      'below a symbolic link',
    ],
    [
      'a file in place of a link',
      [
        { path: 'a', type: 'SymbolicLink', target: 'b' },
        { path: 'a', content: 'x' },
      ],
      'is there twice',
    ],
    ['a device', [{ path: 'null', type: 'CharacterDevice' }], 'is not a file'],
    ['a pipe', [{ path: 'pipe', type: 'FIFO' }], 'is not a file'],
  ]
  it.each(hostile)('%s', async (_name, entries, problem) => {
    expect(await problemOf(anArchive([file, ...entries]))).toContain(problem)
  })
})

it('takes an archive without entries for an empty project', async () => {
  expect(await inspect(anArchive([]))).toEqual({ fileCount: 0, unpackedBytes: 1024 })
})

describe('rejects what is no archive of a project:', () => {
  const tar = aTar([{ path: 'a', content: 'x'.repeat(2000) }])
  const broken = Buffer.from(tar)
  broken.write('garbage', 148)
  it.each<readonly [string, Buffer, string]>([
    ['text', Buffer.from('no archive'), 'not a gzip-compressed tar archive'],
    ['nothing', Buffer.alloc(0), 'not a gzip-compressed tar archive'],
    ['gzip of text', gzipSync('x'.repeat(5000)), 'not a gzip-compressed tar archive'],
    ['an archive that is not compressed', tar, 'not a gzip-compressed tar archive'],
    ['an archive that is compressed twice', gzipSync(gzipSync(tar)), 'not a gzip-compressed tar archive'],
    ['a file behind its end', gzipSync(Buffer.concat([Buffer.alloc(1024), tar])), 'not a gzip-compressed tar archive'],
    ['half a file', gzipSync(tar).subarray(0, 60), 'not a gzip-compressed tar archive'],
    ['half an archive', gzipSync(tar.subarray(0, 1024)), 'damaged'],
    ['a wrong checksum', gzipSync(broken), 'damaged'],
  ])('%s', async (_name, archive, problem) => {
    expect(await problemOf(archive)).toContain(problem)
  })
})

it('stops reading a decompression bomb at the limit', async () => {
  const limits = { unpackedBytes: 1024 ** 2, entries: 100 }
  const bomb = anArchive([{ path: 'zeros', content: Buffer.alloc(40 * 1024 ** 2) }])
  expect(bomb.length).toBeLessThan(100_000)
  expect(await problemOf(bomb, limits)).toBe('It unpacks to more than 1 MB.')
})

it('stops at more entries than a project has', async () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ path: `file-${index}` }))
  expect(await problemOf(anArchive(many), { ...bundleLimits, entries: 100 })).toContain('more than 100 files')
})
