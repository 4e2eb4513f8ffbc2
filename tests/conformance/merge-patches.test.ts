import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { TestClock } from '#kernel'
import { aTestApi, anAccount, testStore } from '../support/api.ts'
import type { TestAccount } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
let app: ReturnType<typeof aTestApi>
let dropIn: typeof app
let account: TestAccount
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  dropIn = aTestApi({ db: database.db(), handlers, clock, serviceName: 'checkly' })
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => Promise.all([app.close(), dropIn.close()]))

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH'
type Fields = Readonly<Record<string, unknown>>

async function send(method: Method, url: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
  return sendTo(app, { method, url, body, headers })
}

interface Call {
  readonly method: Method
  readonly url: string
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

async function sendTo(service: typeof app, { method, url, body, headers }: Call) {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
  const answer = await service.inject({
    method,
    url,
    headers: { authorization: `Bearer ${account.key}`, 'content-type': type, ...headers },
    payload: body === undefined ? '' : JSON.stringify(body),
  })
  const fields: Fields = answer.json()
  return { status: answer.statusCode, fields, code: Object(fields['attributes'])['code'] as unknown }
}

const request = {
  method: 'POST',
  url: 'https://api.example/a',
  skipSSL: true,
  headers: [{ key: 'authorization', value: 'hidden', locked: true }],
  basicAuth: { username: 'user', password: 'password' },
}

async function anApiCheck(): Promise<string> {
  const body = { name: 'Check', activated: false, request, retryStrategy: { type: 'LINEAR', maxRetries: 4 } }
  const { status, fields } = await send('POST', '/v1/checks/api', body)
  expect(status).toBe(201)
  return String(fields['id'])
}

const read = async (url: string): Promise<Fields> => (await send('GET', url)).fields

describe('a merge patch', () => {
  it('changes single fields of objects, and removes those that are null', async () => {
    const url = `/v1/checks/api/${await anApiCheck()}`
    const patch = { request: { url: 'https://api.example/b', skipSSL: null }, retryStrategy: { maxRetries: 2 } }
    const { status, fields } = await send('PATCH', url, patch)
    expect(status).toBe(200)
    expect(fields).toMatchObject({
      name: 'Check',
      request: { ...request, url: 'https://api.example/b', skipSSL: false },
      retryStrategy: { type: 'LINEAR', maxRetries: 2 },
    })
  })

  it('keeps what a reader sees masked, and is answered with it masked', async () => {
    const id = await anApiCheck()
    const { fields } = await send('PATCH', `/v1/checks/${id}`, { request: { basicAuth: { username: 'other' } } })
    expect(fields['request']).toMatchObject({
      basicAuth: { username: 'other', password: 'password' },
      headers: [{ value: 'hidden' }],
    })
  })

  it('of the route for every type is validated by the type of the check', async () => {
    const id = await anApiCheck()
    const wrong = await send('PATCH', `/v1/checks/${id}`, { request: { method: 'FETCH' } })
    expect({ status: wrong.status, code: wrong.code, message: wrong.fields['message'] }).toEqual({
      status: 400,
      code: 'BODY_INVALID',
      message: expect.stringContaining('request.method'),
    })
    const other = await send('PATCH', `/v1/checks/${id}`, { checkType: 'TCP' })
    expect({ status: other.status, code: other.code }).toEqual({ status: 400, code: 'CHECK_TYPE_MISMATCH' })
    expect((await send('PATCH', `/v1/checks/tcp/${id}`, { name: 'x' })).code).toBe('CHECK_TYPE_MISMATCH')
    expect(await read(`/v1/checks/${id}`)).toMatchObject({ name: 'Check', request })
  })

  it('and another one at the same moment both count, also inside one object', async () => {
    const id = await anApiCheck()
    const parts = [
      { url: 'https://api.example/c' },
      { ipFamily: 'IPv6' },
      { followRedirects: false },
      { skipSSL: false },
    ]
    const answers = await Promise.all(parts.map((part) => send('PATCH', `/v1/checks/${id}`, { request: part })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await read(`/v1/checks/${id}`))['request']).toMatchObject(Object.assign({}, ...parts))
  })

  it('never returns a secret that it did not contain', async () => {
    await send('POST', '/v1/variables', { key: 'PATCHED', value: 'hidden', secret: true })
    const { status, fields } = await send('PATCH', '/v1/variables/PATCHED', { locked: true })
    expect({ status, fields }).toEqual({
      status: 200,
      fields: { key: 'PATCHED', value: null, locked: true, secret: true },
    })
    expect((await send('PATCH', '/v1/variables/PATCHED', { secret: null })).code).toBe('VARIABLE_SECRET_FIXED')
  })

  it('changes parts of the config of a channel, and its type only with a whole one', async () => {
    const hook = { name: 'Hook', url: 'https://hook.example/x', method: 'POST', template: '{}' }
    const { fields } = await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config: hook })
    const url = `/v1/alert-channels/${String(fields['id'])}`
    const renamed = await send('PATCH', url, { config: { name: 'Other' } })
    expect({ status: renamed.status, config: renamed.fields['config'] }).toMatchObject({
      status: 200,
      config: { ...hook, name: 'Other' },
    })
    expect(await send('PATCH', url, { config: { title: 'x' } })).toMatchObject({
      status: 400,
      fields: { problems: [{ path: 'config.title', rule: 'unknownName' }] },
    })
    expect((await send('PATCH', url, { type: 'EMAIL' })).status).toBe(400)
    expect((await send('PATCH', url, { config: { url: null } })).status).toBe(400)
    const mail = { type: 'EMAIL', config: Object.fromEntries(Object.keys(hook).map((name) => [name, null])) }
    const changed = await send('PATCH', url, { ...mail, config: { ...mail.config, address: 'a@mail.example' } })
    expect({ status: changed.status, config: changed.fields['config'] }).toEqual({
      status: 200,
      config: { address: 'a@mail.example' },
    })
  })

