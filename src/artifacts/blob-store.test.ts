import { createHash, randomBytes } from 'node:crypto'
import { readdir, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { blobStores, directoryBlobs, s3Blobs } from '../../tests/support/blob-stores.ts'
import type { OpenedBlobs } from '../../tests/support/blob-stores.ts'
import { randomId, timeOrderedId } from '#kernel'
import type { BlobContent, BlobKey, BlobStore } from './blob-store.ts'

let opened: OpenedBlobs | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

const open = async (make: () => Promise<OpenedBlobs>): Promise<OpenedBlobs> => (opened = await make())
const aKey = (): BlobKey => ({ accountId: randomId(), id: timeOrderedId(Date.now()) })
const never = new AbortController().signal
const contentOf = (bytes: Buffer): BlobContent => ({
  sizeBytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  open: () => Readable.from(bytes.length === 0 ? [] : [bytes]),
})
const read = async (blobs: BlobStore, key: BlobKey, range?: { start: number; end: number }): Promise<Buffer | null> => {
  const stream = await blobs.get(key, range)
  return stream === null ? null : buffer(stream)
}
const listed = async (blobs: BlobStore): Promise<string[]> => {
  const ids: string[] = []
  for await (const portion of blobs.list()) ids.push(...portion.map(({ id }) => id))
  return ids.toSorted()
}

describe.each(blobStores)('%s', (_name, make) => {
  it('returns the bytes that were stored, whole and in part', async () => {
    const { blobs } = await open(make)
    const [key, bytes] = [aKey(), randomBytes(300_000)]
    await blobs.put(key, contentOf(bytes), never)
    expect((await read(blobs, key))?.equals(bytes)).toBe(true)
    expect((await read(blobs, key, { start: 0, end: 0 }))?.equals(bytes.subarray(0, 1))).toBe(true)
    expect((await read(blobs, key, { start: 299_990, end: 299_999 }))?.equals(bytes.subarray(299_990))).toBe(true)
  })

  it('stores an empty object', async () => {
    const { blobs } = await open(make)
    const key = aKey()
    await blobs.put(key, contentOf(Buffer.alloc(0)), never)
    expect((await read(blobs, key))?.length).toBe(0)
  })

  it('has nothing of an upload whose bytes are not those that were announced', async () => {
    const { blobs } = await open(make)
    const key = aKey()
    const content = { ...contentOf(Buffer.from('good')), open: () => Readable.from([Buffer.from('evil')]) }
    await expect(blobs.put(key, content, never)).rejects.toBeInstanceOf(Error)
    expect([await blobs.get(key), await listed(blobs)]).toEqual([null, []])
  })

  it('has nothing of an upload whose source fails or that was aborted', async () => {
    const { blobs, directory } = await open(make)
    const [key, bytes] = [aKey(), randomBytes(200_000)]
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 100_000)
      throw new Error('the source is gone')
    }
    await expect(
      blobs.put(key, { ...contentOf(bytes), open: () => Readable.from(failing()) }, never),
    ).rejects.toBeInstanceOf(Error)
    const aborting = new AbortController()
    const stuck = async function* (): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 100_000)
      aborting.abort(new Error('enough'))
      yield bytes.subarray(100_000)
    }
    const slow = { ...contentOf(bytes), open: () => Readable.from(stuck()) }
    await expect(blobs.put(key, slow, aborting.signal)).rejects.toBeInstanceOf(Error)
    expect([await blobs.get(key), await listed(blobs)]).toEqual([null, []])
    expect(await readdir(join(directory, 'uploads')).catch(() => [])).toEqual([])
  })

  it('deletes objects, and what is not there is no error', async () => {
    const { blobs } = await open(make)
    const keys = [aKey(), aKey(), aKey()]
    for (const key of keys.slice(0, 2)) await blobs.put(key, contentOf(Buffer.from(key.id)), never)
    await blobs.delete(keys.slice(1))
    await blobs.delete([])
    expect(await listed(blobs)).toEqual([keys[0]?.id])
    expect(await blobs.get(keys[1] ?? aKey())).toBeNull()
  })

  it('lists the objects of this installation only', async () => {
    const { blobs, directory, server } = await open(make)
    const keys = Array.from({ length: 5 }, aKey)
    for (const key of keys) await blobs.put(key, contentOf(Buffer.from('x')), never)
    if (server) {
      server.pageSize = 2
      server.objects.set(`belfry/other/${randomId()}/${randomId()}`, Buffer.from('y'))
      server.objects.set('belfry/feedfacefeedface/notes', Buffer.from('y'))
    } else await mkdir(join(directory, 'other', randomId(), '00'), { recursive: true })
    expect(await listed(blobs)).toEqual(keys.map(({ id }) => id).toSorted())
  })

  it.each(['../../etc', 'a/b', '', '\0', randomId() + '/..'])('takes no key %j', async (hostile) => {
    const { blobs } = await open(make)
    await expect(blobs.get({ accountId: hostile, id: randomId() })).rejects.toThrow('uuids')
    await expect(blobs.delete([{ accountId: randomId(), id: hostile }])).rejects.toThrow('uuids')
  })

  it('can be checked, and has no object more afterwards', async () => {
    const { blobs } = await open(make)
    await blobs.check()
    expect(await listed(blobs)).toEqual([])
  })
})

it('a directory that cannot be written fails the check', async () => {
  const { directory, blobs } = await open(directoryBlobs)
  await writeFile(join(directory, 'uploads'), 'a file in the way')
  await expect(blobs.check()).rejects.toThrow(/EEXIST|ENOTDIR/)
})

it('uploads that died are deleted from a directory when they are old enough', async () => {
  const { directory, blobs } = await open(directoryBlobs)
  const uploads = join(directory, 'uploads')
  await mkdir(uploads)
  await writeFile(join(uploads, 'old'), 'x')
  await writeFile(join(uploads, 'new'), 'x')
  await utimes(join(uploads, 'old'), 1000, 1000)
  await blobs.deleteLeftovers(Date.now() - 60_000)
  expect(await readdir(uploads)).toEqual(['new'])
})

describe('an S3-compatible store', () => {
  it('answers nobody whose key is wrong', async () => {
    for (const wrong of [
      { secretAccessKey: 'another secret' },
      { accessKeyId: 'AKIAOTHER' },
      { region: 'us-east-1' },
    ]) {
      const { blobs } = await open(() => s3Blobs(wrong))
      await expect(blobs.check()).rejects.toBeInstanceOf(Error)
      await expect(blobs.put(aKey(), contentOf(Buffer.from('x')), never)).rejects.toBeInstanceOf(Error)
      await opened?.close()
    }
  })

  it('without its bucket fails the check', async () => {
    const { blobs } = await open(() => s3Blobs({ bucket: 'missing' }))
    await expect(blobs.check()).rejects.toBeInstanceOf(Error)
  })

  it('that cuts the connection in the middle of an upload has nothing of it', async () => {
    const { blobs, server } = await open(s3Blobs)
    if (server) server.cutAfterBytes = 1000
    await expect(blobs.put(aKey(), contentOf(randomBytes(500_000)), never)).rejects.toBeInstanceOf(Error)
    expect(server?.objects.size).toBe(0)
  })

  it('that fails is an error, not a missing object', async () => {
    const { blobs, server } = await open(s3Blobs)
    if (server) server.failWith = 500
    await expect(blobs.get(aKey())).rejects.toBeInstanceOf(Error)
    await expect(blobs.delete([aKey()])).rejects.toBeInstanceOf(Error)
    await expect(listed(blobs)).rejects.toBeInstanceOf(Error)
  })
})
