import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { httpServer, httpsServer, tcpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, assertion, probeTools } from '../../../tests/support/probe-tasks.ts'
import { steadily } from '../../../tests/support/late.ts'
import { probeHttp } from './probe-http.ts'

const probe = (changes: Parameters<typeof apiTask>[0]) => probeHttp(apiTask(changes), probeTools)
const pair = (key: string, value: string, locked = false) => ({ key, value, locked })
const megabyte = 1024 * 1024

/** A server that redirects `/` to `location` with `status` and mirrors every other request. */
const redirecting = (status: number, location: string) =>
  httpServer((request, response) => {
    if (request.url === '/') return response.writeHead(status, { location }).end()
    void request.toArray().then((chunks) => response.end(JSON.stringify(described(request, chunks.join('')))))
  })
const described = ({ method, url, headers }: IncomingMessage, body: string) => ({ method, url, headers, body })

describe('redirects', () => {
  const posting = { method: 'POST', bodyType: 'JSON', body: '{}' } as const

  it.each([
    [301, 'GET', ''],
    [302, 'GET', ''],
    [303, 'GET', ''],
    [307, 'POST', '{}'],
    [308, 'POST', '{}'],
  ])('after %d a POST becomes %s', async (status, method, body) => {
    const server = await redirecting(status, '/next?a=1')
    const seen = await probe({ ...posting, url: `http://127.0.0.1:${server.port}/` })
    const arrived: unknown = JSON.parse(seen.answer?.body ?? '')
    expect(arrived).toMatchObject({ method, url: '/next?a=1', body })
    expect(seen.answer?.finalUrl).toBe(`http://127.0.0.1:${server.port}/next?a=1`)
    expect(seen.answer?.timingPhases.wait).toBeGreaterThan(0)
    expect(seen.log.map(({ msg }) => msg).join()).toContain(`${status} redirects to`)
    expect(JSON.stringify(arrived).includes('content-type')).toBe(body !== '')
  })

  it('keeps HEAD after 303, and PUT after 302', async () => {
    const server = await redirecting(302, '/next')
    const put = await probe({ ...posting, method: 'PUT', url: `http://127.0.0.1:${server.port}/` })
    expect(JSON.parse(put.answer?.body ?? '')).toMatchObject({ method: 'PUT', body: '{}' })
    const other = await redirecting(303, '/next')
    expect((await probe({ method: 'HEAD', url: `http://127.0.0.1:${other.port}/` })).answer?.body).toBe('')
  })

  it('are an answer when the check does not follow them, or when they lead nowhere', async () => {
    const server = await redirecting(302, '/next')
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/`, followRedirects: false })
    expect(seen.answer).toMatchObject({ status: 302, headers: { location: '/next' } })
    const nowhere = await redirecting(302, '')
    expect((await probe({ url: `http://127.0.0.1:${nowhere.port}/` })).answer?.status).toBe(302)
  })

  it('send headers that contain a secret of the run to the same origin only', async () => {
    const listening = await httpServer(
      (request, response) => response.end(JSON.stringify(request.headers)),
      '127.0.0.2',
    )
    const hop = await redirecting(302, `http://127.0.0.2:${listening.port}/x`)
    const headers = [pair('X-Token ', 'Token a%2Fcanary'), pair('X-Open', 'open')]
    const task = { ...apiTask({ url: `http://127.0.0.1:${hop.port}/`, headers }), secrets: ['a/canary'] }
    const seen = await probeHttp(task, probeTools)
    expect(JSON.parse(seen.answer?.body ?? '')).toMatchObject({ 'x-open': 'open' })
    expect(seen.answer?.body).not.toMatch(/canary/)
  })

  it('carry credentials, cookies and locked headers to the same origin only', async () => {
    const elsewhere = await redirecting(200, '/')
    const server = await redirecting(302, `http://127.0.0.2:${elsewhere.port}/x`)
    const own = await redirecting(302, '/x')
    const headers = [
      pair('Cookie', 'a=canary'),
      pair('X-Api-Key', 'canary'),
      pair('X-Locked', 'canary', true),
      pair('X-Open', 'open'),
      pair('Host', 'canary.test'),
    ]
    const basicAuth = { username: 'u', password: 'p' }
    const same = await probe({ url: `http://127.0.0.1:${own.port}/`, headers, basicAuth })
    expect(same.answer?.body.match(/canary/g)).toHaveLength(4)
    expect(same.answer?.body).toContain('Basic ')
    const listening = await httpServer(
      (request, response) => response.end(JSON.stringify(request.headers)),
      '127.0.0.2',
    )
    const hop = await redirecting(302, `http://127.0.0.2:${listening.port}/x`)
    const other = await probe({ url: `http://127.0.0.1:${hop.port}/`, headers, basicAuth })
    expect(other.answer?.body).not.toMatch(/canary|Basic/)
    expect(JSON.parse(other.answer?.body ?? '')).toMatchObject({
      'x-open': 'open',
      host: `127.0.0.2:${listening.port}`,
    })
    expect(server.connections()).toBe(0)
  })

  it('end after ten', async () => {
    const server = await redirecting(302, '/')
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/` })
    expect(seen.failure).toMatchObject({ kind: 'protocol', code: 'ERR_TOO_MANY_REDIRECTS' })
    expect(server.connections()).toBe(11)
    await server.allClosed()
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    '//169.254.169.254/x',
    'http://[fe80::1]/',
    'http://[::ffff:7f00:1]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://0/',
  ])('do not lead to %s', async (location) => {
    const server = await redirecting(307, location)
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/` })
    expect(seen.failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
  })

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'javascript:1', 'http://[::1'])(
    'do not lead to %s',
    async (location) => {
      const server = await redirecting(302, location)
      expect((await probe({ url: `http://127.0.0.1:${server.port}/` })).failure).toMatchObject({ code: 'EREDIRECT' })
    },
  )

  it('check each host by the policy of the location', async () => {
    const server = await redirecting(302, 'http://10.0.0.1/')
    const tools = {
      ...probeTools,
      egress: createEgress({ allowPrivateTargets: false, allowedRanges: ['127.0.0.1'] }, new SystemClock()),
    }
    const seen = await probeHttp(apiTask({ url: `http://127.0.0.1:${server.port}/` }), tools)
    expect(seen.failure).toMatchObject({ code: 'EPOLICY' })
  })

  it('may turn from plain to TLS, whose certificate is then known', async () => {
    const secure = await httpsServer(certificates.server, (_, response) => response.end('ok'))
    const server = await redirecting(301, `https://localhost:${secure.port}/`)
    const seen = await probe({ url: `http://localhost:${server.port}/` })
    expect(seen).toMatchObject({ answer: { body: 'ok' }, sslDaysRemaining: expect.any(Number) })
  })
})

