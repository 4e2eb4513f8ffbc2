import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { SystemClock } from '#kernel'
import { authorityFile, certificates } from '../../tests/support/certificates/read-certificates.ts'
import { httpServer, httpsServer, tcpServer } from '../../tests/support/local-servers.ts'
import { Deadline } from './deadline.ts'
import { createEgress } from './egress.ts'
import type { HttpCall } from './call.ts'

const clock = new SystemClock()

const egress = createEgress({ allowPrivateTargets: true, caFile: authorityFile }, clock)
const post = (url: string, changes: Partial<HttpCall> = {}): HttpCall => ({
  method: 'POST',
  url,
  headers: { 'Content-Type': 'text/plain' },
  body: 'hello',
  timeoutMs: 5000,
  ...changes,
})

describe('http', () => {
  it('sends method, headers and body and returns the complete response', async () => {
    const server = await httpServer((request, response) => {
      void request.toArray().then((chunks) => {
        const { method, url, headers } = request
        response
          .writeHead(201, { 'X-Two': ['a', 'b'] })
          .end(JSON.stringify({ method, url, headers, body: String(chunks) }))
      })
    })
    const reply = await egress.http(post(`http://user:p%40ss@127.0.0.1:${server.port}/x?y=1`))
    expect(reply).toMatchObject({ failure: null, status: 201, headers: { 'x-two': 'a, b' } })
    expect(JSON.parse(reply.failure ? '' : reply.body)).toMatchObject({
      method: 'POST',
      url: '/x?y=1',
      body: 'hello',
      headers: {
        host: `127.0.0.1:${server.port}`,
        authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}`,
        'content-length': '5',
      },
    })
    await server.allClosed()
  })

  it('does not follow redirects', async () => {
    const server = await httpServer((_, response) => response.writeHead(302, { location: '/b' }).end())
    expect(await egress.http(post(`http://127.0.0.1:${server.port}/a`))).toMatchObject({ status: 302 })
    expect(server.connections()).toBe(1)
  })

  it('cuts the answer at 64 KB and hangs up', async () => {
    const server = await httpServer((_, response) => {
      const more = (): void => {
        while (response.write(Buffer.alloc(64 * 1024, 120)));
        response.once('drain', more)
      }
      more()
    })
    const reply = await egress.http(post(`http://127.0.0.1:${server.port}/`))
    expect(reply.failure === null && reply.body.length).toBe(64 * 1024)
    await server.allClosed()
  })

  it('ends in time however slowly the answer drips, and closes the connection', async () => {
    const server = await tcpServer((socket) => socket.write('HTTP/1.1 200 OK\r\nX-'))
    const reply = await egress.http(post(`http://127.0.0.1:${server.port}/`, { timeoutMs: 150 }))
    expect(reply).toMatchObject({ failure: null, status: 200, cut: { code: 'ETIMEDOUT', kind: 'timeout' } })
    await server.allClosed()
  })

  it('ends when it is cancelled', async () => {
    const server = await tcpServer(() => controller.abort())
    const controller = new AbortController()
    const reply = await egress.http(post(`http://127.0.0.1:${server.port}/`, { signal: controller.signal }))
    expect(reply.failure).toMatchObject({ code: 'ECANCELED' })
    await server.allClosed()
  })

  it.each([
    ['no URL', 'EINVALIDURL'],
    ['ftp://127.0.0.1/', 'EINVALIDURL'],
    ['file:///etc/passwd', 'EINVALIDURL'],
    ['http://169.254.169.254/latest', 'EPOLICY'],
    ['http://0xa9fea9fe/latest', 'EPOLICY'],
    ['http://[::ffff:127.0.0.1]/', 'EPOLICY'],
    ['http://127.0.0.1:1/', 'ECONNREFUSED'],
  ])('answers with a failure for %s', async (url, code) => {
    expect((await egress.http(post(url))).failure).toMatchObject({ code })
  })

  it('sends no header that breaks out', async () => {
    const server = await httpServer(({ headers }, response) => response.end(JSON.stringify(headers)))
    const url = `http://127.0.0.1:${server.port}/`
    const reply = await egress.http(post(url, { headers: { 'x-a': 'a\r\nb: c' } }))
    expect(JSON.parse(reply.failure ? '' : reply.body)).toMatchObject({ 'x-a': 'a b: c' })
    const invalid = await egress.http(post(url, { headers: { 'bad name': '1' } }))
    expect(invalid.failure).toMatchObject({ kind: 'preparation' })
    await server.allClosed()
  })

  it.each([
    ['nothing', '', null],
    ['another protocol', 'SSH-2.0-x\r\n', null],
    ['a status without its line end', 'HTTP/1.1 204', 204],
    ['a head that ends early', 'HTTP/1.1 500 No\r\nx-a: b\r\n', 500],
    [
      'the answer behind informational ones',
      'HTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 So\r\na: b\r\n\r\nHTTP/1.1 201 X\r\n',
      201,
    ],
    ['no answer behind an informational one', 'HTTP/1.1 100 Continue\r\n\r\n', null],
    ['a header that is none', 'HTTP/1.1 202 OK\r\n\u0000\r\n\r\n', 202],
  ])('knows the status of %s', async (_which, text, status) => {
    const server = await tcpServer((socket) => socket.once('data', () => socket.end(text)))
    for (const body of ['small', 'x'.repeat(100_000)]) {
      const reply = await egress.http(post(`http://127.0.0.1:${server.port}/`, { body }))
      expect(reply.failure === null ? reply.status : null).toBe(status)
    }
  })
})

describe('TLS', () => {
  it('sends nothing to a host it could not verify', async () => {
    let requests = 0
    const server = await httpsServer(certificates.wrongName, (_, response) => {
      requests += 1
      response.end()
    })
    const reply = await egress.http(post(`https://localhost:${server.port}/`))
    expect(reply.failure).toMatchObject({ kind: 'tls', code: 'ERR_TLS_CERT_ALTNAME_INVALID', isNetworkError: false })
    expect(requests).toBe(0)
    await server.allClosed()
  })

  it('presents a client certificate, and reports when the key does not fit', async () => {
    const options = { ...certificates.server, ca: certificates.authority, requestCert: true, rejectUnauthorized: true }
    const server = await httpsServer({ ...options, maxVersion: 'TLSv1.2' }, (_, response) => response.end())
    const deadline = new Deadline(clock, 5000)
    const target = { host: 'localhost', port: server.port, family: 'IPv4' } as const
    const identity = { certificate: certificates.client.cert, key: certificates.client.key }
    const accepted = await egress.connectTls(target, { skipVerification: false, identity }, deadline)
    expect(accepted.failure).toBeNull()
    if (accepted.failure === null) {
      accepted.socket.destroy()
      await once(accepted.socket, 'close')
    }
    const rejected = await egress.connectTls(target, { skipVerification: false }, deadline)
    expect(rejected.failure).toMatchObject({ kind: expect.stringMatching(/tls|connect/) })
    const broken = { certificate: certificates.client.cert, key: certificates.server.key }
    const unusable = await egress.connectTls(target, { skipVerification: false, identity: broken }, deadline)
    expect(unusable.failure).toMatchObject({ kind: 'preparation' })
    deadline.close()
  })

  it('verifies an address against the addresses in the certificate', async () => {
    const server = await httpsServer(certificates.server, (_, response) => response.end('ok'))
    expect(await egress.http(post(`https://127.0.0.1:${server.port}/`))).toMatchObject({ failure: null, body: 'ok' })
  })
})
