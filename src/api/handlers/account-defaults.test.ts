import { beforeAll, expect, test } from 'vitest'
import { createKey } from '#management'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const path = '/v1/accounts/me/defaults'
const put = (send: Send, check: object) => send('PUT', path, { check })
const idOf = ({ body }: TestAnswer): number => Number(Reflect.get(Object(body), 'id'))

async function aChannel(send: Send): Promise<number> {
  return idOf(await send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'on-call@mail.example' } }))
}

test('an account has no defaults until an admin sets some, which replace those before', async () => {
  const { send } = await service.owner()
  expect(await send('GET', path)).toMatchObject({ status: 200, body: { check: {} } })
  const check = {
    frequency: 0,
    frequencyOffset: 20,
    locations: ['eu-west-1'],
    retryStrategy: null,
    alertSettings: { escalationType: 'TIME_BASED' },
    tags: ['shop'],
  }
  expect(await put(send, check)).toMatchObject({ status: 200, body: { check } })
  expect((await send('GET', path)).body).toEqual({ check })
  expect((await send('PUT', path, {})).body).toEqual({ check })
  expect((await put(send, { tags: ['other'] })).body).toEqual({ check: { tags: ['other'] } })
  expect((await put(send, {})).body).toEqual({ check: {} })
})

test('defaults have to be what a check may have, and to name what the account has', async () => {
  const { send } = await service.owner()
  const { send: stranger } = await service.owner()
  const foreign = await aChannel(stranger)
  const wrong: readonly (readonly [check: object, message: RegExp])[] = [
    [{ frequency: 7 }, /frequency/],
    [{ frequency: 0 }, /10, 20 or 30/],
    [{ locations: ['atlantis'] }, /locations/],
    [{ privateLocations: ['nowhere'] }, /nowhere/],
    [{ alertChannelSubscriptions: [{ alertChannelId: foreign, activated: true }] }, new RegExp(String(foreign))],
    [{ groupId: 2_000_000_000 }, /2000000000/],
  ]
  for (const [check, message] of wrong) {
    const { status, text } = await put(send, check)
    expect([check, status, text]).toEqual([check, 400, expect.stringMatching(message)])
  }
  expect((await send('GET', path)).body).toEqual({ check: {} })
})

test('what is deleted vanishes from the defaults', async () => {
  const { send } = await service.owner()
  const [kept, gone] = [await aChannel(send), await aChannel(send)]
  const group = idOf(await send('POST', '/v2/check-groups', { name: 'Shop' }))
  const location = await send('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
  const on = (alertChannelId: number) => ({ alertChannelId, activated: true })
  await put(send, {
    alertChannelSubscriptions: [on(kept), on(gone)],
    privateLocations: ['office'],
    locations: [],
    groupId: group,
    tags: ['shop'],
  })
  for (const one of [`/v1/alert-channels/${gone}`, `/v1/check-groups/${group}`])
    expect((await send('DELETE', one)).status).toBe(204)
  expect((await send('DELETE', `/v1/private-locations/${Reflect.get(Object(location.body), 'id')}`)).status).toBe(204)
  expect((await send('GET', path)).body).toEqual({
    check: { alertChannelSubscriptions: [on(kept)], locations: [], tags: ['shop'] },
  })
})

test('they change no request: a check that a program creates is as it would be without them', async () => {
  const { send } = await service.owner()
  const create = async () => {
    const request = { url: 'https://shop.example/' }
    const { body } = await send('POST', '/v1/checks/url', { name: 'Shop', request })
    const { id: _id, created_at: _at, ...check } = Object(body) as Record<string, unknown>
    return check
  }
  const channel = await aChannel(send)
  const before = await create()
  await put(send, {
    frequency: 60,
    tags: ['shop'],
    activated: false,
    alertChannelSubscriptions: [{ alertChannelId: channel, activated: false }],
  })
  expect(await create()).toEqual(before)
})

test('everybody reads them, admins change them, and the audit log has both states', async () => {
  const { account, send } = await service.owner()
  const keyOf = async (role: 'READ_WRITE' | 'READ_ONLY' | 'ADMIN') => {
    const made = { kind: 'service', accountId: account.accountId, name: 'x', role } as const
    return service.as((await createKey(service.store, made, new Date())).key)
  }
  expect((await (await keyOf('READ_ONLY'))('GET', path)).status).toBe(200)
  expect((await put(await keyOf('READ_WRITE'), { tags: ['a'] })).status).toBe(403)
  expect((await put(await keyOf('ADMIN'), { tags: ['a'] })).status).toBe(200)
  const { body } = await send('GET', '/v1/audit-log')
  expect(JSON.stringify(body)).toContain('"operation":"updateAccountDefaults"')
  expect(JSON.stringify(body)).toContain('checkDefaults')
  const { send: stranger } = await service.owner()
  expect((await stranger('GET', path)).body).toEqual({ check: {} })
})
