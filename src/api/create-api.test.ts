import { connect } from 'node:net'
import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync } from 'node:zlib'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Discriminated, operation, Strict } from '#contract'
import { Fault, minuteMs, silentLog, TestClock } from '#kernel'
import { openDatabase } from '#storage/database'
import { anAccount, aTestApi, testStore } from '../../tests/support/api.ts'
import type { TestAccount } from '../../tests/support/api.ts'
import { useDatabase } from '../../tests/support/database.ts'
import type { RequestContext } from './request-context.ts'

const Thing = Type.Object({ name: Type.String(), port: Type.Optional(Type.Integer()) })
const rows = {
  getThing: operation({
    method: 'GET',
    path: '/v1/things/{id}',
    tag: 'Things',
    summary: 'Get a thing',
    access: 'read',
    params: Type.Object({ id: Type.Integer({ minimum: 1 }) }),
    success: { status: 200, schema: Thing },
    faults: ['CHECK_NOT_FOUND'],
  }),
  listThings: operation({
    method: 'GET',
    path: '/v1/things',
    tag: 'Things',
    summary: 'List things',
    access: 'read',
    ignoresUnknown: true,
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
      tag: Type.Optional(Type.Array(Type.String())),
      isOld: Type.Optional(Type.Boolean()),
    }),
    success: { status: 200, schema: Type.Array(Thing), list: 'page' },
    faults: [],
  }),
  createThing: operation({
    method: 'POST',
    path: '/v1/things',
    tag: 'Things',
    summary: 'Create a thing',
    access: 'write',
    ignoresUnknown: true,
    body: Strict({
      name: Type.String({ minLength: 1, maxLength: 10 }),
      request: Type.Optional(Strict({ port: Type.Integer({ maximum: 65_535, default: 80 }) })),
      target: Type.Optional(
        Discriminated('type', [
          Strict({ type: Type.Literal('A', { type: 'string' }), a: Type.Integer() }),
          Strict({ type: Type.Literal('B', { type: 'string' }), b: Type.String() }),
        ]),
      ),
    }),
    success: { status: 201, schema: Type.Object({ seen: Type.String() }) },
    faults: [],
  }),
  runThing: operation({
    method: 'POST',
    path: '/v1/things/run',
    tag: 'Things',
    summary: 'Run a thing',
    access: 'run',
    body: Strict({ fast: Type.Boolean() }),
    bodyOptional: true,
    success: { status: 204 },
    faults: [],
  }),
  picture: operation({
    method: 'GET',
    path: '/v1/picture',
    tag: 'Things',
    summary: 'Get a picture',
    access: 'public',
    success: { status: 200, contentType: 'image/svg+xml' },
    faults: [],
  }),
} as const

const handlers = {
  getThing: async ({ params }: { params: { id: number } }) => {
    if (params.id === 2) throw new Fault('CHECK_NOT_FOUND')
    if (params.id === 3) throw new Error('password=hunter2')
    return { name: `thing ${params.id}`, hidden: 'never leaves' }
  },
  listThings: async ({ query }: { query: { limit: number; tag?: string[] } }) => ({
    items: (query.tag ?? []).map((name) => ({ name, port: query.limit, secret: 1 })),
    offset: 0,
    total: 11,
  }),
  createThing: async ({ body }: { body: unknown }) => ({ seen: JSON.stringify(body) }),
  runThing: async () => undefined,
  picture: async (_input: unknown, context: RequestContext) => {
    context.setHeader('etag', '"1"')
    return '<svg/>'
  },
}

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let key: string

beforeAll(async () => {
  app = aTestApi({ db: database.db(), operations: rows, handlers, clock })
  account = await anAccount(testStore(database.db()), clock)
  key = account.key
})
afterAll(() => app.close())

const auth = () => ({ authorization: `Bearer ${key}` })
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { ...auth(), ...headers } })
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/v1/things',
    payload,
    headers: { ...auth(), 'content-type': 'application/json', ...headers },
  })

