import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { GroupOrderResource } from '#contract'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
beforeAll(() => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
})

let send: Send
let accountId: string
let groupId: number
let ids: readonly string[]
beforeEach(async () => {
  const { account, send: ofOwner } = await service.owner()
  ;[send, accountId] = [ofOwner, account.accountId]
  const group = (await send('POST', '/v2/check-groups', { name: 'Shop', concurrency: 2 })).body
  groupId = (group as { readonly id: number }).id
  ids = []
  for (const name of ['a', 'b', 'c', 'd']) {
    service.clock.advance(1000)
    ids = [...ids, await service.check(accountId, { name, groupId, retryStrategy: null, locations: ['eu-west-1'] })]
  }
})

const order = async (): Promise<GroupOrderResource> =>
  (await send('GET', `/v1/check-groups/${groupId}/order`)).body as GroupOrderResource
const names = ({ entries }: GroupOrderResource): string => entries.map(({ name }) => name).join('')
const put = (...checkIds: readonly (string | undefined)[]) =>
  send('PUT', `/v1/check-groups/${groupId}/order`, { checkIds })

test('checks of a group run as they came until they are put in order, and those left out follow', async () => {
  expect(names(await order())).toBe('abcd')
  const answer = await put(ids[2], ids[0])
  expect(answer.status).toBe(200)
  expect(names(await order())).toBe('cabd')
  expect((await order()).entries.map(({ groupOrder }) => groupOrder)).toEqual([1, 2, 3, 4])
  expect((await order()).total).toBe(4)
  await put(ids[3])
  expect(names(await order())).toBe('dcab')
})

test('only checks whose place changes are changed', async () => {
  await put(...ids)
  const before = (await send('GET', `/v1/checks/${ids[0]}`)).body as { readonly updated_at: string }
  service.clock.advance(1000)
  await put(ids[0], ids[1], ids[3], ids[2])
  expect((await send('GET', `/v1/checks/${ids[0]}`)).body).toMatchObject({ updated_at: before.updated_at })
  expect((await send('GET', `/v1/checks/${ids[3]}`)).body).toMatchObject({ groupOrder: 3 })
})

test('a check of another group, one given twice and a group of another account are rejected, and nothing changes', async () => {
  const stranger = await service.check(accountId, { name: 'stranger' })
  const answer = await put(ids[1], stranger)
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining(stranger)])
  expect((await put(ids[1], ids[1])).status).toBe(400)
  expect((await put()).status).toBe(400)
  const { send: other } = await service.owner()
  expect((await other('PUT', `/v1/check-groups/${groupId}/order`, { checkIds: [ids[1]] })).status).toBe(404)
  expect((await other('GET', `/v1/check-groups/${groupId}/order`)).status).toBe(404)
  expect((await other('POST', `/v1/check-groups/${groupId}/run`)).status).toBe(404)
  expect(names(await order())).toBe('abcd')
})

test('a group runs in its order, as many checks at once as its concurrency, without those that are paused', async () => {
  await put(ids[3], ids[1])
  await send('PUT', `/v1/checks/${ids[0]}`, { activated: false })
  const answer = await send('POST', `/v1/check-groups/${groupId}/run`)
  expect(answer.status).toBe(201)
  const { sessions } = answer.body as { readonly sessions: readonly { readonly checkId: string }[] }
  expect(sessions.map(({ checkId }) => checkId)).toEqual([ids[3], ids[1], ids[2]])
  const first = (await runner.claim()).filter((task) => task.accountId === accountId)
  expect(first.map(({ checkId }) => checkId).toSorted()).toEqual([ids[3] ?? '', ids[1] ?? ''].toSorted())
  await runner.settle(first)
  const second = (await runner.claim()).filter((task) => task.accountId === accountId)
  expect(second.map(({ checkId }) => checkId)).toEqual([ids[2]])
  await runner.settle(second)
})

test('a group without a check that runs says so', async () => {
  const empty = (await send('POST', '/v2/check-groups', { name: 'Empty' })).body as { readonly id: number }
  expect((await send('POST', `/v1/check-groups/${empty.id}/run`)).status).toBe(404)
})
