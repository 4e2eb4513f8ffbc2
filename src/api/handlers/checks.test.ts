import { beforeAll, describe, expect, test } from 'vitest'
import { TestClock } from '#kernel'
import { handlers } from './index.ts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let api: ReturnType<typeof aTestApi>
beforeAll(() => {
  api = aTestApi({ db: database.db(), handlers, clock })
  return () => api.close()
})

const mask = '*********'
const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
const site = { name: 'site', request: { method: 'GET', url: 'https://example.com' }, locations: ['eu-west-1'] }
const period = { period: 5, periodUnit: 'minutes', grace: 30, graceUnit: 'seconds' }

async function signIn() {
  const account = await anAccount(testStore(database.db()), clock)
  const readKey = await account.keyWithRole('READ_ONLY')
  const sender = (key: string) => async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const answer = await api.inject({
      method,
      url,
      headers: { authorization: `Bearer ${key}` },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json(), headers: answer.headers }
  }
  return { call: sender(account.key), read: sender(readKey) }
}

describe('checks over HTTP', () => {
  test.each<[string, object, object]>([
    ['tcp', tcp, { checkType: 'TCP', request: { hostname: 'db.example.com', data: null } }],
    [
      'dns',
      { name: 'n', request: { query: 'example.com' }, heartbeat: {}, script: '' },
      { checkType: 'DNS', request: { query: 'example.com', recordType: 'A', nameServer: null } },
    ],
    [
      'url',
      { name: 'u', request: { url: 'https://example.com' } },
      { checkType: 'URL', request: { url: 'https://example.com', method: 'GET', skipSSL: false } },
    ],
    ['api', site, { checkType: 'API', request: { method: 'GET', headers: [], basicAuth: null, bodyType: 'NONE' } }],
    [
      'icmp',
      { name: 'i', request: { hostname: 'a' } },
      { checkType: 'ICMP', degradedPacketLossThreshold: 10, maxPacketLossThreshold: 20, request: { pingCount: 10 } },
    ],
    ['heartbeat', { name: 'h', heartbeat: period }, { checkType: 'HEARTBEAT', heartbeat: period }],
  ])('a %s check is created, read in every version, updated and deleted', async (slug, body, shown) => {
    const { call } = await signIn()
    const created = await call('POST', `/v1/checks/${slug}`, body)
    expect(created).toMatchObject({ status: 201, body: { ...shown, activated: true, frequency: 10, updated_at: null } })
    const { id } = created.body
    for (const version of ['v1', 'v2', 'v3']) {
      const { body: read } = await call('GET', `/${version}/checks/${id}`)
      expect(read).toMatchObject({ ...shown, id, projectBindings: { owner: null, references: [] } })
    }
    expect((await call('GET', `/v1/checks/${id}`)).body).toEqual(created.body)
    const updated = await call('PUT', `/v1/checks/${slug}/${id}`, { activated: false })
    expect(updated).toMatchObject({ status: 200, body: { ...shown, activated: false, name: created.body.name } })
    expect((await call('PUT', `/v1/checks/${slug}/${id}`, created.body)).status).toBe(200)
    expect((await call('DELETE', `/v1/checks/${id}`)).status).toBe(204)
    expect((await call('GET', `/v1/checks/${id}`)).status).toBe(404)
  })

  test('the routes for every type create and update by checkType', async () => {
    const { call } = await signIn()
    const created = await call('POST', '/v1/checks', { ...tcp, checkType: 'TCP' })
    expect(created).toMatchObject({ status: 201, body: { checkType: 'TCP' } })
    const path = `/v1/checks/${created.body.id}`
    const request = { hostname: 'other.example.com', port: 1 }
    expect((await call('PUT', path, { request, dependencies: [] })).body.request).toMatchObject(request)
    expect(await call('PUT', path, { request: { hostname: 'a' } })).toMatchObject({
      status: 400,
      body: { attributes: { code: 'BODY_INVALID', 'request.port': 'is required' } },
    })
    expect(await call('PUT', path, { checkType: 'DNS' })).toMatchObject({
      status: 400,
      body: { attributes: { code: 'CHECK_TYPE_MISMATCH' } },
    })
    expect(await call('PUT', `/v1/checks/dns/${created.body.id}`, {})).toMatchObject({
      status: 400,
      body: { attributes: { code: 'CHECK_TYPE_MISMATCH' } },
    })
    const heartbeat = await call('POST', '/v1/checks', { name: 'h', checkType: 'HEARTBEAT', heartbeat: period })
    const changed = { heartbeat: { ...period, period: 7 } }
    expect(await call('PUT', `/v1/checks/${heartbeat.body.id}`, changed)).toMatchObject({ status: 200, body: changed })
  })

  test('locked values are for roles that may write, secrets for no role', async () => {
    const { call, read } = await signIn()
    const headers = [
      { key: 'k', value: 'v', locked: true },
      { key: 'Authorization', value: 'w' },
    ]
    const channel = { type: 'WEBHOOK', config: { url: 'https://h', headers } }
    expect((await call('POST', '/v1/alert-channels', channel)).status).toBe(201)
    expect((await call('POST', '/v1/alert-channels', { type: 'SLACK', config: { url: 'https://s' } })).status).toBe(201)
    const { body } = await call('POST', '/v1/checks/api', {
      ...site,
      environmentVariables: [
        { key: 'LOCKED', value: 'a', locked: true },
        { key: 'SECRET', value: 'b', secret: true },
      ],
      request: {
        ...site.request,
        headers: [
          { key: 'k', value: 'c', locked: true },
          { key: 'l', value: 'd' },
        ],
        basicAuth: { username: 'u', password: 'p' },
      },
    })
    const shown = (locked: (value: string) => string) => ({
      environmentVariables: [
        { key: 'LOCKED', value: locked('a'), locked: true, secret: false },
        { key: 'SECRET', value: null, locked: false, secret: true },
      ],
      request: {
        headers: [
          { key: 'k', value: locked('c'), locked: true },
          { key: 'l', value: 'd', locked: false },
        ],
        basicAuth: { username: 'u', password: locked('p') },
      },
      alertChannels: {
        email: [],
        webhook: [
          {
            name: '',
            url: locked('https://h'),
            method: 'POST',
            headers: [{ value: locked('v') }, { value: locked('w') }],
          },
        ],
        slack: [{ url: locked('https://s') }],
        sms: [],
      },
    })
    expect(body).toMatchObject(shown((value) => value))
    expect((await call('GET', `/v1/checks/${body.id}`)).body).toMatchObject(shown((value) => value))
    expect((await read('GET', `/v1/checks/${body.id}`)).body).toMatchObject(shown(() => mask))
    expect((await read('GET', '/v1/checks')).body[0]).toMatchObject(shown(() => mask))
  })

  test('lists have a total, filters and every version', async () => {
    const { call } = await signIn()
    for (const tags of [['a'], ['b'], ['a', 'b']]) await call('POST', '/v1/checks/tcp', { ...tcp, tags })
    const page = await call('GET', '/v2/checks?limit=2&page=2')
    expect(page).toMatchObject({ status: 200, headers: { 'content-range': '2-2/3' }, body: [{ tags: ['a', 'b'] }] })
    expect((await call('GET', '/v3/checks?tag[]=b')).headers['content-range']).toBe('0-1/2')
    expect((await call('GET', '/v1/checks?tag=b&checkType=TCP&search=DB')).body).toHaveLength(2)
    expect((await call('GET', '/v1/checks?checkType=SSL')).body).toEqual([])
  })

  test('the third version returns the constraints of an intent', async () => {
    const { call } = await signIn()
    const intent = { goal: 'g', requiredOutcomes: ['r'], mustPreserve: ['m'] }
    const { body } = await call('POST', '/v1/checks/tcp', { ...tcp, intent })
    expect(body.intent).toEqual(intent)
    expect((await call('GET', `/v3/checks/${body.id}`)).body.intent).toEqual({
      goal: 'g',
      constraints: [
        { type: 'REQUIRED_OUTCOME', statement: 'r' },
        { type: 'MUST_PRESERVE', statement: 'm' },
      ],
    })
  })

  test('a check without a strategy of its own answers the retry it runs by', async () => {
    const { call } = await signIn()
    const retry = async (more: object) => (await call('POST', '/v1/checks/tcp', { ...tcp, ...more })).body.retryStrategy
    expect(await retry({})).toMatchObject({ type: 'FIXED', maxRetries: 1, baseBackoffSeconds: 0, sameRegion: false })
    expect(await retry({ doubleCheck: false })).toBeNull()
    expect(await retry({ retryStrategy: null })).toBeNull()
    expect(await retry({ retryStrategy: { type: 'SINGLE_RETRY' } })).toEqual({
      type: 'SINGLE_RETRY',
      baseBackoffSeconds: 60,
      sameRegion: true,
    })
  })

  test('a heartbeat answers the URL to ping', async () => {
    const { call } = await signIn()
    const { body } = await call('POST', '/v1/checks/heartbeat', { name: 'h', heartbeat: period })
    const { pingToken, pingUrl } = body.heartbeat
    expect(pingUrl).toBe(`http://localhost:3000/ping/${pingToken}`)
    expect((await call('GET', '/v1/checks')).body[0].heartbeat.pingUrl).toBe(pingUrl)
  })
})