describe('answers', () => {
  it('carry only the fields of the success schema', async () => {
    const answer = await get('/v1/things/1')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toBe('{"name":"thing 1"}')
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  it('of a page list have the range and the total in a header', async () => {
    expect((await get('/v1/things?tag=a&tag=b')).headers['content-range']).toBe('0-1/11')
    expect((await get('/v1/things')).headers['content-range']).toBe('*/11')
  })

  it('of a string with a known etag are empty', async () => {
    expect((await app.inject('/v1/picture')).body).toBe('<svg/>')
    const again = await app.inject({ url: '/v1/picture', headers: { 'if-none-match': '"0", "1"' } })
    expect({ statusCode: again.statusCode, body: again.body }).toEqual({ statusCode: 304, body: '' })
  })

  it('that are read have a tag of their body, and are not sent again to who has them', async () => {
    const answer = await get('/v1/things/1')
    const { etag } = answer.headers
    expect(etag).toMatch(/^W\/"\S{20,}"$/)
    expect(answer.headers['cache-control']).toBe('private, no-cache')
    for (const known of [etag, `"other", ${etag}`, String(etag).slice(2), '*']) {
      const again = await get('/v1/things/1', { 'if-none-match': String(known) })
      expect({ status: again.statusCode, body: again.body, etag: again.headers.etag }).toEqual({
        status: 304,
        body: '',
        etag,
      })
    }
    const other = await get('/v1/things/4', { 'if-none-match': String(etag) })
    expect({ status: other.statusCode, body: other.body }).toEqual({ status: 200, body: '{"name":"thing 4"}' })
    expect((await post('{"name":"a"}')).headers).toMatchObject({ 'cache-control': 'no-store' })
    expect((await get('/v1/things/2', { 'if-none-match': '*' })).statusCode).toBe(404)
  })

  it('that are long are compressed for clients that accept gzip, with the same tag', async () => {
    const url = `/v1/things?${'tag=abcdefghijklmn&'.repeat(999)}`
    const plain = await get(url)
    expect(plain.body.length).toBeGreaterThan(32_768)
    const packed = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'gzip',
      etag: plain.headers.etag,
      vary: 'accept-encoding',
    })
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
    expect(packed.rawPayload.length * 10).toBeLessThan(plain.body.length)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect((await get('/v1/things/1', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
  })

  it('to HEAD have the headers alone', async () => {
    const answer = await app.inject({ method: 'HEAD', url: '/v1/things/1', headers: auth() })
    expect({ statusCode: answer.statusCode, body: answer.body }).toEqual({ statusCode: 200, body: '' })
  })
})

describe('queries', () => {
  it.each(['tag[]=a&tag[]=b', 'tag=a&tag=b', 'tag%5B%5D=a&tag%5B%5D=b', 'tag[0]=a&tag[1]=b'])(
    'take a list as %s',
    async (query) => {
      const answer = await get(`/v1/things?${query}&limit=7`)
      expect(answer.json()).toEqual([
        { name: 'a', port: 7 },
        { name: 'b', port: 7 },
      ])
    },
  )

  it('take a single value as a list of one, and do not split it', async () => {
    expect((await get('/v1/things?tag=a,b')).json()).toEqual([{ name: 'a,b', port: 10 }])
  })

  it.each([
    ['limit=x', { limit: 'must be a whole number' }],
    ['limit=0', { limit: 'must be >= 1' }],
    ['limit=1&limit=2', { limit: 'must be a whole number' }],
    ['limit[a]=1', { limit: 'must be a whole number' }],
    ['isOld=maybe', { isOld: 'must be true or false' }],
    ['tag[a]=1', { tag: 'must be a list' }],
  ])('reject %s by the name of the field', async (query, attributes) => {
    const answer = await get(`/v1/things?${query}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().attributes).toEqual({ code: 'PARAMETER_INVALID', ...attributes })
  })

  it.each(['__proto__[polluted]=1', 'constructor[prototype][polluted]=1', `${'a[]=1&'.repeat(5000)}`, 'a[b][c][d]=1'])(
    'with hostile names are harmless: %.40s',
    async (query) => {
      expect((await get(`/v1/things?${query}`)).statusCode).toBe(200)
      expect(Object('x').polluted).toBeUndefined()
    },
  )

  it.each([
    ['GET', '/v1/things/1?dryRun=1', undefined, 'dryRun'],
    ['POST', '/v1/things/run?fast=1', undefined, 'fast'],
    ['POST', '/v1/things/run', { fast: true, only: ['a'] }, 'only'],
  ] as const)('that an operation does not know are rejected: %s %s %j', async (method, url, payload, name) => {
    const answer = await app.inject({ method, url, headers: auth(), ...(payload && { payload }) })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().problems).toMatchObject([{ path: name, rule: 'unknownName' }])
  })

  it.each(['/v1/things?tag=%00', '/v1/things/%00'])('reject a NUL character in %s', async (url) => {
    expect((await get(url)).statusCode).toBe(400)
  })
})

describe('bodies', () => {
  it('lose their unknown fields, and no default is added', async () => {
    const answer = await post(JSON.stringify({ name: 'a', role: 'OWNER', request: { port: 1, x: 1 } }))
    expect(answer.statusCode).toBe(201)
    expect(JSON.parse(answer.json().seen)).toEqual({ name: 'a', request: { port: 1 } })
  })

  it('lose names that reach for a prototype', async () => {
    const answer = await post('{"name":"a","__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}')
    expect(JSON.parse(answer.json().seen)).toEqual({ name: 'a' })
    expect(Object('x').x).toBeUndefined()
  })

  it('with mistakes are rejected with each field by its path', async () => {
    const answer = await post(JSON.stringify({ name: '', request: { port: '70000' }, target: { type: 'B' } }))
    expect(answer.json()).toEqual({
      statusCode: 400,
      error: 'Bad Request',
      message: expect.stringContaining('name must not be empty'),
      attributes: {
        code: 'BODY_INVALID',
        name: 'must not be empty',
        'request.port': 'must be a whole number',
        'target.b': 'is required',
      },
      problems: [
        { path: 'name', rule: 'minLength', parameters: { limit: 1 } },
        { path: 'request.port', rule: 'type', parameters: { types: ['integer'] } },
        { path: 'target.b', rule: 'required', parameters: {} },
      ],
    })
  })

  it.each<[object, string, { readonly path: string; readonly rule: string; readonly parameters: object }]>([
    [{}, 'is required', { path: 'name', rule: 'required', parameters: {} }],
    [[], 'must be an object', { path: 'body', rule: 'type', parameters: { types: ['object'] } }],
    [
      { name: 'a', request: { port: 65_536 } },
      'must be <= 65535',
      { path: 'request.port', rule: 'maximum', parameters: { limit: 65_535 } },
    ],
    [
      { name: 'a', target: { type: 'C' } },
      'must be one of: A, B',
      { path: 'target.type', rule: 'enum', parameters: { allowed: ['A', 'B'] } },
    ],
    [
      { name: 'a', target: {} },
      'must be one of: A, B',
      { path: 'target.type', rule: 'enum', parameters: { allowed: ['A', 'B'] } },
    ],
  ])('%j is rejected', async (body, message, problem) => {
    const answer = (await post(JSON.stringify(body))).json()
    expect(answer.attributes).toEqual({ code: 'BODY_INVALID', [problem.path]: message })
    expect(answer.problems).toEqual([problem])
  })

  it.each([
    ['{"name":', 400, 'JSON_MALFORMED'],
    ['', 400, 'BODY_INVALID'],
    ['{"name":"\\u0000"}', 400, 'BODY_INVALID'],
    ['{"name":"a","request":{"port":1e400}}', 400, 'BODY_INVALID'],
    ['{"name":"a","request":{"port":1e308}}', 400, 'BODY_INVALID'],
    ['{"name":"a","x":[{"y":-1e400}]}', 400, 'BODY_INVALID'],
    ['{"name":"a","request":{"port":-0}}', 201, undefined],
    ['{"name":"\\ud800"}', 400, 'BODY_INVALID'],
    [`{"name":${'['.repeat(100)}${']'.repeat(100)}}`, 400, 'BODY_INVALID'],
    [`{"name":"${'x'.repeat(5 * 1024 * 1024)}"}`, 413, 'BODY_TOO_LARGE'],
  ])('%.30s is answered %i %s', async (payload, status, code) => {
    const answer = await post(payload)
    expect({ statusCode: answer.statusCode, code: answer.json().attributes?.code }).toEqual({
      statusCode: status,
      code,
    })
  })

  it('of another type are rejected, with a character set accepted', async () => {
    expect((await post('<a/>', { 'content-type': 'text/xml' })).statusCode).toBe(415)
    expect((await post('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(415)
    expect((await post('{"name":"a"}', { 'content-type': 'application/json; charset=UTF-8' })).statusCode).toBe(201)
  })

  it('that are optional may be absent, or an empty form', async () => {
    const run = (headers: Record<string, string>) =>
      app.inject({ method: 'POST', url: '/v1/things/run', headers: { ...auth(), ...headers } })
    expect((await run({})).statusCode).toBe(204)
    const form = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' }
    expect((await run(form)).statusCode).toBe(204)
    expect((await run({ 'content-type': 'application/json' })).statusCode).toBe(204)
  })

  const packed = '{"name":"packed"}'
  it.each([
    ['gzip', gzipSync(packed)],
    ['deflate', deflateSync(packed)],
    ['br', brotliCompressSync(packed)],
  ])('are decompressed from %s', async (encoding, payload) => {
    const answer = await post(payload, { 'content-encoding': encoding })
    expect(answer.json().seen).toBe(packed)
  })

  it.each([
    ['gzip', gzipSync(Buffer.alloc(20 * 1024 * 1024)), 413],
    ['br', brotliCompressSync(Buffer.alloc(20 * 1024 * 1024)), 413],
    ['gzip', Buffer.from('not gzip'), 400],
    ['zstd', Buffer.from('x'), 400],
  ])('in %s that explode or are broken are rejected', async (encoding, payload, status) => {
    expect((await post(payload, { 'content-encoding': encoding })).statusCode).toBe(status)
  })
})

describe('errors', () => {
  it('of handlers have the status and message of their fault', async () => {
    expect((await get('/v1/things/2')).json()).toMatchObject({ statusCode: 404, error: 'Not Found' })
  })

  it('that are internal reveal nothing but an id of the log', async () => {
    const logged: unknown[] = []
    const log = { ...silentLog, error: (fields: unknown) => logged.push(fields) }
    const other = aTestApi({ db: database.db(), operations: rows, handlers, clock, log })
    const answer = await other.inject({ url: '/v1/things/3', headers: auth() })
    await other.close()
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('hunter2')
    expect(logged).toEqual([expect.objectContaining({ requestId: answer.json().attributes.requestId })])
  })

  it('of routing list the methods that exist', async () => {
    expect((await get('/v1/nothing')).json()).toMatchObject({
      statusCode: 404,
      attributes: { code: 'ROUTE_NOT_FOUND' },
    })
    const other = await app.inject({ method: 'DELETE', url: '/v1/things', headers: auth() })
    expect({ statusCode: other.statusCode, allow: other.headers.allow }).toEqual({
      statusCode: 405,
      allow: 'GET, HEAD, POST',
    })
    expect((await get('/v1/things/%zz')).json()).toMatchObject({ statusCode: 400, error: 'Bad Request' })
    const long = await get(`/v1/things/${'x'.repeat(5000)}`)
    expect(long.json()).toMatchObject({ statusCode: 400, message: expect.stringContaining('part of the path is too') })
  })

  it('of an unreachable database have a fault of their own', async () => {
    const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' })
    const handler = async (_input: unknown, context: RequestContext) => context.store.db.rows('select 1')
    const other = aTestApi({ db: away, operations: { picture: rows.picture }, handlers: { picture: handler } })
    const answer = await other.inject('/v1/picture')
    await other.close()
    await away.close()
    expect(answer.statusCode).toBe(503)
  })
})

describe('a real connection', () => {
  it('is answered on headers alone where no body is expected, and with 413 when it is too large', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const send = (path: string, headers: Record<string, string>, body: string | Buffer<ArrayBuffer>) =>
      fetch(`${address}${path}`, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body })
    const large = Buffer.alloc(8 * 1024 * 1024)
    expect((await send('/v1/things', {}, '{')).status).toBe(401)
    expect((await send('/v1/nothing', {}, '{')).status).toBe(404)
    expect((await send('/v1/things', { ...auth(), 'content-encoding': 'gzip' }, gzipSync(large))).status).toBe(413)
    expect((await send('/v1/things', auth(), large)).status).toBe(413)
  })

  it('that does not read its response is disconnected in the end, but later than any request waits', () => {
    expect(app.server.timeout).toBe(120_000)
    expect(app.server.requestTimeout).toBe(minuteMs)
    expect(app.server.headersTimeout).toBe(minuteMs)
  })

  it('that disconnects aborts the signal of its handler, as does the stop of the service', async () => {
    const signals: AbortSignal[] = []
    const handler = async (_input: unknown, { signal }: RequestContext) => {
      signals.push(signal)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
      return '<svg/>'
    }
    const other = aTestApi({ db: database.db(), operations: { picture: rows.picture }, handlers: { picture: handler } })
    const address = await other.listen({ port: 0, host: '127.0.0.1' })
    const leaving = new AbortController()
    const left = fetch(`${address}/v1/picture`, { signal: leaving.signal }).catch(() => 'left')
    await expect.poll(() => signals).toHaveLength(1)
    leaving.abort()
    await expect.poll(() => signals[0]?.aborted).toBe(true)
    const waiting = fetch(`${address}/v1/picture`)
    await expect.poll(() => signals).toHaveLength(2)
    await other.close()
    expect({ left: await left, status: (await waiting).status }).toEqual({ left: 'left', status: 200 })
  })
})

describe('a request that does not name one host', () => {
  it.each([
    ['Host: a\r\nhost: b\r\n', /^HTTP\/1\.1 400 .*"code":"HOST_REPEATED"/s],
    ['', /^HTTP\/1\.1 400 /],
  ])('is rejected (%j)', async (hosts, expected) => {
    const other = aTestApi({ db: database.db(), operations: rows, handlers, clock })
    const { port } = new URL(await other.listen({ port: 0, host: '127.0.0.1' }))
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET /v1/picture HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`)
    let answer = ''
    for await (const chunk of socket) answer += String(chunk)
    await other.close()
    expect(answer).toMatch(expected)
  })
})

describe('documents', () => {
  it('are served without a key and load nothing from elsewhere', async () => {
    expect((await app.inject('/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
    const page = await app.inject('/docs')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).not.toMatch(/https?:/)
    const script = (await app.inject('/docs/page.js')).body
    const named = [page.body, script].flatMap((text) => [...text.matchAll(/(?:src|href)(?:=|: )["']([^"']+)/g)])
    expect(named.length).toBeGreaterThan(5)
    for (const [, asset = ''] of named) {
      // Below a path prefix, addresses are relative to it.
      const { pathname } = new URL(asset, 'http://proxy.example/prefix/docs')
      expect(pathname).toMatch(/^\/prefix\//)
      expect((await app.inject(pathname.slice('/prefix'.length))).statusCode).toBe(200)
    }
    // Requests of the page go to its own origin: the policy allows no other.
    expect(script).toContain('location.origin + pathname')
    expect((await app.inject('/')).headers.location).toBe('/docs')
    expect((await app.inject('/docs/package.json')).statusCode).toBe(404)
  })

  it('of one operation have it and the components it needs alone; the page lists each', async () => {
    const page = (await app.inject('/docs')).body
    for (const id of Object.keys(rows)) expect(page).toContain(`<details id="${id}">`)
    const part = (await app.inject('/docs/operations/getThing')).json<{ paths: object; components: object }>()
    expect(Object.keys(part.paths)).toEqual(['/v1/things/{id}'])
    const pointers = [...JSON.stringify(part).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)]
    const needed = Object.groupBy(pointers, ([, kind = '']) => kind)
    for (const [kind, found = []] of Object.entries(needed)) {
      const names = new Set(found.map(([, , name]) => name))
      expect(new Set(Object.keys(Reflect.get(part.components, kind)))).toEqual(names)
    }
    expect((await app.inject('/docs/operations/nothing')).statusCode).toBe(404)
  })

  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip;q=0.5, br;q=0.1', 'gzip', gunzipSync],
    ['br;q=0, *', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ])('are sent to clients that accept %s in their preferred encoding, once', async (accepted, encoding, decode) => {
    const headers = { 'accept-encoding': accepted }
    const answer = await app.inject({ url: '/openapi.json', headers })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(JSON.parse(decode(answer.rawPayload).toString())).toMatchObject({ openapi: '3.1.0' })
    const known = await app.inject({
      url: '/openapi.json',
      headers: { ...headers, 'if-none-match': answer.headers.etag },
    })
    expect({ status: known.statusCode, body: known.body }).toEqual({ status: 304, body: '' })
  })
})
