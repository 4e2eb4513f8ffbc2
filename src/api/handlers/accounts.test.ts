import { beforeAll, describe, expect, test } from 'vitest'
import { handlers } from './index.ts'
import { regions, runtimeIds } from '#contract'
import { randomId } from '#kernel'
import { createKey } from '#management'
import { findFirstAccountId } from '#storage/accounts'
import { aTestApi } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

describe('accounts', () => {
  test('are those of the key, and no others', async () => {
    const { accountId, key } = await service.account()
    const otherAccount = await service.account()
    const send = service.as(key)
    const account = {
      id: accountId,
      name: 'Account of a test',
      runtimeId: '2026.04',
      plan: 'self-hosted',
      planDisplayName: 'Self-hosted',
      addons: {},
      settings: { publicBadges: true },
      alertSettings: expect.objectContaining({ escalationType: 'RUN_BASED' }),
      features: [],
    }
    expect((await send('GET', '/v1/accounts')).body).toEqual([account])
    expect((await send('GET', '/v1/accounts/me')).body).toEqual(account)
    expect((await send('GET', `/v1/accounts/${accountId.toUpperCase()}`)).body).toEqual(account)
    for (const id of [otherAccount.accountId, 'x']) {
      expect((await send('GET', `/v1/accounts/${id}`)).status).toBe(404)
      expect((await send('GET', `/v1/accounts/${id}/entitlements`)).status).toBe(404)
    }
  })

  test('are found under /next by a command line tool, with who its key acts as', async () => {
    const { accountId, key } = await service.account()
    const send = service.as(key, { 'x-service-account': accountId })
    const account = (await send('GET', `/v1/accounts/${accountId}`)).body
    expect((await send('GET', `/next/accounts/${accountId}`)).body).toEqual(account)
    expect((await send('GET', '/next/accounts')).body).toEqual([account])
    expect((await send('GET', `/next/accounts/${randomId()}`)).status).toBe(404)

    const member = { id: expect.any(String), name: expect.any(String) }
    expect((await send('GET', '/next/users/me')).body).toEqual(member)
    const made = { kind: 'service', accountId, name: 'CI', role: 'READ_ONLY' } as const
    const ownKey = await createKey(service.store, made, new Date(service.clock.now()))
    expect((await service.as(ownKey.key)('GET', '/next/users/me')).body).toEqual({ id: ownKey.id, name: 'CI' })
  })

  test('have no usage credits, which the command line tool is told by a code beside the message', async () => {
    const { key } = await service.account()
    const answer = await service.as(key)('GET', '/v1/usage/summary?from=2026-01-01&checkTypes=API,BROWSER')
    expect(answer).toMatchObject({ status: 404, body: { statusCode: 404, error: 'Not Found', code: 'NO_USAGE_TERMS' } })
  })

  test('may do everything there is, without limits, in every location', async () => {
    const { accountId, key } = await service.account()
    const { body } = await service.as(key)('GET', `/v1/accounts/${accountId}/entitlements`)
    expect((await service.as(key)('GET', '/v1/accounts/me/entitlements')).body).toEqual(body)
    const { entitlements, locations, ...rest } = body as {
      entitlements: { enabled: boolean; quantity?: number }[]
      locations: { all: { id: string; available: boolean }[]; maxPerCheck: number }
    }
    expect(rest).toEqual({ plan: 'self-hosted', planDisplayName: 'Self-hosted', addons: {} })
    expect(entitlements.length).toBeGreaterThan(0)
    expect(entitlements.every(({ enabled, quantity }) => enabled && quantity === undefined)).toBe(true)
    expect(locations.all.map(({ id, available }) => [id, available])).toEqual(regions.map((region) => [region, true]))
    // A command line tool says `max undefined per check` without it.
    expect(locations.maxPerCheck).toBe(regions.length)
  })

  test('return the plan of the operator: its name, quantities, and what is not part of it', async () => {
    const allowances = { PRIVATE_LOCATIONS: 3, SUB_MINUTE_FREQUENCY: false } as const
    const planTerms = { plan: 'team', planDisplayName: 'Team', allowances }
    const app = aTestApi({ db: database.db(), handlers, planTerms })
    const { key } = await service.account()
    const read = async (url: string) => (await app.inject({ url, headers: { authorization: `Bearer ${key}` } })).json()
    expect(await read('/v1/accounts/me')).toMatchObject({ plan: 'team', planDisplayName: 'Team' })
    expect(await read('/v1/accounts/me/entitlements')).toMatchObject({
      plan: 'team',
      entitlements: expect.arrayContaining([
        expect.objectContaining({ key: 'PRIVATE_LOCATIONS', enabled: true, quantity: 3 }),
        expect.objectContaining({ key: 'SUB_MINUTE_FREQUENCY', enabled: false }),
        expect.objectContaining({ key: 'STATUS_PAGES', enabled: true }),
      ]),
    })
    await app.close()
  })
})

