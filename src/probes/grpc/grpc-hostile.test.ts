import { constants } from 'node:http2'
import type { ServerHttp2Stream } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { grpcServer, http2Server, shopProto } from '../../../tests/support/grpc-server.ts'
import { tcpServer } from '../../../tests/support/local-servers.ts'
import { grpcTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { framed } from './grpc-messages.ts'
import { GRPC } from './index.ts'

const open = { ':status': 200, 'content-type': 'application/grpc' }
const longEnough = 20_000

type Answer = (stream: ServerHttp2Stream) => void

async function ask(onStream: Answer, timeoutMs = longEnough) {
  const { port } = await http2Server(onStream)
  return GRPC(grpcTask({ port, timeoutMs }), probeTools)
}

function endWith(stream: ServerHttp2Stream, body: Uint8Array, headers = {}): void {
  stream.respond({ ...open, ...headers }, { waitForTrailers: true })
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }))
  stream.end(body)
}

/** A message with the flag that says it is compressed. */
function compressed(message: Uint8Array): Buffer {
  const frame = framed(message)
  frame[0] = 1
  return frame
}

const failures: readonly (readonly [string, Answer, { code: string } | { kind: string }])[] = [
  ['resets the call', (stream) => stream.close(constants.NGHTTP2_INTERNAL_ERROR), { code: 'EGRPCRESET' }],
  ['refuses the call', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM), { code: 'EGRPCRESET' }],
  ['drops the connection', (stream) => stream.session?.destroy(), { kind: 'connect' }],
  [
    'ends without a status',
    (stream) => (stream.respond(open), stream.end(framed(new Uint8Array([8, 1])))),
    { code: 'EGRPCSTATUS' },
  ],
  [
    'ends inside a message',
    (stream) => endWith(stream, framed(new Uint8Array(10)).subarray(0, 8)),
    { code: 'EGRPCMESSAGE' },
  ],
  ['sends no message', (stream) => endWith(stream, Buffer.alloc(0)), { code: 'EGRPCMESSAGE' }],
  [
    'sends a message that is none',
    (stream) => endWith(stream, framed(Buffer.from([0xff, 0xff]))),
    { code: 'EGRPCMESSAGE' },
  ],
  [
    'announces a message of 4 GB',
    (stream) => endWith(stream, Buffer.from([0, 255, 255, 255, 255, 1])),
    { code: 'EGRPCSIZE' },
  ],
  [
    'sends a compressed message that expands beyond 4 MB',
    (stream) => endWith(stream, compressed(gzipSync(Buffer.alloc(64_000_000))), { 'grpc-encoding': 'gzip' }),
    { code: 'EGRPCSIZE' },
  ],
  [
    'sends garbage as compressed',
    (stream) => endWith(stream, compressed(Buffer.from('no gzip')), { 'grpc-encoding': 'gzip' }),
    { code: 'EGRPCENCODING' },
  ],
  [
    'names an unknown compression',
    (stream) => endWith(stream, compressed(Buffer.from('x')), { 'grpc-encoding': 'constructor' }),
    { code: 'EGRPCENCODING' },
  ],
]

