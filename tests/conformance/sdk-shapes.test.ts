import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '#api'
import { randomId, TestClock } from '#kernel'
import { aTestApi, anAccount, testStore } from '../support/api.ts'
import type { TestAccount } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'
import { undecodable } from './go-decoding.ts'
import type { GoType } from './go-decoding.ts'
import { goResources, httpRequest, monitor } from './go-resources.ts'
import { dated } from './go-types.ts'

// The requests of a strictly typed client in Go, and what it can read: zero values where nothing is set, null for empty
// lists, a content type on every request, and one status of success for each call.

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
let app: ReturnType<typeof aTestApi>
let account: TestAccount
beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock, serviceName: 'checkly' })
  account = await anAccount(testStore(database.db()), clock)
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function send(method: Method, path: string, body?: object, source = 'go-sdk'): Promise<Answer> {
  const response = await app.inject({
    method,
    url: `/${path}`,
    headers: {
      authorization: `Bearer ${account.key}`,
      'x-checkly-account': account.accountId,
      'x-checkly-source': source,
      'content-type': 'application/json',
    },
    payload: body === undefined ? '' : JSON.stringify(body),
  })
  return { status: response.statusCode, body: response.body === '' ? {} : response.json() }
}

/** What clients set by themselves, or what is never answered. */
const notRead = ['id', 'created_at', 'updated_at', 'createdAt', 'updatedAt', 'pingToken', 'key', 'passphrase']

const isZero = (value: unknown): boolean => (Array.isArray(value) ? value.length === 0 : !value)

/** The fields that are read other than written, by their path. Zero in Go is the same as absent. */
function unequal(written: unknown, read: unknown, path = ''): string[] {
  if (isZero(written)) return isZero(read) ? [] : [path]
  if (typeof written !== 'object') return written === read ? [] : [path]
  return Object.entries(Object(written))
    .filter(([name]) => !notRead.includes(name))
    .flatMap(([name, value]) => unequal(value, Object(read)[name], `${path}.${name}`))
}

