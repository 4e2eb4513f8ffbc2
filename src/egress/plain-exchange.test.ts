import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { assert, asyncProperty, array, constantFrom, integer, oneof, record, string, tuple } from 'fast-check'
import type { Arbitrary } from 'fast-check'
import { expect, it } from 'vitest'
import { SystemClock } from '#kernel'
import { Deadline } from './deadline.ts'
import type { Exchange, ExchangeFailed, ExchangeRequest } from './exchange.ts'
import { nodeExchange } from './node-exchange.ts'
import type { Open } from './node-exchange.ts'
import { plainExchange } from './plain-exchange.ts'
import { plainRequest } from './plain-request.ts'

interface Answer {
  readonly text: string
  /** Where it is cut into pieces, in hundredths of its length. */
  readonly cuts: readonly number[]
  readonly end: 'end' | 'reset'
  readonly method: 'GET' | 'HEAD'
}

/** A connection whose pieces arrive where the test cuts them; between processes the system decides that. */
class Connection extends Duplex {
  override _read(): void {}
  override _write(_bytes: unknown, _encoding: unknown, done: () => void): void {
    done()
  }

  async answer({ text, cuts, end }: Answer): Promise<void> {
    const bytes = Buffer.from(text, 'latin1')
    const at = [...new Set(cuts.map((cut) => Math.floor((cut * bytes.length) / 100)))].toSorted((a, b) => a - b)
    await setImmediate()
    for (const [index, from] of [0, ...at].entries()) {
      if (this.destroyed) return
      const piece = bytes.subarray(from, at[index] ?? bytes.length)
      if (piece.length > 0) this.push(piece)
      for (let turn = 0; turn < 4; turn += 1) await setImmediate()
    }
    if (end === 'end') this.push(null)
    else this.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' }))
  }
}

const requestWith = (method: string): ExchangeRequest => ({
  method,
  url: new URL('http://example.test/'),
  headers: {},
  body: null,
  tls: { skipVerification: false },
})

type Client = (open: Open, request: ExchangeRequest, deadline: Deadline) => Promise<Exchange | ExchangeFailed>

const byNode: Client = (open, request, deadline) => nodeExchange(open, request, 'example.test:80', deadline)
const plain: Client = (open, request, deadline) => {
  const bytes = plainRequest(request) ?? ''
  return plainExchange(open, { request, bytes, endpoint: 'example.test:80' }, deadline)
}

async function resultOf(client: Client, answer: Answer) {
  const socket = new Connection({ allowHalfOpen: false })
  socket.on('error', () => {})
  const deadline = new Deadline(new SystemClock(), 5_000)
  const open = { failure: null, socket, address: '192.0.2.1', dnsMs: 0, connectMs: 0, tlsMs: null } as const
  const answered = socket.answer(answer)
  const exchange = await client({ ...open, certificateExpiresAt: null }, requestWith(answer.method), deadline)
  const result = exchange.failure ? exchange : await contentOf(exchange, deadline)
  if (!exchange.failure) exchange.close()
  await answered
  deadline.close()
  return result
}

async function contentOf(exchange: Exchange, deadline: Deadline) {
  const { status, statusText, headers, header } = exchange.response
  const read = await exchange.readBody({ maxBytes: 1_000_000 }, deadline)
  const body = read.failure ? read : { ...read, bytes: read.bytes.toString('latin1') }
  const single = Object.keys(headers).map((name) => header(name))
  return { status, statusText, headers: Object.entries(headers), single, body }
}

const anyOf = (...texts: readonly string[]): Arbitrary<string> => constantFrom(...texts)
const noise = string({ unit: constantFrom(...'\r\n\t :;,0aZ\u0000\u007f\u00e9'.split('')), maxLength: 4 })
const statusLine = oneof(
  { arbitrary: anyOf('HTTP/1.1 200 OK', 'HTTP/1.1 404 Not Found', 'HTTP/1.0 200 OK', 'HTTP/1.1 500 '), weight: 6 },
  anyOf(
    'HTTP/1.1 204 None',
    'HTTP/1.1 304 Same',
    'HTTP/1.1 100 Go on',
    'HTTP/1.1 200',
    'HTTP/1.1  200 OK',
    'ICY 200 OK',
  ),
  tuple(anyOf('HTTP/1.1 200 ', 'HTTP/1.1 20', 'HTTP/'), noise).map(([line, added]) => line + added),
)
const headerLine = oneof(
  {
    arbitrary: anyOf(
      'content-length: 5',
      'content-length: 12',
      'transfer-encoding: chunked',
      'connection: close',
      'connection: keep-alive',
      'x-a: b',
      'Vary: accept',
      'set-cookie: a=1',
      'content-type: text/html',
    ),
    weight: 6,
  },
  anyOf(
    'content-length: 0',
    'content-length: 05',
    'Content-Length:5 ',
    'transfer-encoding: gzip, chunked',
    'upgrade: x',
  ),
  anyOf(
    ' folded',
    'x-a : b',
    'x-empty:',
    'no colon',
    'connection: upgrade',
    'trailer: x-t',
    'transfer-encoding:  Chunked',
  ),
  tuple(anyOf('x-a: ', 'x', 'content-length: 5'), noise).map(([line, added]) => line + added),
)
const body = oneof(
  anyOf('hello', 'hello world!', '', '5\r\nhello\r\n0\r\n\r\n', '5\r\nhello\r\n3;x=y\r\nabc\r\n0\r\n\r\n', '0\r\n\r\n'),
  anyOf(
    '5\r\nhello\r\n',
    '5\r\nhello\r\n0\r\nx-t: 1\r\n\r\n',
    '0005\r\nhello\r\n00\r\n\r\n',
    '5\nhello\n0\n\n',
    '5 \r\nhello\r\n0\r\n\r\n',
  ),
  tuple(anyOf('5\r\nhel', '5\r\nhello\r\n', 'hello'), noise).map(([start, added]) => start + added),
)
const lineEnd = oneof({ arbitrary: anyOf('\r\n'), weight: 20 }, anyOf('\n', '\r', '\r\r\n'))

const message = tuple(statusLine, array(tuple(headerLine, lineEnd), { maxLength: 4 }), lineEnd, lineEnd, body).map(
  ([status, headers, first, last, content]) =>
    `${status}${first}${headers.map((line) => line.join('')).join('')}${last}${content}`,
)

/** A message with some of its bytes replaced. */
const damaged = tuple(message, array(tuple(integer({ min: 0, max: 99 }), noise), { maxLength: 2 })).map(
  ([text, changes]) =>
    changes.reduce((left, [place, added]) => {
      const at = Math.floor((place * left.length) / 100)
      return left.slice(0, at) + added + left.slice(at + 1)
    }, text),
)

const answers: Arbitrary<Answer> = record({
  text: oneof({ arbitrary: message, weight: 3 }, { arbitrary: damaged, weight: 2 }, string({ unit: 'binary-ascii' })),
  cuts: array(integer({ min: 0, max: 100 }), { maxLength: 6 }),
  end: constantFrom('end', 'reset'),
  method: constantFrom('GET', 'GET', 'HEAD'),
})

it('reads any bytes, however they are cut and however they end, as the client of Node does', async () => {
  await assert(
    asyncProperty(answers, async (answer) => {
      const [own, nodes] = [await resultOf(plain, answer), await resultOf(byNode, answer)]
      expect(own).toEqual(nodes)
    }),
    { numRuns: 2_000 },
  )
})
