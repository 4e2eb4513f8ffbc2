import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { openArchive } from './read-archive.ts'

const served = new Map<string, Buffer>()
const asked: string[] = []
/** Serves parts, as downloads of files do. */
const server = createServer((request, response) => {
  const bytes = served.get(request.url ?? '') ?? Buffer.alloc(0)
  const [, from = '0', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  const start = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from)
  const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1)
  asked.push(`${request.url} ${end - start + 1}`)
  response.writeHead(206, {
    'accept-ranges': 'bytes',
    'content-range': `bytes ${start}-${end}/${bytes.length}`,
    'content-length': end - start + 1,
  })
  response.end(bytes.subarray(start, end + 1))
})
let base: string
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function archiveOf(files: Readonly<Record<string, Buffer>>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}

function serve(path: string, bytes: Buffer): string {
  served.set(path, bytes)
  return `${base}${path}`
}

it('reads the parts of an archive that are asked for, and no others', async () => {
  const large = Buffer.from(Array.from({ length: 300_000 }, (_byte, index) => (index * 7919) % 251))
  const url = serve('/good', await archiveOf({ 'a.trace': Buffer.from('{"type":"a"}\n'), 'resources/b.bin': large }))
  const archive = await openArchive(url)
  expect(archive.names).toEqual(['a.trace', 'resources/b.bin'])
  expect(await archive.text('a.trace')).toBe('{"type":"a"}\n')
  const sizes = asked.filter((line) => line.startsWith('/good')).map((line) => Number(line.split(' ')[1]))
  expect(sizes.length).toBeGreaterThan(1)
  expect((await archive.picture('resources/b.bin')).size).toBe(large.length)
})

it('reads nothing that becomes larger than it may, whatever the archive says of its size', async () => {
  const bomb = await archiveOf({ 'a.trace': Buffer.alloc(40_000_000) })
  await expect((await openArchive(serve('/bomb', bomb))).text('a.trace')).rejects.toBeInstanceOf(Error)
  // The size in the directory of the archive is behind the name of the method and two times.
  const directory = bomb.indexOf(Buffer.from('PK\u0001\u0002'))
  bomb.writeUInt32LE(10, directory + 24)
  await expect((await openArchive(serve('/liar', bomb))).text('a.trace')).rejects.toBeInstanceOf(Error)
})

it('takes names as names: they lead nowhere', async () => {
  const good = await archiveOf({ 'aa/aa/passwd': Buffer.from('x') })
  const bytes = Buffer.from(good.toString('latin1').replaceAll('aa/aa/passwd', '../../passwd'), 'latin1')
  const opened = await openArchive(serve('/names', bytes)).then(
    ({ names }) => names,
    () => [],
  )
  expect(opened.filter((name) => !['../../passwd', 'passwd'].includes(name))).toEqual([])
})

it('rejects what is no archive', async () => {
  await expect(
    openArchive(serve('/html', Buffer.from('<script>alert(1)</script>'.repeat(100)))),
  ).rejects.toBeInstanceOf(Error)
  await expect(openArchive(serve('/empty', Buffer.alloc(0)))).rejects.toBeInstanceOf(Error)
})