describe('check groups over HTTP', () => {
  test('are created, read, listed, updated and deleted', async () => {
    const { call, read } = await signIn()
    const apiCheckDefaults = {
      headers: [{ key: 'k', value: 'v', locked: true }],
      basicAuth: { username: 'u', password: 'p' },
    }
    const created = await call('POST', '/v2/check-groups', { name: 'g', tags: ['a'], apiCheckDefaults })
    expect(created).toMatchObject({
      status: 201,
      body: { concurrency: 3, retryStrategy: 'FALLBACK', runParallel: null, locations: [], apiCheckDefaults },
    })
    const { id } = created.body
    expect((await call('GET', `/v1/check-groups/${id}`)).body).toEqual(created.body)
    expect((await read('GET', '/v1/check-groups?tag=a')).body).toMatchObject([
      { id, apiCheckDefaults: { headers: [{ value: mask }], basicAuth: { password: mask } } },
    ])
    const strategy = { type: 'LINEAR', baseBackoffSeconds: 1, maxRetries: 3, maxDurationSeconds: 60, sameRegion: true }
    const updated = await call('PUT', `/v2/check-groups/${id}`, { name: 'h', retryStrategy: strategy, muted: true })
    expect(updated).toMatchObject({ status: 200, body: { name: 'h', retryStrategy: strategy, tags: ['a'] } })
    expect((await call('PUT', `/v1/check-groups/${id}`, updated.body)).status).toBe(200)
    const check = (await call('POST', '/v1/checks/api', { ...site, groupId: id })).body
    const applied = { id: check.id, muted: true, tags: ['a'], request: { headers: [{ key: 'k', value: 'v' }] } }
    for (const version of ['v1', 'v2']) {
      const list = await call('GET', `/${version}/check-groups/${id}/checks`)
      expect(list).toMatchObject({ body: [applied], headers: { 'content-range': '0-0/1' } })
      expect((await call('GET', `/${version}/check-groups/${id}/checks/${check.id}`)).body).toMatchObject(applied)
    }
    expect((await call('GET', `/v1/checks/${check.id}?applyGroupSettings=true`)).body).toMatchObject(applied)
    expect(await call('DELETE', `/v1/check-groups/${id}`)).toMatchObject({ status: 409 })
    await call('DELETE', `/v1/checks/${check.id}`)
    expect((await call('DELETE', `/v1/check-groups/${id}`)).status).toBe(204)
    expect((await call('GET', `/v1/check-groups/${id}`)).status).toBe(404)
  })
})
