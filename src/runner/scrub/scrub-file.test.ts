import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { secretRemover } from '#evaluation'
import { scrubArchive } from './scrub-archive.ts'
import { scrubFile } from './scrub-file.ts'

const secret = 'pa$$ wörd/"42"'
const other = 'kX8-token-value'
const secrets = [secret, other]
/** For files in memory, which need no directory. */
const nowhere = '/nonexistent'

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'scrub-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  return directory
}

async function archiveOf(entries: Record<string, string | Uint8Array>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

async function entriesOf(bytes: Uint8Array): Promise<Record<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(bytes), { lazyEntries: true, autoClose: false })
  const entries: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(Buffer.from(chunk))
    entries[entry.fileName] = Buffer.concat(chunks)
  }
  return entries
}

async function scrubbed(entries: Record<string, string | Uint8Array>) {
  const file = await scrubFile({ name: 'trace.zip', bytes: await archiveOf(entries) }, secrets, nowhere)
  if ('path' in file.bytes) throw new Error('bytes stay bytes')
  return entriesOf(file.bytes)
}

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`
const aligned = [0, 1, 2].map((before) => Buffer.from('x'.repeat(before) + secret + 'tail').toString('base64'))

/** The traces of a secret in any of its forms. */
function remains(content: Buffer): string[] {
  const text = content.toString()
  const base64 = [0, 1, 2].map((before) => {
    const written = Buffer.from('\0'.repeat(before) + secret).toString('base64')
    return written.slice(Math.ceil((before * 8) / 6), -4)
  })
  const forms = [secret, other, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), ...base64]
  return forms.filter((form) => text.includes(form))
}

describe('a trace archive', () => {
  test('has no secret any more, however it is written, in traces, resources and inner archives', async () => {
    const inner = await archiveOf({ 'deep.txt': `inside ${secret}` })
    const entries = await scrubbed({
      'trace.trace':
        lineOf({ type: 'before', params: { value: secret, url: `https://x/?p=${encodeURIComponent(secret)}` } }) +
        lineOf({ type: 'console', text: aligned.join(' '), args: [JSON.stringify({ a: secret })] }),
      'trace.network': lineOf({ snapshot: { request: { url: `https://x/${other}`, postData: { text: secret } } } }),
      'resources/page.html': `<p>${secret}</p>${aligned[1]}`,
      'resources/data.json': JSON.stringify({ secret, nested: JSON.stringify(secret) }),
      'resources/latin.dat': Buffer.concat([randomBytes(40), Buffer.from(other), randomBytes(40)]),
      'report/data.zip': inner,
      [`resources/${other}.txt`]: 'named after a secret',
    })
    expect(Object.keys(entries)).toContain('resources/*********.txt')
    const innerEntries = await entriesOf(entries['report/data.zip'] ?? Buffer.alloc(0))
    for (const content of [...Object.values(entries), ...Object.values(innerEntries)])
      expect(remains(content)).toEqual([])
    expect(JSON.parse(String(entries['resources/data.json']))).toMatchObject({ secret: '*********' })
    expect(JSON.parse(String(entries['trace.trace']).split('\n')[0] ?? '')).toEqual({
      type: 'before',
      params: { value: '*********', url: 'https://x/?p=*********' },
    })
  })

  test('has no headers with credentials, also without a secret', async () => {
    const bytes = await archiveOf({
      'trace.network': lineOf({
        request: {
          headers: [
            { name: 'Authorization', value: 'Bearer abc' },
            { name: 'Accept', value: 'text/html' },
          ],
          cookies: [{ name: 'session', value: 'c00kie', path: '/' }],
        },
        response: { headers: { 'Set-Cookie': 'a=b', 'x-api-key': 'k', date: 'today' } },
      }),
    })
    const file = await scrubFile({ name: 'trace.zip', bytes }, [], nowhere)
    if ('path' in file.bytes) throw new Error('bytes stay bytes')
    const entries = await entriesOf(file.bytes)
    expect(JSON.parse(String(entries['trace.network']))).toEqual({
      request: {
        headers: [
          { name: 'Authorization', value: '*********' },
          { name: 'Accept', value: 'text/html' },
        ],
        cookies: [{ name: 'session', value: '*********', path: '/' }],
      },
      response: { headers: { 'Set-Cookie': '*********', 'x-api-key': '*********', date: 'today' } },
    })
  })

  test('keeps what refers to its other entries, numbers, and images', async () => {
    const image = Buffer.concat([randomBytes(20), Buffer.from(other)])
    const line = {
      _sha1: `${other}.png`,
      sha1: other,
      pageId: other,
      snapshotSha1: other,
      monotonicTime: 4.5,
      text: other,
    }
    const entries = await scrubbed({ 'trace.trace': lineOf(line), 'resources/a.png': image })
    expect(JSON.parse(String(entries['trace.trace']))).toEqual({ ...line, text: '*********' })
    expect(entries['resources/a.png']).toEqual(image)
  })

  test('at a path becomes a copy in the directory of the runner', async () => {
    const [run, directory] = [await newDirectory(), await newDirectory()]
    const path = join(run, 'trace.zip')
    await writeFile(path, await archiveOf({ 'a.txt': secret }))
    const { bytes } = await scrubFile({ name: 'trace.zip', bytes: { path, within: run } }, secrets, directory)
    if (!('path' in bytes)) throw new Error('a path stays a path')
    expect(bytes.path.startsWith(`${directory}/`)).toBe(true)
    expect(await entriesOf(await readFile(bytes.path))).toEqual({ 'a.txt': Buffer.from('*********') })
    expect(await readdir(run)).toEqual(['trace.zip'])
  })

  test('is rejected when it is a link, lies behind one or is no file, and nothing outside the run is read or written', async () => {
    const [run, outside, directory] = [await newDirectory(), await newDirectory(), await newDirectory()]
    await writeFile(join(outside, 'passwords.txt'), 'root')
    await symlink(join(outside, 'passwords.txt'), join(run, 'link.txt'))
    await symlink(outside, join(run, 'folder'))
    await mkdir(join(run, 'directory.txt'))
    await writeFile(join(run, 'run.log'), secret)
    // Where a copy beside the file would have been written.
    await symlink(join(outside, 'planted'), join(run, 'run.log.scrubbed'))
    for (const name of ['link.txt', 'folder/passwords.txt', 'directory.txt', 'missing.txt']) {
      const file = { name, bytes: { path: join(run, name), within: run } }
      await expect(scrubFile(file, secrets, directory)).rejects.toThrow('The file')
    }
    await scrubFile({ name: 'run.log', bytes: { path: join(run, 'run.log'), within: run } }, secrets, directory)
    expect(await readdir(outside)).toEqual(['passwords.txt'])
  })

  test.each([
    ['with too many entries', { 'a.txt': '1', 'b.txt': '2', 'c.txt': '3' }, 'more than 2 entries'],
    ['that unpacks to too much', { 'a.png': Buffer.alloc(200_000) }, 'more than 100000 bytes uncompressed'],
    ['with a large text', { 'a.txt': 'x'.repeat(60_000) }, 'a.txt has more than 50000 bytes'],
    ['with a long line', { 'a.trace': 'x'.repeat(90_000) }, 'A line of a trace has more than 50000 bytes'],
  ])('%s is rejected', async (_what, entries, message) => {
    const limits = { entries: 2, bytes: 100_000, heldBytes: 50_000, depth: 1 }
    await expect(scrubArchive(await archiveOf(entries), null, secretRemover(secrets), limits)).rejects.toThrow(message)
  })

  test('with archives in archives is rejected, as is what is no archive, or damaged', async () => {
    let nested = await archiveOf({ 'a.txt': '1' })
    for (let depth = 0; depth < 4; depth += 1) nested = await archiveOf({ 'inner.zip': nested })
    const scrub = (bytes: Uint8Array) => scrubArchive(bytes, null, secretRemover(secrets))
    await expect(scrub(nested)).rejects.toThrow('archives in archives')
    await expect(scrub(Buffer.from('no zip at all'))).rejects.toThrow('The archive cannot be read')
    const damaged = await archiveOf({ 'a.txt': 'text '.repeat(1000) })
    damaged.fill(0xff, 60, 70)
    await expect(scrub(damaged)).rejects.toThrow('The archive cannot be read')
  })
})

