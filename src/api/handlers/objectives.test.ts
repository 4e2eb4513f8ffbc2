import { beforeAll, describe, expect, test } from 'vitest'
import type { ObjectiveResource } from '#contract'
import { dayMs, hourMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

interface Own {
  readonly accountId: string
  readonly send: Send
}

async function own(): Promise<Own> {
  const account = await service.account()
  return { accountId: account.accountId, send: service.as(account.key) }
}

async function run({ accountId }: Own, checkId: string, all: number, failed: number): Promise<void> {
  for (let index = 0; index < all; index += 1) {
    service.clock.advance(1000)
    const outcome = index < failed ? 'failed' : 'passed'
    await service.result(accountId, checkId, { outcome, responseTimeMs: 100, measured: [100] })
  }
}

const goal = { name: 'Checkout', target: 90, windowDays: 7 }

async function create({ send }: Own, body: object): Promise<ObjectiveResource> {
  const { body: created } = await send('POST', '/v1/objectives', { ...goal, ...body })
  return created as ObjectiveResource
}
const read = async ({ send }: Own, id: string): Promise<ObjectiveResource> => {
  const { body } = await send('GET', `/v1/objectives/${id}`)
  return body as ObjectiveResource
}

describe('an objective', () => {
  test('says what is left of its budget, and how fast the budget was used of late', async () => {
    const some = await own()
    const checkId = await service.check(some.accountId, { name: 'Cart' })
    await run(some, checkId, 10, 1)
    service.clock.advance(2 * hourMs)
    await run(some, checkId, 10, 0)
    const { id } = await create(some, { checkId })
    expect(await read(some, id)).toMatchObject({
      scopeName: 'Cart',
      checks: 1,
      availability: 95,
      budget: { seconds: 60_480, left: 30_240, leftPercent: 50 },
      burnRates: { oneHour: 0, sixHours: 0.5, threeDays: 0.5 },
    })
    await run(some, checkId, 5, 5)
    expect((await read(some, id)).budget.leftPercent).toBe(-140)
    await run(some, checkId, 11, 0)
    expect((await read(some, id)).budget).toEqual({ seconds: 60_480, left: -40_320, leftPercent: -66.67 })
  })

  test('of a tag is about all checks that have it, and about no result before its window', async () => {
    const some = await own()
    const [old, other] = [
      await service.check(some.accountId, { tags: ['shop'] }),
      await service.check(some.accountId, { tags: ['shop', 'eu'] }),
    ]
    await run(some, await service.check(some.accountId), 1, 1)
    await run(some, old, 5, 5)
    service.clock.advance(8 * dayMs)
    await run(some, old, 4, 0)
    await run(some, other, 4, 1)
    expect(await create(some, { tag: 'shop' })).toMatchObject({ checks: 2, availability: 87.5 })
  })

  test('of a tag is also about checks that have it from their group', async () => {
    const some = await own()
    const { body } = await some.send('POST', '/v2/check-groups', { name: 'Shop', tags: ['shop'] })
    const { id: groupId } = body as { readonly id: number }
    await run(some, await service.check(some.accountId, { groupId, tags: ['cart'] }), 2, 1)
    expect(await create(some, { tag: 'shop' })).toMatchObject({ checks: 1, availability: 50 })
    const { body: report } = await some.send('GET', '/v1/reports/availability?groupBy=tag&filterByTags=shop')
    expect(report).toMatchObject({ entries: [{ name: 'cart' }, { name: 'shop' }] })
  })

  test('has a history by day, whose first is cut at the window and whose last is what is left now', async () => {
    const some = await own()
    const checkId = await service.check(some.accountId)
    service.clock.advance(12 * hourMs - (service.clock.now() % dayMs) + dayMs)
    await run(some, checkId, 10, 1)
    service.clock.advance(6 * dayMs + 23 * hourMs)
    await run(some, checkId, 10, 0)
    const { id, budget } = await create(some, { checkId })
    const { body } = await some.send('GET', `/v1/objectives/${id}/history`)
    const { days } = body as { readonly days: readonly { readonly results: number; readonly leftPercent: number }[] }
    expect(days).toHaveLength(8)
    expect([days.at(0), days.at(1), days.at(-1)]).toMatchObject([
      { results: 10, leftPercent: 50 },
      { results: 0, leftPercent: 50 },
      { results: 10, leftPercent: budget.leftPercent },
    ])
  })

  test('is changed and deleted, and goes with its check', async () => {
    const some = await own()
    const checkId = await service.check(some.accountId)
    const { id } = await create(some, { checkId })
    const { body } = await some.send('PUT', `/v1/objectives/${id}`, { target: 99 })
    expect(body).toMatchObject({ name: 'Checkout', target: 99, windowDays: 7, checkId })
    const other = await create(some, { tag: 'shop' })
    expect((await some.send('DELETE', `/v1/objectives/${other.id}`)).status).toBe(204)
    await some.send('DELETE', `/v1/checks/${checkId}`)
    expect((await some.send('GET', '/v1/objectives')).body).toEqual([])
    expect((await some.send('PUT', `/v1/objectives/${id}`, {})).status).toBe(404)
  })

  test('is about exactly one thing of its account, which others do not see', async () => {
    const [some, stranger] = [await own(), await own()]
    const checkId = await service.check(some.accountId)
    const status = async ({ send }: Own, body: object) =>
      (await send('POST', '/v1/objectives', { ...goal, ...body })).status
    for (const body of [
      {},
      { checkId, tag: 'shop' },
      { checkId: randomId() },
      { groupId: 4711 },
      { tag: 'shop', target: 100 },
    ])
      expect(await status(some, body)).toBe(400)
    expect(await status(stranger, { checkId })).toBe(400)
    const { id } = await create(some, { checkId })
    for (const method of ['GET', 'DELETE'] as const)
      expect((await stranger.send(method, `/v1/objectives/${id}`)).status).toBe(404)
  })
})