describe('a client in Go', () => {
  it.each(Object.entries(goResources))('creates, reads and deletes %s', async (_name, resource) => {
    const { create, body, one, key = 'id', reads } = resource
    const created = await send('POST', create, body)
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: created.body })
    expect(undecodable(created.body, reads)).toEqual([])
    const place = `${one}${String(created.body[key])}`
    const read = await send('GET', place)
    expect({ status: read.status, undecodable: undecodable(read.body, reads) }).toEqual({
      status: 200,
      undecodable: [],
    })
    expect((await send('DELETE', place)).status).toBe(204)
    expect((await send('GET', place)).status).toBe(404)
  })

  const updatable = Object.entries(goResources).filter(([, { update }]) => update !== null)
  it.each(updatable)('sends %s again, and nothing has changed', async (_name, resource) => {
    const { create, body, one, key = 'id', reads } = resource
    const created = await send('POST', create, body)
    const id = String(created.body[key])
    const read = await send('GET', `${one}${id}`)
    const question = create.includes('?') ? '?autoAssignAlerts=false' : ''
    const same = { ...body, [key]: read.body[key] }
    const updated = await send('PUT', `${resource.update ?? one}${id}${question}`, same)
    expect({ status: updated.status, body: updated.body }).toEqual({ status: 200, body: updated.body })
    expect(undecodable(updated.body, reads)).toEqual([])
    expect(settled((await send('GET', `${one}${id}`)).body)).toEqual(settled(read.body))
    expect((await send('DELETE', `${one}${id}`)).status).toBe(204)
  })

  const settled = ({ updated_at: _updated, ...rest }: Record<string, unknown>) => rest

  it('creates and reads triggers with a content type and no body, and calls them', async () => {
    const created = await send('POST', 'v1/checks/url?autoAssignAlerts=false', {
      ...monitor,
      request: { method: 'GET', url: 'https://url.example', ...httpRequest, assertions: null },
    })
    const group = await send('POST', 'v1/check-groups', { name: 'Group', locations: [] })
    const reads: GoType = {
      id: 'int',
      checkId: 'string',
      groupId: 'int',
      token: 'string',
      called_at: 'string',
      ...dated,
    }
    for (const path of [`checks/${String(created.body['id'])}`, `check-groups/${String(group.body['id'])}`]) {
      const trigger = await send('POST', `v1/triggers/${path}`)
      expect([[200, 201].includes(trigger.status), undecodable(trigger.body, reads)]).toEqual([true, []])
      const read = await send('GET', `v1/triggers/${path}`)
      expect({ status: read.status, token: read.body['token'] }).toEqual({ status: 200, token: trigger.body['token'] })
      // Clients make the address from the token.
      const called = await app.inject({ method: 'GET', url: `/${path}/trigger/${String(trigger.body['token'])}x` })
      expect(called.statusCode).toBe(404)
      expect((await send('DELETE', `v1/triggers/${path}`)).status).toBe(204)
      expect((await send('GET', `v1/triggers/${path}`)).status).toBe(404)
    }
  })

  it('creates a status page of services', async () => {
    const service = await send('POST', 'v1/status-pages/services', { name: 'Shop' })
    const body = {
      name: 'Page',
      url: `page-${randomId()}`,
      defaultTheme: 'AUTO',
      cards: [{ name: 'Card', services: [{ id: service.body['id'], name: '' }] }],
    }
    const created = await send('POST', 'v1/status-pages', body)
    const reads: GoType = {
      id: 'string',
      name: 'string',
      url: 'string',
      customDomain: 'string',
      logo: 'string',
      redirectTo: 'string',
      favicon: 'string',
      defaultTheme: 'string',
      cards: { list: { name: 'string', services: { list: { id: 'string', name: 'string' } } } },
    }
    expect({ status: created.status, undecodable: undecodable(created.body, reads) }).toEqual({
      status: 201,
      undecodable: [],
    })
    const updated = await send('PUT', `v1/status-pages/${String(created.body['id'])}`, { ...body, name: 'Other' })
    expect({ status: updated.status, undecodable: undecodable(updated.body, reads) }).toEqual({
      status: 200,
      undecodable: [],
    })
    expect((await send('DELETE', `v1/status-pages/${String(created.body['id'])}`)).status).toBe(204)
  })

  it('makes a private dashboard public by leaving out what is false or empty, when it says that it does so', async () => {
    const customUrl = `board-${randomId().slice(0, 8)}`
    const always = { customUrl, header: 'Board', refreshRate: 60, paginationRate: 60, paginate: true }
    const given = { isPrivate: true, hideTags: true, useTagsAndOperator: true, tags: ['go'] }
    const created = await send('POST', 'v1/dashboards', { ...always, ...given })
    expect({ status: created.status, body: created.body }).toMatchObject({ status: 201, body: given })
    const place = `v1/dashboards/${String(created.body['dashboardId'])}`
    expect((await send('PUT', place, { ...always, ...given })).body).toMatchObject(given)
    const without = { isPrivate: false, hideTags: false, useTagsAndOperator: false, tags: [], keys: [] }
    expect((await send('PUT', place, always, 'CLI')).body).toMatchObject(given)
    expect((await send('PUT', place, always)).body).toMatchObject(without)
    expect((await send('PUT', place, { ...always, ...given })).body).toMatchObject(given)
    expect((await send('PUT', place, always, 'TF')).body).toMatchObject(without)
    expect((await send('GET', place)).body).toMatchObject(without)
  })

  it('reads no port of a DNS request without a name server, and no client certificate mode that it did not send', async () => {
    const requestOf = async (name: string): Promise<object> => {
      const { [name]: resource } = goResources
      if (!resource) throw new Error(`There is no ${name}.`)
      const { create, body, one } = resource
      const created = await send('POST', create, body)
      const read = await send('GET', `${one}${String(created.body['id'])}`)
      await send('DELETE', `${one}${String(created.body['id'])}`)
      return Object(read.body['request'])
    }
    const dns = await requestOf('a DNS monitor')
    expect([dns, 'port' in dns]).toEqual([expect.objectContaining({ query: 'dns.example', nameServer: null }), false])
    const { sslConfig } = Object(await requestOf('an SSL monitor'))
    expect([sslConfig.hostname, 'clientCertificateMode' in sslConfig]).toEqual(['ssl.example', false])
  })

  it('creates a window that ends when it starts', async () => {
    const at = '2026-04-01T10:00:00.000Z'
    const created = await send('POST', 'v1/maintenance-windows', {
      name: 'Empty',
      startsAt: at,
      endsAt: at,
      tags: ['go'],
    })
    expect({ status: created.status, body: created.body }).toMatchObject({
      status: 201,
      body: { startsAt: at, endsAt: at },
    })
    const before = '2026-04-01T09:59:59.999Z'
    const place = `v1/maintenance-windows/${String(created.body['id'])}`
    expect((await send('PUT', place, { endsAt: before })).status).toBe(400)
    expect((await send('DELETE', place)).status).toBe(204)
  })

  it('reads back each value that it wrote', async () => {
    const differing = []
    for (const [name, { create, body, one, key = 'id' }] of Object.entries(goResources)) {
      const created = await send('POST', create, body)
      const read = await send('GET', `${one}${String(created.body[key])}`)
      differing.push(...unequal(body, read.body).map((field) => `${name}: ${field}`))
      await send('DELETE', `${one}${String(created.body[key])}`)
    }
    expect(differing).toEqual([])
  })

  it('reads results, filtered by 1 for true and unix seconds', async () => {
    const service = new TestService(database.db())
    const checkId = await service.check(account.accountId)
    await service.result(account.accountId, checkId, { outcome: 'failed' })
    const goResult: GoType = {
      id: 'string',
      name: 'string',
      checkId: 'string',
      hasFailures: 'bool',
      hasErrors: 'bool',
      isDegraded: 'bool',
      overMaxResponseTime: 'bool',
      runLocation: 'string',
      responseTime: 'int',
      apiCheckResult: 'map',
      browserCheckResult: 'map',
      checkRunId: 'int',
      attempts: 'int',
      startedAt: 'time',
      stoppedAt: 'time',
      created_at: 'time',
    }
    const now = clock.now() / 1000
    const range = `from=${now - 3600}&to=${now + 60}`
    const list = await send('GET', `v1/check-results/${checkId}?hasFailures=1&limit=10&page=1&${range}`)
    expect({ status: list.status, undecodable: undecodable(list.body, { list: goResult }) }).toEqual({
      status: 200,
      undecodable: [],
    })
    expect(list.body).toHaveLength(1)
  })

  it('reads the addresses checks come from', async () => {
    for (const path of ['v1/static-ips-by-region', 'v1/static-ipv6s-by-region']) {
      expect({ path, status: (await send('GET', path)).status }).toEqual({ path, status: 200 })
    }
    const runtime = await send('GET', 'v1/runtimes/2026.04')
    const reads: GoType = {
      name: 'string',
      multiStepSupport: 'bool',
      stage: 'string',
      runtimeEndOfLife: 'string',
      description: 'string',
    }
    expect({ status: runtime.status, undecodable: undecodable(runtime.body, reads) }).toEqual({
      status: 200,
      undecodable: [],
    })
  })
})
