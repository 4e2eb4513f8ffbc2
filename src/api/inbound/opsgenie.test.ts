import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { handlers } from '../handlers/index.ts'
import { mountInbound } from './mount-inbound.ts'

const database = useDatabase()
const clock = new TestClock()
const publicUrl = 'https://belfry.example'
let app: ReturnType<typeof aTestApi>
let token: string
let owner: Readonly<Record<string, string>>

beforeAll(() => {
  const store = testStore(database.db())
  const routes = { store, clock, publicUrl, serviceName: 'service' }
  app = aTestApi({ db: database.db(), clock, handlers, extraRoutes: (scope) => mountInbound(scope, routes) })
})
afterAll(() => app.close())

/** A separate account with one source for each test. */
beforeEach(async () => {
  const { key } = await anAccount(testStore(database.db()), clock)
  owner = { authorization: `Bearer ${key}` }
  const source = { method: 'POST', url: '/v1/alert-sources', headers: owner, payload: { name: 'Opsgenie' } } as const
  token = (await app.inject(source)).json().token
})

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  app.inject({ method: 'POST', url, headers: { host: 'belfry.example', ...headers }, payload })

const alertsOf = async () => (await app.inject({ url: '/v1/received-alerts', headers: owner })).json().entries

describe("requests in the form of Opsgenie's", () => {
  const key = () => ({ authorization: `GenieKey ${token}` })
  const alert = {
    message: 'Disk full',
    alias: 'disk/db1',
    description: 'Less than 1 % is free.',
    priority: 'P1',
    tags: ['service:shop', 'night'],
    details: { region: 'eu' },
    source: 'monit',
  }

  it('create, acknowledge and close the alert of their alias', async () => {
    const created = await post('/v2/alerts', alert, key())
    expect(created).toMatchObject({ statusCode: 202 })
    expect(created.json()).toMatchObject({ result: 'Request will be processed', requestId: expect.any(String) })
    expect(await alertsOf()).toMatchObject([
      {
        name: 'Disk full',
        severity: 'critical',
        summary: 'Less than 1 % is free.',
        labels: {
          alertname: 'Disk full',
          priority: 'P1',
          service: 'shop',
          night: 'true',
          region: 'eu',
          source: 'monit',
        },
      },
    ])
    const alias = encodeURIComponent(alert.alias)
    await post(`/v2/alerts/${alias}/acknowledge?identifierType=alias`, {}, key())
    expect(await alertsOf()).toMatchObject([{ acknowledgedBy: 'Opsgenie' }])
    await post(`/v2/alerts/${alias}/close?identifierType=alias`, {}, key())
    expect(await alertsOf()).toMatchObject([{ state: 'RESOLVED' }])
    expect((await post('/v2/alerts/unknown/close', {}, key())).statusCode).toBe(202)
  })

  it('say what is wrong with them', async () => {
    expect((await post('/v2/alerts', alert)).json()).toMatchObject({ message: expect.stringContaining('GenieKey') })
    expect(await post('/v2/alerts', { priority: 'P1' }, key())).toMatchObject({ statusCode: 422 })
    expect((await post('/v2/alerts', alert, { authorization: 'GenieKey unknown' })).statusCode).toBe(404)
  })
})
