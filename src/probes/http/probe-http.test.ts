import type { IncomingMessage } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { httpServer, httpsServer, tcpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, assertion, probeTools } from '../../../tests/support/probe-tasks.ts'
import { late } from '../../../tests/support/late.ts'
import { probeHttp } from './probe-http.ts'

const probe = (changes: Parameters<typeof apiTask>[0]) => probeHttp(apiTask(changes), probeTools)
const pair = (key: string, value: string, locked = false) => ({ key, value, locked })

/** A server that echoes the request. */
const mirror = () =>
  httpServer((request, response) => {
    void request
      .toArray()
      .then((chunks) => response.end(JSON.stringify({ ...shownOf(request), body: chunks.join('') })))
  })
const shownOf = ({ method, url, headers }: IncomingMessage) => ({ method, url, headers })
const mirrored = (body: string | undefined): unknown => JSON.parse(body ?? 'null')

describe('HTTP request', () => {
  it('sends method, headers, parameters, credentials and body, and records the request', async () => {
    const server = await mirror()
    const url = `http://127.0.0.1:${server.port}/a%20b?x=1+2`
    const seen = await probe({
      method: 'POST',
      url: `${url}#part`,
      body: '{"a":1}',
      bodyType: 'JSON',
      headers: [pair('X-One', 'é €'), pair('X-Two', 'a'), pair('x-two', 'b'), pair('Content-Length', '999')],
      queryParameters: [pair('q', 'a b&c'), pair('q', '2')],
      basicAuth: { username: 'user', password: 'pässword' },
    })
    expect(seen.failure).toBeNull()
    expect(mirrored(seen.answer?.body)).toMatchObject({
      method: 'POST',
      url: '/a%20b?x=1+2&q=a%20b%26c&q=2',
      body: '{"a":1}',
      headers: {
        host: `127.0.0.1:${server.port}`,
        'user-agent': 'Belfry/test',
        'content-type': 'application/json',
        'content-length': '7',
        'x-one': Buffer.from('é €').toString('latin1'),
        'x-two': 'a, b',
        authorization: `Basic ${Buffer.from('user:pässword').toString('base64')}`,
        connection: 'close',
      },
    })
    expect(seen.sent).toMatchObject({
      method: 'POST',
      url: `${url}&q=a%20b%26c&q=2#part`,
      data: '{"a":1}',
      params: { q: '2' },
      headers: { authorization: '*********', 'content-type': 'application/json' },
    })
    expect(JSON.stringify(seen.sent)).not.toContain(Buffer.from('user:pässword').toString('base64'))
    await server.allClosed()
  })

  it.each([
    ['JSON', 'application/json'],
    ['GRAPHQL', 'application/json'],
    ['FORM', 'application/x-www-form-urlencoded'],
    ['RAW', undefined],
  ] as const)('names the type of a %s body unless the check does', async (bodyType, contentType) => {
    const server = await mirror()
    const url = `http://127.0.0.1:${server.port}/`
    const seen = await probe({ method: 'PUT', url, bodyType, body: 'a=1' })
    expect(mirrored(seen.answer?.body)).toMatchObject({ body: 'a=1' })
    expect((mirrored(seen.answer?.body) as { headers: Record<string, string> }).headers['content-type']).toBe(
      contentType,
    )
    const own = await probe({ method: 'PUT', url, bodyType, body: 'a=1', headers: [pair('Content-Type', 'text/x')] })
    expect(mirrored(own.answer?.body)).toMatchObject({ headers: { 'content-type': 'text/x' } })
  })

  it('takes credentials from the URL and records them nowhere', async () => {
    const server = await mirror()
    const seen = await probe({ url: `http://me:s%20cret@127.0.0.1:${server.port}/` })
    expect(mirrored(seen.answer?.body)).toMatchObject({
      headers: { authorization: `Basic ${Buffer.from('me:s cret').toString('base64')}` },
    })
    expect(seen.answer?.finalUrl).not.toContain('cret')
    expect(seen.sent?.url).not.toContain('cret')
  })

  it('reaches IPv6 and a host name, and measures each phase', async () => {
    const server = await httpServer((_, response) => {
      const finish = () => late(60, () => response.end('b'))
      // The second pause begins when the probe has read what came before it.
      late(60, () => response.write('a', () => setImmediate(() => setImmediate(finish))))
    }, '::1')
    const seen = await probe({ url: `http://localhost:${server.port}/`, ipFamily: 'IPv6' })
    expect(seen.answer).toMatchObject({ status: 200, statusText: 'OK', body: 'ab', remoteAddress: '::1' })
    const { timingPhases: phases, timings } = seen.answer ?? { timingPhases: null, timings: null }
    expect(phases?.dns).toBeGreaterThan(0)
    expect(phases?.firstByte).toBeGreaterThanOrEqual(50)
    expect(phases?.download).toBeGreaterThanOrEqual(40)
    const { total = 0, ...parts } = phases ?? {}
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 2)
    expect(timings?.end).toBe(total)
    expect(seen.responseTimeMs).toBe(total)
    expect(phases).not.toHaveProperty('tls')
  })

  it.each([
    [{ url: 'http://[::1/' }, 'EINVALIDURL'],
    [{ url: 'gopher://127.0.0.1/' }, 'EINVALIDURL'],
    [{ headers: [pair('a b', '1')] }, 'ERR_INVALID_HTTP_TOKEN'],
  ])('does not send %j', async (changes, code) => {
    const server = await httpServer((_, response) => response.end())
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/`, ...changes })
    expect(seen.failure).toMatchObject({ kind: 'preparation', code })
    await server.allClosed()
  })
})

it('any text is sent as a header, in one line of UTF-8', async () => {
  const server = await httpServer(({ headers }, response) => response.end(JSON.stringify(headers)))
  const headers = [pair('a', '1\r\nb: 2'), pair('City', 'Zürich 🚀')]
  const seen = await probe({ url: `http://127.0.0.1:${server.port}/`, headers })
  const received = JSON.parse(seen.answer?.body ?? '{}')
  expect(received).toMatchObject({ a: '1 b: 2' })
  expect(Buffer.from(received.city, 'latin1').toString()).toBe('Zürich 🚀')
  expect(seen.sent?.headers).toMatchObject({ city: 'Zürich 🚀' })
})

describe('HTTP answer', () => {
  const answerWith = async (body: Buffer | string, headers: Record<string, string | string[]>) => {
    const server = await httpServer((_, response) => response.writeHead(200, headers).end(body))
    return { url: `http://127.0.0.1:${server.port}/` }
  }

  it('gives repeated headers as a list, names in lower case', async () => {
    const seen = await probe(await answerWith('', { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': '1', __proto__x: 'y' }))
    expect(seen.answer?.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'x-a': '1' })
  })

  const text = 'hello '.repeat(1000)
  it.each([
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['GZIP, br', brotliCompressSync(gzipSync(text))],
  ])('decodes %s', async (coding, body) => {
    const seen = await probe(await answerWith(body, { 'content-encoding': coding }))
    expect(seen.answer).toMatchObject({ body: text, bodyTruncated: false })
  })

  it('reports when a body is not in the coding its headers name', async () => {
    const seen = await probe(await answerWith('not gzip', { 'content-encoding': 'gzip' }))
    expect(seen.failure).toMatchObject({ kind: 'protocol', code: 'ERR_CONTENT_DECODING' })
    const cut = await probe(await answerWith(gzipSync(text).subarray(0, 20), { 'content-encoding': 'gzip' }))
    expect(cut.failure).toMatchObject({ code: 'ERR_CONTENT_DECODING' })
    const unknown = await probe(await answerWith('as it is', { 'content-encoding': 'x-own' }))
    expect(unknown.answer?.body).toBe('as it is')
  })

  it.each([
    ['text/plain; charset=iso-8859-1', Buffer.from('é', 'latin1'), 'é'],
    ['text/plain; charset="UTF-16LE"', Buffer.from('é', 'utf16le'), 'é'],
    ['text/plain; charset=shift_jis', Buffer.from([0x83, 0x65]), 'テ'],
    ['text/plain; charset=nonsense', Buffer.from('é'), 'é'],
    ['application/json', Buffer.from('\uFEFF{}'), '{}'],
    ['text/plain', Buffer.from('a\0b'), 'a\uFFFDb'],
  ])('decodes the text of %s', async (contentType, body, expected) => {
    expect((await probe(await answerWith(body, { 'content-type': contentType }))).answer?.body).toBe(expected)
  })

  it('omits binary bodies unless an assertion reads them as text', async () => {
    const target = await answerWith('%PDF-1.7', { 'content-type': 'application/pdf; x=1' })
    expect((await probe(target)).answer?.body).toBe('[scrubbed: 8 bytes of application/pdf]')
    const asserted = await probe({ ...target, assertions: [assertion('TEXT_BODY', 'CONTAINS', 'PDF')] })
    expect(asserted.answer?.body).toBe('%PDF-1.7')
  })

  it('gives small pictures in base64 and cuts large ones', async () => {
    const small = await probe(await answerWith(Buffer.from([1, 2, 3]), { 'content-type': 'image/png' }))
    expect(small.answer).toMatchObject({ body: 'AQID', bodyEncoding: 'base64', bodyTruncated: false })
    const large = await probe(await answerWith(Buffer.alloc(60_000), { 'content-type': 'image/png' }))
    expect(large.answer?.bodyTruncated).toBe(true)
    expect(Buffer.from(large.answer?.body ?? '', 'base64')).toHaveLength(50 * 1024)
  })

  it('reads answers without a body', async () => {
    const target = await answerWith('', { 'content-encoding': 'gzip' })
    expect((await probe({ ...target, method: 'HEAD' })).answer).toMatchObject({ status: 200, body: '' })
    const upgraded = await tcpServer((socket) =>
      socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    )
    expect((await probe({ url: `http://127.0.0.1:${upgraded.port}/` })).answer).toMatchObject({ status: 101, body: '' })
    await upgraded.allClosed()
  })
})

describe('HTTPS', () => {
  const secure = async (identity: { cert: string; key: string }) => {
    const server = await httpsServer(identity, (_, response) => response.end('ok'))
    return `https://localhost:${server.port}/`
  }

  it('verifies, measures the handshake and counts the days of the certificate', async () => {
    const seen = await probe({ url: await secure(certificates.server) })
    expect(seen).toMatchObject({ failure: null, answer: { body: 'ok' } })
    expect(seen.answer?.timingPhases.tls).toBeGreaterThan(0)
    expect(seen.sslDaysRemaining).toBeGreaterThan(30_000)
  })

  it.each([
    ['expired', certificates.expired, 'CERT_HAS_EXPIRED', 'has expired'],
    ['self-signed', certificates.selfSigned, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed'],
    ['wrong name', certificates.wrongName, 'ERR_TLS_CERT_ALTNAME_INVALID', 'other host names'],
  ])('rejects a certificate that is %s, reports why, and knows its expiry', async (_, identity, code, words) => {
    const url = await secure(identity)
    const seen = await probe({ url })
    expect(seen.failure).toMatchObject({ kind: 'tls', code, isNetworkError: false })
    expect(seen.failure?.message).toContain(words)
    expect(seen.sslDaysRemaining).toEqual(expect.any(Number))
    expect((seen.sslDaysRemaining ?? 0) < 0).toBe(code === 'CERT_HAS_EXPIRED')
    expect(await probe({ url, skipSSL: true })).toMatchObject({ failure: null, answer: { status: 200 } })
  })

  it('reports that an authority is unknown', async () => {
    const tools = { ...probeTools, egress: createEgress({ allowPrivateTargets: true }, new SystemClock()) }
    const seen = await probeHttp(apiTask({ url: await secure(certificates.server) }), tools)
    expect(seen.failure).toMatchObject({ kind: 'tls', code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })
  })

  it('recognizes a plain port, and HTTP sent to a TLS port', async () => {
    const plain = await httpServer((_, response) => response.end())
    const seen = await probe({ url: `https://127.0.0.1:${plain.port}/` })
    expect(seen.failure).toMatchObject({ kind: 'tls' })
    expect(seen.failure?.message).toContain('plain text')
    const url = (await secure(certificates.server)).replace('https', 'http')
    expect((await probe({ url })).failure).not.toBeNull()
  })
})
