import { once } from 'node:events'
import { createServer as createHttp2Server } from 'node:http2'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { decode } from 'dns-packet'
import { expect, it, onTestFinished } from 'vitest'
import { certificates } from '../../tests/support/certificates/read-certificates.ts'
import { dnsResponse } from '../../tests/support/local-servers.ts'
import { apiTask, dnsTask, grpcTask, probeTools, tcpTask } from '../../tests/support/probe-tasks.ts'
import { runSsl, toolsTrusting } from '../../tests/support/ssl-scene.ts'
import { DNS } from './dns/index.ts'
import { GRPC } from './grpc/index.ts'
import { probeHttp } from './http/probe-http.ts'
import { TCP } from './tcp/index.ts'

/** A server, and how it saw each connection end: `end`, or the code of an error. */
async function listening(server: Server) {
  const ends: Promise<string>[] = []
  server.on('connection', (socket: Socket) => {
    const seen = Promise.withResolvers<string>()
    socket.once('end', () => seen.resolve('end'))
    socket.once('error', (error) => seen.resolve(String(error)))
    socket.once('close', () => seen.resolve('close'))
    ends.push(seen.promise)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { port: (server.address() as AddressInfo).port, ends: () => Promise.all(ends) }
}

it('a server that speaks first sees checks of TCP end in order', async () => {
  const server = await listening(createServer((socket) => socket.resume().write('greeting '.repeat(20))))
  for (let run = 0; run < 10; run += 1)
    expect((await TCP(tcpTask({ port: server.port }), probeTools)).failure).toBeNull()
  expect(await server.ends()).toEqual(Array.from({ length: 10 }, () => 'end'))
})

it('a server of HTTP sees a redirect end in order whose body nobody reads', async () => {
  const target = await listening(
    createServer((socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n'))),
  )
  const answer = `HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:${target.port}/\r\nContent-Length: 300000\r\n\r\n`
  const server = await listening(
    createServer((socket) => socket.once('data', () => socket.write(`${answer}${'x'.repeat(300_000)}`))),
  )
  const seen = await probeHttp(apiTask({ url: `http://127.0.0.1:${server.port}/` }), probeTools)
  expect(seen.answer?.status).toBe(200)
  expect(await server.ends()).toEqual(['end'])
})

it('a name server that says more than was asked over TCP sees the end in order', async () => {
  const server = await listening(
    createServer((socket) =>
      socket.once('data', (bytes) => {
        const message = dnsResponse(decode(bytes.subarray(2)), [])
        const length = Buffer.from([message.length >> 8, message.length & 0xff])
        socket.write(Buffer.concat([length, message, Buffer.alloc(1000)]))
      }),
    ),
  )
  expect((await DNS(dnsTask({ port: server.port, protocol: 'TCP' }), probeTools)).failure).toBeNull()
  expect(await server.ends()).toEqual(['end'])
})

it('a gRPC server is told that the client leaves (GOAWAY), and sees the connection end in order', async () => {
  const http2 = createHttp2Server()
  const goaway = once(http2, 'session').then(([session]) => once(session, 'goaway'))
  http2.on('stream', (stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' }, { endStream: true })
  })
  const server = await listening(http2)
  const seen = await GRPC(grpcTask({ port: server.port }), probeTools)
  expect(seen.answer?.grpcStatusCode).toBe(12)
  expect((await goaway)[0]).toBe(0)
  expect(await server.ends()).toEqual(['end'])
})

const alert = 21

it('a TLS server is told that a check of its certificate leaves (close_notify)', async () => {
  const tls = createTlsServer({ ...certificates.server, maxVersion: 'TLSv1.2' }, (socket) => socket.resume())
  const { port } = await listening(tls)
  let last: Buffer = Buffer.alloc(0)
  const relay = await listening(
    createServer((socket) => {
      const onward = connect(port, '127.0.0.1')
      socket.on('data', (bytes) => (last = bytes))
      socket.pipe(onward).pipe(socket)
    }),
  )
  const { seen } = await runSsl(relay.port, toolsTrusting([]), { serverName: 'localhost' })
  expect(seen.answer?.protocol).toBe('TLS1.2')
  expect(await relay.ends()).toEqual(['end'])
  expect(last[0]).toBe(alert)
})
