import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let accountId: string
let send: Send
let shop: string
let blog: string
let group: number
const channels = '/v1/alert-channels'
const email = { type: 'EMAIL', config: { address: 'ops@example.com' } }
const idOf = ({ body }: TestAnswer): number => (body as { id: number }).id

beforeEach(async () => {
  service = new TestService(database.db())
  const owner = await service.owner()
  accountId = owner.account.accountId
  send = owner.send
  shop = await service.check(accountId, { tags: ['shop', 'production'] })
  blog = await service.check(accountId, { tags: ['blog'] })
  group = idOf(await send('POST', '/v2/check-groups?autoAssignAlerts=false', { name: 'Shops', tags: ['shop'] }))
})

const subscribersOf = async (id: number): Promise<unknown[]> => {
  const { body } = await send('GET', `${channels}/${id}`)
  const { subscriptions } = body as {
    subscriptions: { checkId: string | null; groupId: number | null; activated: boolean }[]
  }
  return subscriptions.map(({ checkId, groupId, activated }) => [checkId ?? groupId, activated])
}

describe('a channel is subscribed in one call', () => {
  test('to all checks and groups of its account, and to no others', async () => {
    const otherAccount = await service.owner()
    await service.check(otherAccount.account.accountId)
    const id = idOf(await send('POST', channels, email))
    const answer = await send('POST', `${channels}/${id}/subscribe`, { all: true })
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: { checks: 2, groups: 1 } })
    expect(new Set(await subscribersOf(id))).toEqual(
      new Set([
        [shop, true],
        [blog, true],
        [group, true],
      ]),
    )
    expect((await otherAccount.send('POST', `${channels}/${id}/subscribe`, { all: true })).status).toBe(404)
  })

  test('by tag, to checks and groups, and to those that were switched off', async () => {
    const id = idOf(await send('POST', channels, { ...email, subscriptions: [{ checkId: shop, activated: false }] }))
    const answer = await send('POST', `${channels}/${id}/subscribe`, { tags: ['shop', 'nothing'] })
    expect(answer.body).toEqual({ checks: 1, groups: 1 })
    expect(new Set(await subscribersOf(id))).toEqual(
      new Set([
        [shop, true],
        [group, true],
      ]),
    )
    expect((await send('POST', `${channels}/${id}/subscribe`, { tags: ['nothing'] })).body).toEqual({
      checks: 0,
      groups: 0,
    })
    expect(await subscribersOf(id)).toHaveLength(2)
  })

  test('by group, and when it is created', async () => {
    const created = await send('POST', channels, { ...email, subscribe: { groups: [group], tags: ['blog'] } })
    expect(created.status).toBe(201)
    expect(new Set(await subscribersOf(idOf(created)))).toEqual(
      new Set([
        [blog, true],
        [group, true],
      ]),
    )
    expect(created.body).toMatchObject({ subscriptions: [{ activated: true }, { activated: true }] })
  })

  test('to nothing when a group is unknown or nothing is named', async () => {
    const other = await service.owner()
    const theirs = idOf(await other.send('POST', '/v2/check-groups', { name: 'Theirs' }))
    const id = idOf(await send('POST', channels, email))
    for (const body of [{ groups: [group, theirs] }, { groups: [999_999] }, {}, { all: false, tags: [] }]) {
      expect((await send('POST', `${channels}/${id}/subscribe`, body)).status).toBe(400)
      expect((await send('POST', channels, { ...email, subscribe: body })).status).toBe(400)
    }
    expect(await subscribersOf(id)).toEqual([])
    expect((await send('GET', channels)).body).toHaveLength(1)
  })
})
