import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Observation } from '#contract'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { authorityFile, certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { httpsServer, tcpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, assertion, probeTools } from '../../../tests/support/probe-tasks.ts'
import { steadily } from '../../../tests/support/late.ts'
import { probeHttp } from './probe-http.ts'

// Every answer is observed twice, by the plain client and by Node's alone; all but measured times must be the same.

type Changes = Parameters<typeof apiTask>[0]

const nodeTools = {
  ...probeTools,
  egress: createEgress({ allowPrivateTargets: true, caFile: authorityFile, usesNodeOnly: true }, new SystemClock()),
}

/** An observation whose measured times are replaced by whether they were measured. */
function withoutTimes({ startedAt, stoppedAt, responseTimeMs, ...seen }: Observation<'API'>) {
  const measured = (times: object): Record<string, boolean> =>
    Object.fromEntries(Object.entries(times).map(([name, ms]) => [name, typeof ms === 'number' && ms >= 0]))
  const { answer } = seen
  return {
    ...seen,
    ...measured({ startedAt, stoppedAt, responseTimeMs }),
    headersInOrder: Object.entries(answer?.headers ?? {}),
    answer: answer && {
      ...answer,
      timings: measured(answer.timings),
      timingPhases: measured(answer.timingPhases),
    },
    log: seen.log.map(({ level, msg }) => ({ level, msg })),
  }
}

/** The observations of both clients, and the bytes that each of them sent. */
async function observeTwice(talk: (socket: Socket) => unknown, changes: Changes = {}) {
  const sent: Buffer[][] = []
  const server = await tcpServer((socket) => {
    const received: Buffer[] = []
    sent.push(received)
    socket.on('data', (bytes) => received.push(bytes))
    void talk(socket)
  })
  const task = apiTask({ url: `http://127.0.0.1:${server.port}/`, timeoutMs: 2_000, ...changes })
  const plain = withoutTimes(await probeHttp(task, probeTools))
  const count = sent.length
  const node = withoutTimes(await probeHttp(task, nodeTools))
  await server.allClosed()
  const text = sent.map((received) => Buffer.concat(received).toString('latin1'))
  return { plain: { ...plain, sentBytes: text.slice(0, count) }, node: { ...node, sentBytes: text.slice(count) } }
}

/** Answers in pieces that arrive one by one, and ends the connection in the given way. */
const answering =
  (pieces: readonly (string | Buffer)[], end: 'end' | 'reset' | 'stay' = 'end') =>
  async (socket: Socket): Promise<void> => {
    await once(socket, 'data')
    for (const piece of pieces) {
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
      for (let turn = 0; turn < 5; turn += 1) await setImmediate()
    }
    if (end === 'end') socket.end()
    if (end === 'reset') socket.resetAndDestroy()
  }

const ok = 'HTTP/1.1 200 OK\r\n'
const chunked = `${ok}transfer-encoding: chunked\r\n\r\n`
const closed = `${ok}connection: close\r\n\r\n`
const length = (bytes: number): string => `${ok}content-length: ${bytes}\r\n\r\n`
const html = 'x'.repeat(1_000)
const bomb = gzipSync(Buffer.alloc(30 * 1024 * 1024))

const answers: Readonly<Record<string, readonly (string | Buffer)[]>> = {
  'a length': [`${length(5)}hello`],
  'a length in pieces': [length(10), 'hello', 'world'],
  'no length and no end but that of the connection': [`${closed}hello`, ' world'],
  'an empty body': [length(0)],
  chunks: [`${chunked}5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n`],
  'chunks in pieces': [chunked, '5\r\nhe', 'llo\r', '\n6\r\n wor', 'ld\r\n', '0\r\n', '\r\n'],
  'chunks with leading zeros and capital letters': [`${chunked}000A\r\n0123456789\r\n000\r\n\r\n`],
  'chunks with extensions': [`${chunked}5;a=b\r\nhello\r\n0\r\n\r\n`],
  trailers: [`${chunked}5\r\nhello\r\n0\r\nx-trailer: 1\r\n\r\n`],
  'a chunk of a bad size': [`${chunked}5\r\nhello\r\nzz\r\n`],
  'a chunk of a bad size later': [chunked, '5\r\nhello\r\n', 'zz\r\nmore'],
  'a chunk longer than its size': [`${chunked}3\r\nhello\r\n0\r\n\r\n`],
  'a chunk of a negative size': [`${chunked}-5\r\nhello\r\n0\r\n\r\n`],
  'a chunk of an enormous size': [`${chunked}ffffffffffffffffff\r\nhello`],
  'chunks that end with line feeds only': [`${chunked}5\nhello\n0\n\n`],
  'chunks without an end': [`${chunked}5\r\nhello\r\n`],
  'a thousand chunks': [`${chunked}${'1\r\nx\r\n'.repeat(1_500)}0\r\n\r\n`],
  'both length and chunks': [`${ok}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
  'two different lengths': [`${ok}content-length: 5\r\ncontent-length: 6\r\n\r\nhello`],
  'the same length twice': [`${ok}content-length: 5\r\ncontent-length: 5\r\n\r\nhello`],
  'lengths in a list': [`${ok}content-length: 5, 5\r\n\r\nhello`],
  'a negative length': [`${ok}content-length: -5\r\n\r\nhello`],
  'a length with a sign': [`${ok}content-length: +5\r\n\r\nhello`],
  'an enormous length': [`${ok}content-length: 99999999999999999999\r\n\r\nhello`],
  'an unknown transfer coding': [`${ok}transfer-encoding: gzip\r\n\r\nhello`],
  'chunks not in the last place': [`${ok}transfer-encoding: chunked, gzip\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
  'chunks named in capitals': [`${ok}transfer-encoding: CHUNKED\r\n\r\n5\r\nhello\r\n0\r\n\r\n`],
  'more than its length': [`${length(5)}hello world`],
  'another response behind its own': [`${length(5)}hello${length(5)}again`],
  'less than its length': [`${length(50)}hello`],
  nothing: [],
  'half a status line': ['HTTP/1.1 20'],
  'half a head': [`${ok}content-le`],
  'a head in pieces': ['HTTP/1.1 2', '00 OK\r\nconten', 't-length: 5\r', '\n\r\nhel', 'lo'],
  'a head byte by byte': `${length(5)}hello`.split(''),
  '100 before the response': [`HTTP/1.1 100 Continue\r\n\r\n${length(5)}hello`],
  '103 before the response': [`HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${length(5)}hello`],
  '100 and nothing behind it': ['HTTP/1.1 100 Continue\r\n\r\n'],
  '101': ['HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\nother bytes'],
  'an upgrade that is none': [`${ok}connection: upgrade\r\nupgrade: h2c\r\ncontent-length: 5\r\n\r\nhello`],
  '204': ['HTTP/1.1 204 No Content\r\n\r\n'],
  '204 with a body': ['HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello'],
  '304': ['HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\netag: "a"\r\n\r\n'],
  '404': ['HTTP/1.1 404 Not Found\r\ncontent-length: 5\r\n\r\nhello'],
  '500 without a reason': ['HTTP/1.1 500 \r\ncontent-length: 5\r\n\r\nhello'],
  'a status without a space behind it': ['HTTP/1.1 200\r\ncontent-length: 5\r\n\r\nhello'],
  'status 999': ['HTTP/1.1 999 Odd\r\ncontent-length: 5\r\n\r\nhello'],
  'status 000': ['HTTP/1.1 000 Odd\r\ncontent-length: 5\r\n\r\nhello'],
  'status 20': ['HTTP/1.1 20 Odd\r\n\r\nhello'],
  'HTTP/1.0': ['HTTP/1.0 200 OK\r\n\r\nhello'],
  'HTTP/1.0 with chunks': ['HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n'],
  'HTTP/2.0': ['HTTP/2.0 200 OK\r\ncontent-length: 5\r\n\r\nhello'],
  'HTTP/0.9': ['<html>hello</html>'],
  'HTTP/2 frames': [Buffer.from([0, 0, 18, 4, 0, 0, 0, 0, 0])],
  'another protocol': ['SSH-2.0-OpenSSH_9.9\r\n'],
  'bytes that are none': ['\x00\x01garbage\r\n\r\n'],
  'empty lines before it': [`\r\n\r\n${length(5)}hello`],
  'line feeds only': ['HTTP/1.1 200 OK\ncontent-length: 5\n\nhello'],
  'a lone carriage return in a header': [`${ok}x-a: a\rb\r\ncontent-length: 5\r\n\r\nhello`],
  'a zero byte in a header': [`${ok}x-a: a\0b\r\ncontent-length: 5\r\n\r\nhello`],
  'a space before the colon': [`${ok}x-a : 1\r\ncontent-length: 5\r\n\r\nhello`],
  'a header without a name': [`${ok}: 1\r\ncontent-length: 5\r\n\r\nhello`],
  'a header without a colon': [`${ok}nonsense\r\ncontent-length: 5\r\n\r\nhello`],
  'a folded header': [`${ok}x-a: 1\r\n  2\r\ncontent-length: 5\r\n\r\nhello`],
  'spaces around values': [`${ok}x-a: \t a b \t\r\nx-empty:\r\nx-blank:   \r\ncontent-length:  5 \r\n\r\nhello`],
  'letters outside of ASCII': [`${ok}x-a: \u00e9\u00ff\r\ncontent-length: 5\r\n\r\nhello`],
  'a reason outside of ASCII': ['HTTP/1.1 200 D\u00e9j\u00e0 vu\r\ncontent-length: 5\r\n\r\nhello'],
  'repeated headers': [`${ok}vary: a\r\nx-b: 1\r\nVary: c\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n\r\nhello`],
  cookies: [`${ok}Set-Cookie: a=1\r\nx: 1\r\nSet-Cookie: b=2\r\nset-cookie: c=3\r\ncontent-length: 5\r\n\r\nhello`],
  'two content types': [`${ok}content-type: image/png\r\ncontent-type: text/plain\r\n\r\nhello`],
  'names of properties': [`${ok}__proto__: 1\r\nconstructor: 2\r\ntoString: 3\r\nhasOwnProperty: 4\r\n\r\nhello`],
  'names that are numbers': [`${ok}x: 1\r\n7: 2\r\n1: 3\r\ncontent-length: 5\r\n\r\nhello`],
  'capital letters': [`${ok}X-Upper: Value\r\nCONTENT-LENGTH: 5\r\n\r\nhello`],
  'many headers': [`${ok}${Array.from({ length: 300 }, (_, at) => `x-${at}: ${at}\r\n`).join('')}\r\nhello`],
  'more headers than are kept': [`${ok}${'x: y\r\n'.repeat(3_000)}\r\nhello`],
  'a long head': [`${ok}x: ${'y'.repeat(40_000)}\r\ncontent-length: 5\r\n\r\nhello`],
  'a head that is too long': [`${ok}x: ${'y'.repeat(300_000)}\r\n\r\nhello`],
  'a head that never ends': Array.from({ length: 40 }, () => `x: ${'y'.repeat(4_000)}\r\n`),
  'a long reason': [`HTTP/1.1 200 ${'y'.repeat(20_000)}\r\ncontent-length: 5\r\n\r\nhello`],
  'a body of 200 kB with a length': [length(200_000), ...Array.from({ length: 200 }, () => html)],
  'a body of 200 kB without': [closed, ...Array.from({ length: 200 }, () => html)],
  'a body of 200 kB in chunks': [chunked, ...Array.from({ length: 200 }, () => `3e8\r\n${html}\r\n`), '0\r\n\r\n'],
  'a body just below what is read at once': [`${length(60_000)}${'x'.repeat(60_000)}`],
  gzip: [`${ok}content-encoding: gzip\r\ncontent-length: 25\r\n\r\n`, gzipSync('hello')],
  'gzip that is none': [`${ok}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`],
  'gzip that unpacks to more than is kept': [
    `${ok}content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
    bomb,
  ],
  'gzip named twice': [`${ok}content-encoding: gzip\r\ncontent-encoding: gzip\r\n\r\n`, gzipSync(gzipSync('hello'))],
  'a picture': [`${ok}content-type: image/png\r\ncontent-length: 3\r\n\r\n\x01\x02\x03`],
  'a binary file': [`${ok}content-type: application/pdf\r\ncontent-length: 8\r\n\r\n%PDF-1.7`],
  'a binary file in chunks': [
    `${ok}content-type: application/pdf\r\ntransfer-encoding: chunked\r\n\r\n`,
    '3\r\nabc\r\n',
    '0\r\n\r\n',
  ],
  'a body in Latin-1': [`${ok}content-type: text/plain; charset=iso-8859-1\r\ncontent-length: 1\r\n\r\n\u00e9`],
  'a redirect to nowhere': ['HTTP/1.1 302 Found\r\nlocation: \r\ncontent-length: 0\r\n\r\n'],
  'a redirect to no URL': ['HTTP/1.1 302 Found\r\nlocation: http://[::1\r\ncontent-length: 0\r\n\r\n'],
  'a redirect to itself': ['HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\n\r\n'],
  'two places to go to': ['HTTP/1.1 302 Found\r\nlocation: http://[x\r\nlocation: /b\r\n\r\n'],
}

describe('the plain client observes what the client of Node observes', () => {
  it.each(Object.keys(answers))('of %s', async (name) => {
    const { plain, node } = await observeTwice(answering(answers[name] ?? []))
    expect(plain).toEqual(node)
  })

  it.each(Object.keys(answers))('of %s, when the connection is reset behind it', async (name) => {
    const { plain, node } = await observeTwice(answering(answers[name] ?? [], 'reset'))
    expect(plain).toEqual(node)
  })

  it.each(['a length', 'chunks', 'an empty body', '204', '304'])(
    'of %s, while the connection stays open',
    async (name) => {
      const { plain, node } = await observeTwice(answering(answers[name] ?? [], 'stay'))
      expect(plain).toEqual(node)
      expect(plain.failure).toBeNull()
    },
  )

  it.each([
    'half a head',
    'less than its length',
    'chunks without an end',
    'no length and no end but that of the connection',
  ])('of %s, while nothing more comes', async (name) => {
    const { plain, node } = await observeTwice(answering(answers[name] ?? [], 'stay'), { timeoutMs: 150 })
    expect(plain).toEqual(node)
    expect(plain.failure).toMatchObject({ code: 'ESOCKETTIMEDOUT' })
  })

  it.each(['bytes that are none', 'another protocol', 'a chunk of a bad size', 'a head that is too long'])(
    'of %s, without waiting for the end of the connection',
    async (name) => {
      const { plain, node } = await observeTwice(answering(answers[name] ?? [], 'stay'))
      expect(plain).toEqual(node)
      expect(plain.failure).not.toMatchObject({ code: 'ESOCKETTIMEDOUT' })
    },
  )

  it.each([
    'a length',
    'chunks',
    'no length and no end but that of the connection',
    '204',
    'nothing',
    'more than its length',
  ])('of %s as the response to HEAD', async (name) => {
    const { plain, node } = await observeTwice(answering(answers[name] ?? []), { method: 'HEAD' })
    expect(plain).toEqual(node)
  })

  it.each([`${length(40)}${'x'.repeat(40)}`, `${chunked}5\r\nhello\r\n5\r\nworld\r\n0\r\n\r\n`])(
    'of a target that drips %j',
    async (text) => {
      const dripping = (socket: Socket): void => {
        const left = text.split('')
        const end = steadily(1, () => {
          const next = left.shift()
          if (next === undefined) socket.end()
          else socket.write(next)
        })
        socket.once('close', end)
      }
      const { plain, node } = await observeTwice(dripping)
      expect(plain).toEqual(node)
    },
  )
})

describe('the plain client sends what the client of Node sends', () => {
  const pair = (key: string, value: string) => ({ key, value, locked: false })

  it.each<[string, Changes]>([
    ['a plain request', {}],
    ['headers', { headers: [pair('X-B', '1'), pair('9', 'nine'), pair('Cookie', 'a=1'), pair('x-utf', 'é€')] }],
    ['a host of its own', { headers: [pair('Host', 'other.test')] }],
    ['repeated headers', { headers: [pair('x-a', '1'), pair('X-A', '2')] }],
    ['an empty header', { headers: [pair('x-a', '')] }],
    [
      'a wait for permission',
      { headers: [pair('Expect', '100-continue')], method: 'POST', bodyType: 'RAW', body: 'a' },
    ],
    ['JSON', { method: 'POST', bodyType: 'JSON', body: '{"a":"é"}' }],
    ['a body with GET', { bodyType: 'RAW', body: 'hello' }],
    ['POST without a body', { method: 'POST' }],
    ['DELETE', { method: 'DELETE' }],
    ['OPTIONS', { method: 'OPTIONS' }],
    [
      'parameters and credentials',
      { queryParameters: [{ key: 'ä', value: "'b c'", locked: false }], basicAuth: { username: 'u', password: 'p' } },
    ],
    ['a header that is not valid', { headers: [pair('a', '1\r\nb: 2')] }],
    ['a large body', { method: 'PUT', bodyType: 'RAW', body: 'x'.repeat(100_000) }],
  ])('as %s', async (_, changes) => {
    const { plain, node } = await observeTwice(answering([`${length(5)}hello`]), changes)
    expect(plain).toEqual(node)
  })

  it('as a body that the target does not read', async () => {
    const changes = { method: 'POST', bodyType: 'RAW', body: 'x'.repeat(50_000) } as const
    const talk = answering(['HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n'])
    const { plain, node } = await observeTwice(talk, changes)
    expect(plain).toEqual(node)
  })

  it('when redirects are followed, and a body is asserted on', async () => {
    const talk = async (socket: Socket): Promise<void> => {
      const [request] = (await once(socket, 'data')) as [Buffer]
      const isFirst = request.includes(' / HTTP')
      socket.end(isFirst ? 'HTTP/1.1 303 Other\r\nlocation: /next\r\ncontent-length: 0\r\n\r\n' : `${length(2)}ok`)
    }
    const assertions = [assertion('TEXT_BODY', 'CONTAINS', 'ok')]
    const { plain, node } = await observeTwice(talk, { method: 'POST', bodyType: 'RAW', body: 'a', assertions })
    expect(plain).toEqual(node)
    expect(plain.answer).toMatchObject({ status: 200, body: 'ok' })
  })
})

it('observes the same over TLS, and announces the end of the connection', async () => {
  const ends: Promise<unknown>[] = []
  const server = await httpsServer(certificates.server, ({ socket }) => {
    ends.push(once(socket, 'end'))
    socket.write(`${length(5)}hello`)
  })
  const task = apiTask({ url: `https://localhost:${server.port}/` })
  const plain = await probeHttp(task, probeTools)
  expect(withoutTimes(plain)).toEqual(withoutTimes(await probeHttp(task, nodeTools)))
  expect(plain).toMatchObject({ answer: { body: 'hello' }, sslDaysRemaining: expect.any(Number) })
  expect(ends).toHaveLength(2)
  await Promise.all(ends)
  await server.allClosed()
})
