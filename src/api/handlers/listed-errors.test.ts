import { beforeAll, describe, expect, test } from 'vitest'
import { recordErrorGroups } from '#error-groups'
import { dayMs, hourMs, randomId } from '#kernel'
import { countOccurrences } from '#storage/error-groups'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

interface Own {
  readonly account: TestAccount
  readonly send: Send
}

async function own(): Promise<Own> {
  const account = await service.account()
  return { account, send: service.as(account.key) }
}

/** A failed run, recorded with its result as the runs of a service are. */
async function failRun({ account: { accountId } }: Own, checkId: string, error: string, location = 'eu-west-1') {
  service.clock.advance(1000)
  const nowMs = service.clock.now()
  const resultId = randomId()
  const failure = { accountId, checkId, checkType: 'TCP', resultId, error, location } as const
  const groups = await service.db.transaction((tx) => recordErrorGroups(tx, [failure], { nowMs }))
  const errorGroupIds = [...groups.values()]
  await service.result(accountId, checkId, { outcome: 'failed', error, location, errorGroupIds })
  return errorGroupIds[0] ?? ''
}

interface Listed {
  readonly entries: readonly {
    readonly id: string
    readonly recent: readonly number[]
    readonly locations: readonly string[]
    readonly checks: number
    readonly occurrences: number
    readonly state: string
  }[]
  readonly counts: Readonly<Record<string, number>>
}

const list = async ({ send }: Own, query = ''): Promise<Listed> => {
  const { body } = await send('GET', `/v1/errors${query}`)
  return body as Listed
}
const idsOf = ({ entries }: Listed): string[] => entries.map(({ id }) => id)

describe('errors', () => {
  test('are listed with the newest first, with when and where they occurred and in how many checks', async () => {
    const some = await own()
    const [one, other] = [await service.check(some.account.accountId), await service.check(some.account.accountId)]
    const old = await failRun(some, one, 'Refused')
    const same = await failRun(some, other, 'Refused', 'us-east-1')
    await failRun(some, one, 'Refused', 'us-east-1')
    await failRun(some, one, 'Refused')
    const listed = await list(some)
    expect(idsOf(listed)).toEqual([same, old])
    expect(listed.entries[1]).toMatchObject({ occurrences: 3, locations: ['eu-west-1', 'us-east-1'], checks: 2 })
    expect(listed.entries[1]?.recent).toEqual([...Array.from({ length: 41 }, () => 0), 3])
    expect(idsOf(await list(some, '?sortBy=last'))).toEqual([old, same])
    expect(idsOf(await list(some, '?limit=1&page=2'))).toEqual([old])
  })

  test('are counted in the interval in which they occurred, for seven days', async () => {
    const some = await own()
    const { accountId } = some.account
    const id = await failRun(some, await service.check(accountId), 'Refused')
    const seen = { accountId, errorGroupId: id, location: 'eu-west-1', occurrences: 2 }
    const now = service.clock.now()
    await countOccurrences(service.db, [seen], new Date(now - 4 * hourMs))
    await countOccurrences(service.db, [seen], new Date(now - 8 * dayMs))
    const [error] = (await list(some)).entries
    expect(error?.recent.slice(-2)).toEqual([2, 1])
    expect(error?.recent.reduce((sum, size) => sum + size, 0)).toBe(3)
  })

  test('are narrowed by check, tag, location and text, and no account sees those of another', async () => {
    const [some, stranger] = [await own(), await own()]
    const { accountId } = some.account
    const cart = await service.check(accountId, { name: 'Cart', tags: ['shop'] })
    const pay = await service.check(accountId, { name: 'Pay' })
    const first = await failRun(some, cart, 'Refused')
    const second = await failRun(some, pay, 'Too slow', `private:${accountId}:office`)
    expect(idsOf(await list(some, `?checkId=${cart}`))).toEqual([first])
    expect(idsOf(await list(some, '?filterByTags=shop'))).toEqual([first])
    expect(idsOf(await list(some, '?location=office'))).toEqual([second])
    expect(idsOf(await list(some, '?search=SLOW'))).toEqual([second])
    expect(idsOf(await list(some, '?search=cart'))).toEqual([first])
    expect((await list(stranger)).entries).toEqual([])
    expect((await stranger.send('GET', `/v1/errors/${first}`)).status).toBe(404)
  })

  test('are archived together, and brought back by what the answer says', async () => {
    const [some, stranger] = [await own(), await own()]
    const checkId = await service.check(some.account.accountId)
    const [one, other] = [await failRun(some, checkId, 'Refused'), await failRun(some, checkId, 'Too slow')]
    const change = (send: Send, errors: readonly object[]) => send('POST', '/v1/errors/changes', { errors })
    const wanted = [
      { id: one, state: 'UNTIL_NEXT' },
      { id: other, state: 'ARCHIVED' },
      { id: randomId(), state: 'ARCHIVED' },
    ]
    expect((await change(stranger.send, wanted)).body).toEqual({ previous: [] })
    const { body } = await change(some.send, wanted)
    const { previous } = body as { readonly previous: readonly { readonly id: string; readonly state: string }[] }
    expect(new Map(previous.map(({ id, state }) => [id, state]))).toEqual(
      new Map([one, other].map((id) => [id, 'OPEN'])),
    )
    expect((await list(some)).counts).toEqual({ OPEN: 0, UNTIL_NEXT: 1, ARCHIVED: 1 })
    expect(idsOf(await list(some, '?state=ARCHIVED'))).toEqual([other])
    await change(some.send, previous)
    expect((await list(some)).counts).toEqual({ OPEN: 2, UNTIL_NEXT: 0, ARCHIVED: 0 })
  })

  test('archived until their next occurrence are open again when they occur', async () => {
    const some = await own()
    const checkId = await service.check(some.account.accountId)
    const id = await failRun(some, checkId, 'Refused')
    await some.send('POST', '/v1/errors/changes', { errors: [{ id, state: 'UNTIL_NEXT' }] })
    expect(idsOf(await list(some))).toEqual([])
    await failRun(some, checkId, 'Refused')
    expect(idsOf(await list(some))).toEqual([id])
  })
})

describe('one error', () => {
  test('names its results, its locations, other checks with it, and the last good run before it', async () => {
    const some = await own()
    const { accountId } = some.account
    const [checkId, other] = [await service.check(accountId), await service.check(accountId, { name: 'Pay' })]
    service.clock.advance(1000)
    const good = await service.result(accountId, checkId, { outcome: 'passed' })
    const id = await failRun(some, checkId, 'Refused')
    await failRun(some, checkId, 'Too slow')
    await failRun(some, checkId, 'Refused')
    const same = await failRun(some, other, 'Refused')
    const { body } = await some.send('GET', `/v1/errors/${id}`)
    expect(body).toMatchObject({
      message: 'Refused',
      occurrences: 2,
      locations: [{ location: 'eu-west-1', occurrences: 2 }],
      others: [{ id: same, checkName: 'Pay', occurrences: 1 }],
      lastGood: { id: good },
      results: [{ location: 'eu-west-1' }, { location: 'eu-west-1' }],
    })
    const { results, first } = body as { readonly results: readonly { id: string }[]; readonly first: { id: string } }
    expect(results[1]?.id).toBe(first.id)
  })
})