  it.each([{ patch: [] }, { patch: 'text' }, { patch: 1 }, { patch: [{ name: 'x' }] }])(
    'that is no object is refused: $patch',
    async ({ patch }) => {
      const answer = await send('PATCH', `/v1/checks/${await anApiCheck()}`, patch)
      expect({ status: answer.status, code: answer.code }).toEqual({ status: 400, code: 'BODY_INVALID' })
    },
  )

  it.each([
    ['PATCH', 'application/json', 'application/merge-patch+json'],
    ['PATCH', 'text/plain', 'application/merge-patch+json'],
    ['PUT', 'application/merge-patch+json', 'application/json'],
  ] as const)(
    '%s with the content type %s is refused, and the message names the right one',
    async (method, type, right) => {
      const url = `/v1/checks/api/${await anApiCheck()}`
      const { status, fields } = await send(method, url, { name: 'x' }, { 'content-type': type })
      expect({ status, message: fields['message'] }).toEqual({ status: 415, message: `Send the body as ${right}.` })
    },
  )
})

describe('an omitted field', () => {
  const update = async (url: string, headers: Readonly<Record<string, string>> = {}, service = app) => {
    const id = await anApiCheck()
    await send('PATCH', `/v1/checks/${id}`, { tags: ['kept'], description: 'Kept.' })
    const body = { name: 'Renamed' }
    const answer = await sendTo(service, { method: 'PUT', url: url.replace('{id}', id), body, headers })
    expect(answer.status).toBe(200)
    return [answer.fields['tags'], answer.fields['description']]
  }

  it.each([
    ['/v1/checks/api/{id}', {}],
    ['/v1/checks/{id}', {}],
    ['/v1/checks/api/{id}?autoAssignAlerts=true', {}],
    ['/v1/checks/api/{id}?autoAssignAlerts=false', {}],
    ['/v1/checks/{id}?autoAssignAlerts=false', { 'x-checkly-source': 'CLI' }],
    ['/v1/checks/api/{id}', { 'x-checkly-source': 'CLI' }],
  ])('keeps its value: %s %j', async (url, headers) => {
    expect(await update(url, headers)).toEqual([['kept'], 'Kept.'])
  })

  it.each([
    ['/v1/checks/api/{id}', { 'x-checkly-source': 'TF' }],
    ['/v1/checks/{id}', { 'x-service-source': 'TF' }],
    ['/v1/checks/api/{id}', { 'x-checkly-source': 'go-sdk' }],
    ['/v1/checks/{id}?autoAssignAlerts=true', { 'x-service-source': 'go-sdk' }],
  ])('is empty for a client that leaves out what is empty: %s %j', async (url, headers) => {
    expect(await update(url, headers)).toEqual([[], null])
  })

  it('is empty in drop-in mode for writes without automatic subscriptions, too', async () => {
    expect(await update('/v1/checks/api/{id}?autoAssignAlerts=false', {}, dropIn)).toEqual([[], null])
    expect(await update('/v1/checks/{id}?autoAssignAlerts=false', {}, dropIn)).toEqual([[], null])
    expect(await update('/v1/checks/api/{id}', {}, dropIn)).toEqual([['kept'], 'Kept.'])
  })
})

it('a route beside those of ids is not taken for an id', async () => {
  const answer = await send('POST', '/v1/test-sessions/run', {})
  expect({ status: answer.status, code: answer.code }).toEqual({ status: 400, code: 'BODY_INVALID' })
})