describe('what every role may read', () => {
  test('lists every location with the name people know', async () => {
    const { body } = await service.as(null)('GET', '/v1/locations')
    expect(body).toHaveLength(regions.length)
    expect(body).toContainEqual({ region: 'eu-west-1', name: 'Ireland', place: 'eu-west-1' })
  })

  test('lists every runtime, latest first, and each by its name', async () => {
    const send = service.as(null)
    const { body } = await send('GET', '/v1/runtimes')
    const runtimes = body as { name: string; nodeJsVersion: string; multiStepSupport: boolean }[]
    expect(runtimes.map(({ name }) => name)).toEqual([...runtimeIds])
    expect(runtimes.map(({ multiStepSupport }) => multiStepSupport)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
    ])
    expect((await send('GET', '/v1/runtimes/2025.04')).body).toMatchObject({
      nodeJsVersion: '22.23.3',
      dependencies: { '@playwright/test': '1.51.1' },
    })
    expect((await send('GET', '/v1/runtimes/1999.01')).status).toBe(404)
  })
})

test('owners of the first account create others, which they own; nobody else does', async () => {
  const accounts = [await service.account(), await service.account()]
  const keyOf = async (id: string) =>
    (await createKey(service.store, { kind: 'user', accountId: id, name: 'x' }, new Date())).key
  const first = (await findFirstAccountId(database.db())) ?? ''
  // Accounts of one moment have an order as well.
  const accountId = accounts.find((account) => account.accountId !== first)?.accountId ?? ''
  const owner = service.as(await keyOf(first))
  const forbidden = { status: 403, body: { attributes: { code: 'FIRST_ACCOUNT_ONLY' } } }
  expect(await service.as(await keyOf(accountId))('POST', '/v1/accounts', { name: 'Mine' })).toMatchObject(forbidden)
  for (const body of [{}, { name: '' }, { name: 'a'.repeat(101) }, { name: 7 }])
    expect((await owner('POST', '/v1/accounts', body)).status).toBe(400)
  const made = await owner('POST', '/v1/accounts', { name: 'Second' })
  expect(made).toMatchObject({ status: 201, body: { name: 'Second', alertSettings: { escalationType: 'RUN_BASED' } } })
  const { body } = await service.as(await keyOf(String(Reflect.get(Object(made.body), 'id'))))('GET', '/v1/session')
  expect(body).toMatchObject({
    mayCreateAccounts: true,
    accounts: expect.arrayContaining([{ id: first, name: expect.any(String), role: 'OWNER' }]),
  })
})

test('a link to something of another account of the caller is found, and nothing of anybody else', async () => {
  const { accountId, key } = await service.account()
  const send = service.as(key)
  const find = async (type: string, id: string | number, by = send) =>
    (await by('GET', `/v1/account-of-resource?type=${type}&id=${id}`)).body
  const made = async (path: string, body: object, name = 'id') =>
    Reflect.get(Object((await send('POST', path, body)).body), name)
  const session = { name: 'Nightly', testResults: [{ name: 'Checkout' }] }
  const resources: readonly (readonly [type: string, id: string])[] = [
    ['CHECK', await service.check(accountId)],
    ['CHECK_GROUP', await made('/v2/check-groups', { name: 'Shop' })],
    ['ALERT_CHANNEL', await made('/v1/alert-channels', { type: 'EMAIL', config: { address: 'a@mail.example' } })],
    ['TEST_SESSION', await made('/next/test-sessions/create', session, 'testSessionId')],
    ['PRIVATE_LOCATION', await made('/v1/private-locations', { name: 'Office', slugName: 'office' })],
  ]
  const stranger = service.as((await service.account()).key)
  for (const [type, id] of resources) {
    expect([type, await find(type, id)]).toEqual([type, { accountId }])
    expect([type, await find(type, id, stranger)]).toEqual([type, { accountId: null }])
    for (const wrong of ['x', '99999999999', randomId(), '-1'])
      expect([type, wrong, await find(type, wrong)]).toEqual([type, wrong, { accountId: null }])
  }
  expect((await send('GET', '/v1/account-of-resource?type=SNIPPET&id=1')).status).toBe(400)
})