describe('other files', () => {
  test('lose their secrets, packets without changing their length', async () => {
    const packets = Buffer.concat([randomBytes(30), Buffer.from(`GET /${other} HTTP/1.1`), randomBytes(30)])
    const log = await scrubFile({ name: 'run.log', bytes: Buffer.from(`a ${secret} b`) }, secrets, nowhere)
    const pcap = await scrubFile({ name: 'run.pcap', bytes: packets }, secrets, nowhere)
    expect(log.bytes).toEqual(Buffer.from('a ********* b'))
    if ('path' in pcap.bytes) throw new Error('bytes stay bytes')
    expect(pcap.bytes.byteLength).toBe(packets.byteLength)
    expect(Buffer.from(pcap.bytes).includes(other)).toBe(false)
  })

  test('stay the same without a secret in them', async () => {
    const bytes = deflateRawSync(randomBytes(5000))
    const file = await scrubFile({ name: 'x.bin', bytes }, secrets, nowhere)
    expect(file.bytes).toBe(bytes)
  })
})

test('parts of what every URL and every artifact contains are never removed', () => {
  const text = 'see https://shop.example/artifact/123 and /* this */'
  const { text: redact } = secretRemover([
    '/',
    '*',
    'http',
    'https://',
    '://',
    '123',
    '12',
    'artifact',
    '***',
    '/artifact/',
  ])
  expect(redact(text)).toBe(text)
})