describe('a server that', () => {
  it.each(failures)('%s ends the run with a failure', async (_, onStream, expected) => {
    const { answer, failure } = await ask(onStream)
    expect(answer).toBeNull()
    expect(failure).toMatchObject(expected)
    expect(failure?.message).toMatch(/^\S.*\.$/s)
  })

  it.each([
    ['a page of HTML', { ':status': 200, 'content-type': 'text/html' }, 2],
    ['a bad gateway', { ':status': 502, 'content-type': 'text/html' }, 14],
    ['no permission', { ':status': 403 }, 7],
  ] as const)('answers with %s is answered with the status that gRPC gives it', async (_, headers, code) => {
    const { answer } = await ask((stream) => {
      stream.respond(headers)
      stream.end('<html>')
    })
    expect(answer).toMatchObject({ grpcStatusCode: code, healthStatus: null })
    expect(answer?.grpcStatusMessage).toContain('which is not gRPC')
  })

  it.each([
    ['5', 5],
    ['99', 99],
    ['ok', 2],
    ['-1', 2],
  ])('answers with headers alone and the status %s has answered', async (status, code) => {
    const headers = { ...open, 'grpc-status': status, 'grpc-message': 'gone %E2%82%AC%' }
    const { answer } = await ask((stream) => stream.respond(headers, { endStream: true }))
    expect(answer).toMatchObject({ grpcStatusCode: code, grpcStatusMessage: 'gone %E2%82%AC%' })
  })

  it('says goodbye before it answers ends the run with what it answers', async () => {
    const { answer } = await ask((stream) => {
      stream.session?.goaway()
      endWith(stream, framed(new Uint8Array([8, 1])))
    })
    expect(answer).toMatchObject({ healthStatus: 1 })
  })

  it('sends headers of more than 64 KB ends the run', async () => {
    const { answer, failure } = await ask((stream) => {
      const many = Object.fromEntries(Array.from({ length: 90 }, (_, index) => [`x-${index}`, 'v'.repeat(1000)]))
      stream.respond({ ...open, ...many })
      stream.end()
    })
    expect(answer).toBeNull()
    expect(failure).not.toBeNull()
  })

  it('sends data for ever ends the run by its size', async () => {
    const { failure } = await ask((stream) => {
      stream.respond(open)
      const flood = (): void => {
        while (!stream.destroyed && stream.write(framed(Buffer.alloc(60_000))));
        if (!stream.destroyed) stream.once('drain', flood)
      }
      flood()
    })
    expect(failure).toMatchObject({ code: 'EGRPCSIZE' })
  })

  it('never ends headers, pings or nothing at all ends the run in time', async () => {
    const { failure } = await ask((stream) => {
      stream.respond(open)
      const ping = (): void => {
        if (stream.session && !stream.session.destroyed) stream.session.ping(() => ping())
      }
      ping()
    }, 300)
    expect(failure).toMatchObject({ kind: 'timeout', code: 'DEADLINE_EXCEEDED' })
  })

  it.each([
    ['HTTP/1.1', 'HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n'],
    ['garbage frames', `\0\0\u00ff\u00ff\u00ff${'\u00ff'.repeat(2000)}`],
    ['a banner', 'SSH-2.0-OpenSSH_9.2\r\n'],
  ])('speaks %s instead of HTTP/2 ends the run with a failure', async (_, text) => {
    const { port, allClosed } = await tcpServer((socket) => socket.write(Buffer.from(text, 'latin1')))
    const { answer, failure } = await GRPC(grpcTask({ port, timeoutMs: longEnough }), probeTools)
    expect(answer).toBeNull()
    expect(failure?.kind).toMatch(/protocol|connect/)
    await allClosed()
  })
})

describe('a proto file', () => {
  const call = { mode: 'BEHAVIOR', method: 'shop.Orders/List', serviceDefinition: 'PROTO_FILE' } as const
  const prefix = 'syntax = "proto3"; package shop; service Orders { rpc List(A) returns (A); } message A {'

  it.each([
    ['with an error', 'syntax = "proto3"; message {', /cannot be used: illegal type name/],
    ['that nests for ever', `syntax = "proto3"; ${'message A{'.repeat(50_000)}`, /cannot be used: max depth/],
    ['that imports something else', `import "other.proto"; ${shopProto}`, /imports "other\.proto"/],
    ['with an edition', 'edition = "2023"; message A {}', /edition 2023/],
    ['that names an unknown type', `${prefix} B b = 1; }`, /names the type "B"/],
    ['without the service', 'syntax = "proto3"; message A {}', /no service shop\.Orders/],
    [
      'with names of the language',
      `${prefix} string __proto__ = 1; string constructor = 2; }`,
      /does not fit the schema/,
    ],
  ])('%s ends the run with a message that says so', async (_, protoContent, message) => {
    const { port } = await grpcServer()
    const { answer, failure } = await GRPC(
      grpcTask({ port, timeoutMs: longEnough, config: { ...call, protoContent } }),
      probeTools,
    )
    expect(failure?.message ?? '').toMatch(message)
    expect(answer === null).toBe(failure !== null)
  })

  it('that takes minutes to parse is ended in time, and others are parsed meanwhile', async () => {
    const fields = Array.from({ length: 40_000 }, (_, index) => `int32 f${index} = ${index + 1};`).join('')
    const { port } = await grpcServer()
    const slow = GRPC(
      grpcTask({ port, timeoutMs: 1_000, config: { ...call, protoContent: `${prefix}${fields}}` } }),
      probeTools,
    )
    const config = { ...call, protoContent: shopProto }
    expect(await GRPC(grpcTask({ port, timeoutMs: longEnough, config }), probeTools)).toMatchObject({ failure: null })
    expect((await slow).failure).toMatchObject({ kind: 'timeout' })
  })

  it('whose messages need much work is used in a process of its own', async () => {
    const { port } = await grpcServer()
    const config = { ...call, protoContent: shopProto, message: '{"limit": 5000}' }
    const { answer, failure } = await GRPC(grpcTask({ port, timeoutMs: longEnough, config }), probeTools)
    expect(failure).toBeNull()
    expect(JSON.parse(answer?.responseMessage ?? '')).toMatchObject({ total: 5000 })
  })
})