describe('hostile targets', () => {
  const speak = async (talk: (socket: Socket) => void) => {
    const server = await tcpServer(talk)
    return { server, url: `http://127.0.0.1:${server.port}/` }
  }

  it('cannot block a run by dripping headers', async () => {
    const { server, url } = await speak((socket) => {
      socket.once(
        'close',
        steadily(10, () => socket.write('X-A: b\r\n')),
      )
      socket.write('HTTP/1.1 200 OK\r\n')
    })
    const seen = await probe({ url, timeoutMs: 200 })
    expect(seen.failure).toMatchObject({ kind: 'timeout', code: 'ESOCKETTIMEDOUT', isNetworkError: true })
    await server.allClosed()
  })

  it('cannot block a run by dripping a body', async () => {
    const { server, url } = await speak((socket) => {
      socket.once(
        'close',
        steadily(10, () => socket.write('x')),
      )
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
    })
    const seen = await probe({ url, timeoutMs: 200 })
    expect(seen.failure).toMatchObject({ code: 'ESOCKETTIMEDOUT' })
    expect(seen).not.toHaveProperty('answer.status')
    await server.allClosed()
  })

  it('cannot block a run by never reading the request', async () => {
    const server = await tcpServer((socket) => {
      socket.pause()
      setImmediate(() => socket.pause())
    })
    const body = 'x'.repeat(900_000)
    const seen = await probe({
      url: `http://127.0.0.1:${server.port}/`,
      method: 'POST',
      bodyType: 'RAW',
      body,
      timeoutMs: 200,
    })
    expect(seen.failure).toMatchObject({ code: 'ESOCKETTIMEDOUT' })
  })

  it('cannot fill the memory with an endless body', async () => {
    const chunk = Buffer.alloc(megabyte, 120)
    const server = await httpServer((_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once('drain', more)
      }
      more()
    })
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/`, timeoutMs: 20_000 })
    expect(seen.answer).toMatchObject({ status: 200, bodyTruncated: true })
    expect(seen.answer?.body).toHaveLength(25 * megabyte)
    await server.allClosed()
  })

  it('cannot fill the memory with a small body that unpacks to a large one', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * megabyte))
    expect(bomb.length).toBeLessThan(megabyte)
    const server = await httpServer((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/`, timeoutMs: 20_000 })
    expect(seen.answer?.bodyTruncated).toBe(true)
    expect(seen.answer?.body).toHaveLength(25 * megabyte)
    const nested = await httpServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip, gzip, gzip, gzip' }).end(bomb),
    )
    const refused = await probe({ url: `http://127.0.0.1:${nested.port}/` })
    expect(refused.failure).toMatchObject({ code: 'ERR_CONTENT_DECODING' })
  })

  it.each([
    ['garbage', '\x00\x01garbage\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n'],
    ['a broken status line', 'HTTP/1.1 abc\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
    ['huge headers', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(70_000)}\r\n\r\n`],
  ])('that answer with %s are distinguished from the network', async (_, bytes) => {
    const { server, url } = await speak((socket) => socket.end(bytes))
    const seen = await probe({ url })
    expect(seen.failure).toMatchObject({ kind: 'protocol', isNetworkError: false })
    await server.allClosed()
  })

  it('that hang up before or within the answer have failed on the network', async () => {
    const silent = await speak((socket) => socket.once('data', () => socket.end()))
    expect((await probe({ url: silent.url })).failure).toMatchObject({ code: 'ECONNRESET', isNetworkError: true })
    const partial = await speak((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc'))
    expect((await probe({ url: partial.url })).failure).toMatchObject({ code: 'ECONNRESET', isNetworkError: true })
  })

  it('may send more headers than Node allows by default', async () => {
    const server = await httpServer((_, response) => response.writeHead(200, { 'x-a': 'y'.repeat(40_000) }).end())
    expect((await probe({ url: `http://127.0.0.1:${server.port}/` })).answer?.status).toBe(200)
  })

  it('do not have their images decoded when an assertion needs text', async () => {
    const server = await httpServer((_, response) =>
      response.writeHead(200, { 'content-type': 'image/png' }).end('txt'),
    )
    const assertions = [assertion('TEXT_BODY', 'CONTAINS', 'x')]
    const seen = await probe({ url: `http://127.0.0.1:${server.port}/`, assertions })
    expect(seen.answer).toMatchObject({ body: 'txt' })
  })
})
