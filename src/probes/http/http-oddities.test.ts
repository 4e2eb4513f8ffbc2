import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { constants, createSecureServer } from 'node:http2'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { httpServer, httpsServer, tcpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { probeHttp } from './probe-http.ts'
import { RunCookies } from './run-cookies.ts'

// What servers and people do besides the standards, one row for each; docs/checks-api.md has the same table for users.

type Changes = Parameters<typeof apiTask>[0]

const pair = (key: string, value: string, locked = false) => ({ key, value, locked })
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'

const redirect = (lines: string): string => `HTTP/1.1 302 Found\r\n${lines}\r\ncontent-length: 0\r\n\r\n`

/** Observes a server that gives each request that is complete, with a body that ends in `body`, to `answer`. */
async function probe(
  answer: (request: string, socket: Socket) => unknown,
  { path = '/', ...changes }: Changes & { path?: string } = {},
  body = '',
) {
  const server = await tcpServer((socket) => {
    let request = ''
    socket.on('data', (bytes) => {
      request += bytes.toString('latin1')
      if (request.includes('\r\n\r\n') && request.endsWith(body)) answer(request, socket)
    })
  })
  const seen = await probeHttp(apiTask({ url: `http://127.0.0.1:${server.port}${path}`, ...changes }), probeTools)
  await server.allClosed()
  return seen
}

describe('the framing of a request', () => {
  const post = { method: 'POST', bodyType: 'RAW', body: 'hello' } as const
  const length = (value: string) => pair('Content-Length', value)
  const coding = (value: string) => pair('transfer-encoding', value)

  it.each<[string, Changes, { framing: string[]; body: string; note: RegExp | null }]>([
    ['POST without a body', { method: 'POST' }, { framing: ['content-length: 0'], body: '', note: null }],
    ['PUT without a body', { method: 'PUT' }, { framing: ['content-length: 0'], body: '', note: null }],
    ['PATCH without a body', { method: 'PATCH' }, { framing: ['content-length: 0'], body: '', note: null }],
    ['DELETE without a body', { method: 'DELETE' }, { framing: [], body: '', note: null }],
    ['GET without a body', {}, { framing: [], body: '', note: null }],
    ['a length of 0', { headers: [length('0')] }, { framing: ['content-length: 0'], body: '', note: null }],
    [
      'a length of 0 for POST',
      { method: 'POST', headers: [length('0')] },
      { framing: ['content-length: 0'], body: '', note: null },
    ],
    [
      'the length of its body',
      { ...post, headers: [length(' 5')] },
      { framing: ['content-length: 5'], body: 'hello', note: null },
    ],
    [
      'another length',
      { ...post, headers: [length('999')] },
      { framing: ['content-length: 5'], body: 'hello', note: /"999" is not sent, because the body has 5 bytes/ },
    ],
    [
      'two lengths',
      { ...post, headers: [length('5'), length('5')] },
      { framing: ['content-length: 5'], body: 'hello', note: /"5, 5" is not sent/ },
    ],
    [
      'chunks',
      { ...post, headers: [coding('Chunked')] },
      { framing: ['transfer-encoding: chunked'], body: '5\r\nhello\r\n0\r\n\r\n', note: null },
    ],
    [
      'chunks of nothing',
      { method: 'POST', headers: [coding('chunked')] },
      { framing: ['transfer-encoding: chunked'], body: '0\r\n\r\n', note: null },
    ],
    [
      'chunks and a length',
      { ...post, headers: [coding('chunked'), length('5')] },
      {
        framing: ['transfer-encoding: chunked'],
        body: '5\r\nhello\r\n0\r\n\r\n',
        note: /not sent beside Transfer-Encoding/,
      },
    ],
    [
      'a coding that is not applied',
      { ...post, headers: [coding('gzip, chunked')] },
      { framing: ['content-length: 5'], body: 'hello', note: /"gzip, chunked" is not sent/ },
    ],
  ])('of %s', async (_, changes, { framing, body, note }) => {
    let request = ''
    const seen = await probe((text, socket) => ((request = text), socket.end(ok)), changes, body)
    expect(seen.failure).toBeNull()
    const [head = '', ...content] = request.split('\r\n\r\n')
    expect(head.match(/^(content-length|transfer-encoding): .*$/gim) ?? []).toEqual(framing)
    expect(content.join('\r\n\r\n')).toBe(body)
    expect(seen.log.map(({ msg }) => msg).join()).toMatch(note ?? /^$/)
  })
})

/** Follows the redirects of one target and gives the cookies of each request by its path. */
async function follow(
  answers: Readonly<Record<string, readonly string[]>>,
  changes: Parameters<typeof probe>[1] = {},
): Promise<{ seen: Awaited<ReturnType<typeof probe>>; sent: Record<string, string | null> }> {
  const sent: Record<string, string | null> = {}
  const seen = await probe((request, socket) => {
    const path = request.split(' ')[1] ?? ''
    sent[path] = /^cookie: (.*)$/im.exec(request.replaceAll('\r', ''))?.[1] ?? null
    const lines = answers[path]
    if (lines === undefined) socket.end(ok)
    else socket.end(redirect(lines.join('\r\n').replace('{host}', /^host: (.*)$/im.exec(request)?.[1] ?? '')), 'latin1')
  }, changes)
  return { seen, sent }
}

describe('cookies within a run', () => {
  const from = (...cookies: string[]): string[] => [
    ...cookies.map((cookie) => `Set-Cookie: ${cookie}`),
    'Location: /b/c',
  ]

  it.each<[string, string[], string | null]>([
    ['goes back', ['a=1'], 'a=1'],
    ['goes back with others', ['a=1; Path=/', 'b=2; HttpOnly; SameSite=Strict'], 'a=1; b=2'],
    ['goes below its path', ['a=1; Path=/b'], 'a=1'],
    ['stays out of other paths', ['a=1; Path=/bc'], null],
    ['waits for TLS when it is Secure', ['a=1; Secure'], null],
    ['stays with its own domain', ['a=1; Domain=other.test'], null],
    ['is deleted by an end in the past', ['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], null],
    ['is deleted by an age of 0', ['a=1', 'a=1; Max-Age=0'], null],
    ['lives for its age', ['a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT'], 'a=1'],
    ['lives for any age', ['a=1; Max-Age=99999999999999999999'], 'a=1'],
    ['is replaced by a later one', ['a=1', 'a=2'], 'a=2'],
    ['may have a value with signs', ['a=b="c d",{e}'], 'a=b="c d",{e}'],
    ['may have UTF-8', ['a=\u00c3\u00bc'], 'a=\u00c3\u00bc'],
    ['may have no name', ['a'], 'a'],
    ['has no more than browsers keep', [`a=${'x'.repeat(5_000)}`], null],
    ['needs TLS for the prefix of secure ones', ['__Host-a=1; Path=/'], null],
  ])('a cookie %s', async (_, cookies, expected) => {
    const { sent } = await follow({ '/': from(...cookies) })
    expect(sent).toEqual({ '/': null, '/b/c': expected })
  })

  it('are not kept when the check says so', async () => {
    const { sent } = await follow({ '/': from('a=1') }, { keepCookies: false, headers: [pair('Cookie', 'b=2')] })
    expect(sent).toEqual({ '/': 'b=2', '/b/c': 'b=2' })
  })

  it('are joined with those of the check, of which they replace their own', async () => {
    const { sent } = await follow(
      { '/': from('a=new', 'c=; Max-Age=0') },
      { headers: [pair('Cookie', 'a=old; b=2;c=3')] },
    )
    expect(sent['/b/c']).toBe('b=2; a=new')
  })

  it('are not taken from a run to the next', async () => {
    const answers = { '/': from('a=1') }
    expect((await follow(answers)).sent['/']).toBe((await follow(answers)).sent['/'])
  })

  it('end by the clock of the run', async () => {
    const cookies = new RunCookies()
    const url = new URL('https://shop.test/')
    await cookies.keep(url, ['a=1; Max-Age=10', 'b=1; Expires=Thu, 01 Jan 1970 00:00:20 GMT'], 1_000)
    expect([10_999, 11_000, 20_000].map((nowMs) => cookies.headerFor(url, '', nowMs))).toEqual(['a=1; b=1', 'b=1', ''])
  })

  it.each([
    ['https://shop.test/', 'own=1; parent=1; secure=1'],
    ['http://shop.test/', 'own=1; parent=1'],
    ['https://www.shop.test/', 'parent=1'],
    ['https://shop.test.evil.test/', ''],
    ['https://test/', ''],
  ])('sends to %s what is meant for it', async (to, expected) => {
    const cookies = new RunCookies()
    const values = ['own=1', 'parent=1; Domain=shop.test', 'secure=1; Secure', 'all=1; Domain=test', 'control=\u0001']
    await cookies.keep(new URL('https://shop.test/'), values, 0)
    expect(cookies.headerFor(new URL(to), '', 0)).toBe(expected)
  })
})

describe('the place a redirect names', () => {
  it.each<[string, string, string]>([
    ['with UTF-8', '/\u00c3\u00bc', '/%C3%BC'],
    ['with Latin-1', '/\u00fc', '/%FC'],
    ['with a space', '/a b', '/a%20b'],
    ['with spaces around it', '  /a  ', '/a'],
    ['with backslashes', '\\a\\b', '/a/b'],
    ['with a tab', '/a\tb', '/ab'],
    ['with an escape', '/a%2fb', '/a%2fb'],
    ['with a broken escape', '/a%', '/a%'],
    ['relative', '../c?d', '/c?d'],
    ['with a query only', '?a=b', '/x/?a=b'],
    ['with quotes', '/"a"<b>', '/%22a%22%3Cb%3E'],
    ['with UTF-8 in its query', '/?q=\u00c3\u00bc', '/?q=%C3%BC'],
  ])('%s', async (_, location, path) => {
    const { seen, sent } = await follow({ '/x/': [`Location: ${location}`] }, { path: '/x/#part' })
    expect(Object.keys(sent)).toEqual(['/x/', path])
    expect(seen.answer?.finalUrl.endsWith(`${path}#part`)).toBe(true)
  })

  it('is one, however often it is named', async () => {
    const twice = await follow({ '/': ['Location: /b', 'Location: /b'] })
    expect(Object.keys(twice.sent)).toEqual(['/', '/b'])
    const two = await follow({ '/': ['Location: /b', 'Location: /c'] })
    expect(two.seen.failure).toMatchObject({
      code: 'EREDIRECT',
      message: 'The target redirects to two places at once.',
    })
  })

  it('keeps its own fragment, and may leave the scheme out', async () => {
    const { seen, sent } = await follow({ '/': ['Location: //{host}/b#own'] }, { path: '/#part' })
    expect(Object.keys(sent)).toEqual(['/', '/b'])
    expect(seen.answer?.finalUrl).toMatch(/\/b#own$/)
  })
})

describe('credentials after a redirect', () => {
  const headers = [pair('Authorization', 'canary'), pair('Cookie', 'a=canary'), pair('X-Locked', 'canary', true)]
  const mirror: RequestListener = (request, response) =>
    response.end(`${request.headers.host} ${JSON.stringify(request.headers)}`)
  const plain = (host?: string) => httpServer(mirror, host)
  const secure = () => httpsServer(certificates.server, mirror)
  const to =
    (location: string): RequestListener =>
    (_, response) =>
      response.writeHead(307, { location }).end()

  it('go on to the same host by https', async () => {
    const target = await secure()
    const first = await httpServer(to(`https://localhost:${target.port}/`))
    const seen = await probeHttp(apiTask({ url: `http://localhost:${first.port}/`, headers }), probeTools)
    expect(seen.answer?.body.match(/canary/g)).toHaveLength(3)
    expect(seen.answer?.body).toMatch(new RegExp(`^localhost:${target.port} `))
  })

  it.each<[string, string, () => Promise<string>]>([
    ['to http from https', 'https://localhost', async () => `http://localhost:${(await plain()).port}/`],
    ['to another port', 'http://localhost', async () => `http://localhost:${(await plain()).port}/`],
    ['to another host', 'http://localhost', async () => `http://127.0.0.2:${(await plain('127.0.0.2')).port}/`],
    ['to another host by https', 'http://127.0.0.1', async () => `https://localhost:${(await secure()).port}/`],
  ])('are left out %s', async (_, origin, target) => {
    const answer = to(await target())
    const first = origin.startsWith('https') ? await httpsServer(certificates.server, answer) : await httpServer(answer)
    const seen = await probeHttp(apiTask({ url: `${origin}:${first.port}/`, headers }), probeTools)
    expect(seen.answer?.status).toBe(200)
    expect(seen.answer?.body).not.toContain('canary')
  })

  it('do not come back once they were left out', async () => {
    const end = await plain()
    const between = await httpServer(to(`http://localhost:${end.port}/`), '127.0.0.2')
    const first = await httpServer(to(`http://127.0.0.2:${between.port}/`))
    const seen = await probeHttp(apiTask({ url: `http://localhost:${first.port}/`, headers }), probeTools)
    expect(seen.answer?.body).toMatch(/^localhost/)
    expect(seen.answer?.body).not.toContain('canary')
  })
})

describe('a response that breaks RFC 9112', () => {
  const length = 'Content-Length: 2\r\n'
  const head = (lines: string): string => `HTTP/1.1 200 OK\r\n${lines}\r\n`

  it.each<[string, string, RegExp, Record<string, string>]>([
    [
      'bare line feeds',
      'HTTP/1.1 200 OK\nContent-Length: 2\nX-A: b\n\nok',
      /without a carriage return/,
      { 'x-a': 'b' },
    ],
    ['one bare line feed', head(`X-A: b\n${length}`) + 'ok', /without a carriage return/, { 'x-a': 'b' }],
    ['a control character', head(`X-A: 1.0\x01\r\n${length}`) + 'ok', /header X-A contains control/, { 'x-a': '1.0' }],
    ['a lone carriage return', head(`X-A: a\rb\r\n${length}`) + 'ok', /header X-A contains control/, { 'x-a': 'a b' }],
    ['a delete', head(`X-A: a\x7fb\r\n${length}`) + 'ok', /header X-A contains control/, { 'x-a': 'a b' }],
    ['a folded line', head(`X-A: one\r\n\t two\r\n${length}`) + 'ok', /X-A continues/, { 'x-a': 'one two' }],
    ['a line that continues nothing', head(` one\r\n${length}`) + 'ok', /" one" continues no header/, {}],
    ['a space before a colon', head(`X-A : b\r\n${length}`) + 'ok', /X-A has a space/, { 'x-a': 'b' }],
    ['a header without a colon', head(`nonsense\r\n${length}`) + 'ok', /"nonsense" is not a header/, {}],
    ['a header without a name', head(`: b\r\n${length}`) + 'ok', /": b" is not a header/, {}],
    ['a name that is none', head(`X A: b\r\n${length}`) + 'ok', /"X A: b" is not a header/, {}],
    ['the same length twice', head(length + length) + 'ok', /Content-Length is "2, 2"/, { 'content-length': '2' }],
    ['the same length in a list', head('Content-Length: 2, 2\r\n') + 'ok', /Content-Length is "2, 2"/, {}],
    [
      'a length beside chunks',
      head('Content-Length: 99\r\nTransfer-Encoding: chunked\r\n') + '2\r\nok\r\n0\r\n\r\n',
      /beside/,
      {},
    ],
    ['a negative length', head('Content-Length: -2\r\n') + 'ok', /"-2", which is not a length/, {}],
    ['a length with a sign', head('Content-Length: +2\r\n') + 'ok', /"\+2", which is not a length/, {}],
    ['an enormous length', head(`Content-Length: ${'9'.repeat(20)}\r\n`) + 'ok', /which is not a length/, {}],
    [
      'chunks twice',
      head('Transfer-Encoding: chunked\r\nTransfer-Encoding: Chunked\r\n') + '2\r\nok\r\n0\r\n\r\n',
      /more than once/,
      {},
    ],
    ['a coding that is none', head(`Transfer-Encoding: identity\r\n${length}`) + 'ok', /"identity"/, {}],
    ['chunks with bare line feeds', head('Transfer-Encoding: chunked\r\n') + '2\nok\n0\n\n', /between chunks/, {}],
    ['chunks with spaces', head('Transfer-Encoding: chunked\r\n') + '2  \r\nok\r\n0\r\n\r\n', /Spaces follow/, {}],
    ['a name of the protocol in lowercase', `http/1.1 200 OK\r\n${length}\r\nok`, /status line is "http/, {}],
    ['two spaces in its status line', `HTTP/1.1  200 OK\r\n${length}\r\nok`, /status line is/, {}],
    ['a tab in its reason', `HTTP/1.1 200 O\x01K\r\n${length}\r\nok`, /reason of the status line/, {}],
    [
      'such a response behind an interim one',
      'HTTP/1.1 103 Early\nX: y\n\nHTTP/1.1 200 OK\n' + length + '\nok',
      /carriage/,
      {},
    ],
  ])('is read with a note when it has %s', async (_, answer, note, headers) => {
    for (const pieces of [[answer], answer.split('')]) {
      const seen = await probe(async (__, socket) => {
        for (const piece of pieces) {
          socket.write(piece, 'latin1')
          if (pieces.length > 1) await setImmediate()
        }
        socket.end()
      })
      expect(seen).toMatchObject({ failure: null, answer: { status: 200, body: 'ok' } })
      expect(seen.answer?.headers).toMatchObject(headers)
      const notes = seen.log.filter(({ level }) => level === 'WARN').map(({ msg }) => msg)
      expect(notes.join()).toMatch(note)
      expect(notes.every((text) => text.startsWith('The answer breaks RFC 9112: '))).toBe(true)
    }
  })

  it.each<[string, string, RegExp]>([
    ['two lengths', head('Content-Length: 2\r\nContent-Length: 3\r\n') + 'ok', /Content-Length 2 and 3/],
    ['a NUL in a header', head(`X-A: a\0b\r\n${length}`) + 'ok', /header X-A contains a NUL/],
    ['a status that is none', `HTTP/1.1 abc\r\n${length}\r\nok`, /begins with "HTTP\/1.1 abc"/],
    ['another protocol', 'SSH-2.0-OpenSSH_9.9\r\n', /begins with "SSH-2.0-OpenSSH_9.9/],
    ['frames of HTTP/2', '\0\0\x12\x04\0\0\0\0\0\0\0', /HTTP\/2/],
    ['an alert of TLS', '\x15\x03\x01\0\x02\x02\x46', /TLS/],
  ])('fails with the reason when it has %s', async (_, answer, reason) => {
    const seen = await probe((__, socket) => socket.end(answer, 'latin1'))
    expect(seen.failure).toMatchObject({ kind: 'protocol', isNetworkError: false })
    expect(seen.failure?.message).toMatch(reason)
  })

  it.each(['Content-Length: 2\r\n\r\nokmore', 'Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nmore'])(
    'ends where it says: %j',
    async (rest) => {
      const seen = await probe((_, socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`))
      expect(seen).toMatchObject({ failure: null, answer: { body: 'ok' } })
    },
  )

  it('has no note when it keeps to it', async () => {
    const seen = await probe((_, socket) => socket.end(ok))
    expect(seen.log).toEqual([])
  })
})

describe('the text of a head', () => {
  it.each([
    ['UTF-8', Buffer.from('Zürich 商店'), 'Zürich 商店'],
    ['Latin-1', Buffer.from('Zürich', 'latin1'), 'Zürich'],
    ['neither', Buffer.from([0x61, 0xff, 0xfe]), 'a\u00ff\u00fe'],
  ])('is read as %s', async (_, bytes, expected) => {
    const plain = Buffer.concat([
      Buffer.from('HTTP/1.1 200 '),
      bytes,
      Buffer.from('\r\nX-A: '),
      bytes,
      Buffer.from('\r\nContent-Length: 0\r\n\r\n'),
    ])
    const odd = Buffer.from(plain.toString('latin1').replace('\r\n', '\n'), 'latin1')
    for (const answer of [plain, odd]) {
      const seen = await probe((__, socket) => socket.end(answer))
      expect(seen.answer).toMatchObject({ statusText: expected, headers: { 'x-a': expected } })
    }
  })
})

describe('a server that speaks only HTTP/2', () => {
  const serve = async (answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => unknown) => {
    const server = createSecureServer({ ...certificates.server, allowHTTP1: false })
    server.on('stream', (stream, headers) => {
      stream.on('error', () => {})
      answer(stream, headers)
    })
    server.on('sessionError', () => {})
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return `https://localhost:${(server.address() as AddressInfo).port}/a?b=c`
  }

  it('is spoken with, with what the check sends', async () => {
    const url = await serve((stream, headers) => {
      stream.respond({ ':status': 201, 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'], 'x-a': 'ü' })
      void stream.toArray().then((chunks) => stream.end(JSON.stringify({ ...headers, body: chunks.join('') })))
    })
    const headers = [pair('X-Own', '1'), pair('Host', 'shop.test'), pair('Transfer-Encoding', 'chunked')]
    const seen = await probeHttp(apiTask({ url, method: 'POST', bodyType: 'RAW', body: 'hello', headers }), probeTools)
    expect(seen).toMatchObject({ failure: null, answer: { status: 201, statusText: '' } })
    expect(seen.answer?.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], 'content-type': 'application/json' })
    expect(JSON.parse(seen.answer?.body ?? '')).toMatchObject({
      ':method': 'POST',
      ':path': '/a?b=c',
      ':authority': 'shop.test',
      'x-own': '1',
      body: 'hello',
    })
    const { total = 0, ...parts } = seen.answer?.timingPhases ?? {}
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total, 2)
    expect(seen.sslDaysRemaining).toEqual(expect.any(Number))
  })

  it('may redirect, and answer HEAD and with nothing', async () => {
    const url = await serve((stream, { ':path': path, ':method': method }) => {
      if (path !== '/x') stream.respond({ ':status': 302, location: '/x', 'set-cookie': 'a=1' }, { endStream: true })
      else stream.respond({ ':status': method === 'HEAD' ? 200 : 204 }, { endStream: true })
    })
    expect((await probeHttp(apiTask({ url }), probeTools)).answer).toMatchObject({ status: 204, body: '' })
    expect((await probeHttp(apiTask({ url, method: 'HEAD' }), probeTools)).answer).toMatchObject({
      status: 200,
      body: '',
    })
  })

  it.each<[string, (stream: ServerHttp2Stream) => unknown]>([
    ['closes the connection without an answer', (stream) => stream.session?.destroy()],
    [
      'closes the connection within the body',
      (stream) => {
        stream.respond({ ':status': 200 })
        stream.write('part', () => stream.session?.destroy())
      },
    ],
    ['refuses the stream', (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM)],
    [
      'sends less than it says',
      (stream) => {
        stream.respond({ ':status': 200, 'content-length': '10' })
        stream.end('part')
      },
    ],
  ])('has failed when it %s', async (_, answer) => {
    const seen = await probeHttp(apiTask({ url: await serve(answer) }), probeTools)
    expect(seen).toMatchObject({ answer: null, failure: { code: expect.any(String) } })
    expect(seen.failure?.kind).not.toBe('timeout')
  })

  it('is given no more time than the run has', async () => {
    const seen = await probeHttp(apiTask({ url: await serve(() => {}), timeoutMs: 200 }), probeTools)
    expect(seen.failure).toMatchObject({ code: 'ESOCKETTIMEDOUT' })
  })

  it('is refused by name when it speaks something else', async () => {
    const server = await httpsServer({ ...certificates.server, ALPNProtocols: ['other'] }, () => {})
    const seen = await probeHttp(apiTask({ url: `https://localhost:${server.port}/` }), probeTools)
    expect(seen.failure?.message).toMatch(/none of the protocols that were offered by ALPN/)
  })
})
