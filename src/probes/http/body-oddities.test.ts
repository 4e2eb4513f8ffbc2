import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { tcpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { probeHttp } from './probe-http.ts'

/** Observes a body with one header more than its length. */
async function probe(body: Buffer, header: string) {
  const head = `HTTP/1.1 200 OK\r\n${header}\r\nContent-Length: ${body.length}\r\n\r\n`
  const server = await tcpServer((socket) =>
    socket.once('data', () => socket.end(Buffer.concat([Buffer.from(head), body]))),
  )
  return probeHttp(apiTask({ url: `http://127.0.0.1:${server.port}/` }), probeTools)
}

describe('a body in a content coding', () => {
  const text = Array.from({ length: 30_000 }, (_, at) => `line ${at * at}\n`).join('')
  const garbage = Buffer.from('\r\n<!-- a footer -->')
  const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.floor(bytes.length / 2))
  const named = gzipSync(text)
  named.writeUInt8(8, 3)
  const withName = Buffer.concat([named.subarray(0, 10), Buffer.from('file\0'), named.subarray(10)])
  const wrongSum = gzipSync(text)
  wrongSum.writeUInt32LE(1, wrongSum.length - 8)
  const coded = {
    gzip: gzipSync(text),
    deflate: deflateSync(text),
    br: brotliCompressSync(text),
    zstd: zstdCompressSync(text),
  }

  const answering = (coding: string, body: Buffer) => probe(body, `Content-Encoding: ${coding}`)

  it.each([
    ...Object.entries(coded).map(
      ([coding, bytes]) => [coding, Buffer.concat([bytes, garbage]), /follow|stand where/] as const,
    ),
    ['deflate', Buffer.concat([deflateRawSync(text), garbage]), /follow/],
    ['gzip', Buffer.concat([withName, garbage]), /stand where/],
    ['gzip', Buffer.concat([coded.gzip, Buffer.alloc(20)]), /20 bytes follow/],
    ['gzip', wrongSum, /stand where/],
    ['gzip', Buffer.concat([gzipSync(text.slice(0, 999)), gzipSync(text.slice(999))]), null],
  ] as const)('is read with what follows it left out: %s', async (coding, body, note) => {
    const seen = await answering(coding, body)
    expect(seen).toMatchObject({ failure: null, answer: { body: text, bodyTruncated: false } })
    expect(seen.log.map(({ msg }) => msg).join()).toMatch(note ?? /^$/)
  })

  it.each(Object.entries({ ...coded, deflate: deflateRawSync(text) }))(
    'is cut where its %s ends early',
    async (coding, bytes) => {
      const seen = await answering(coding, half(bytes))
      expect(seen).toMatchObject({ failure: null, answer: { bodyTruncated: true } })
      const { body = '' } = seen.answer ?? {}
      expect(body.length).toBeGreaterThan(100)
      expect(text.startsWith(body)).toBe(true)
      expect(seen.log.map(({ msg }) => msg).join()).toMatch(/ends early/)
    },
  )

  it.each([
    ['gzip', Buffer.from('not at all')],
    ['gzip', coded.gzip.subarray(0, 12)],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0])],
    ['deflate', Buffer.from('not at all')],
    ['br', Buffer.from('not at all')],
    ['zstd', Buffer.from('not at all')],
  ])('fails when it has nothing of it: %s', async (coding, body) => {
    expect((await answering(coding, body)).failure).toMatchObject({ code: 'ERR_CONTENT_DECODING' })
  })
})
