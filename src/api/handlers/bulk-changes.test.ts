import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handlers } from './index.ts'
import type { BulkChangeResource, SavedViewResource, UndoneChangeResource } from '#contract'
import { TestClock, hourMs } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let other: TestAccount
let ids: string[] = []

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, who = account) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${who.key}` }, ...(payload && { payload }) })

const change = async (body: object): Promise<BulkChangeResource> => {
  const answer = await send('POST', '/v1/bulk-changes', body)
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
  return answer.json()
}
const undo = async (id: string | null): Promise<UndoneChangeResource> => {
  const answer = await send('POST', `/v1/bulk-changes/${id}/undo`)
  expect({ status: answer.statusCode, body: answer.body }).toMatchObject({ status: 200 })
  return answer.json()
}
const read = async (id: string | undefined) => (await send('GET', `/v3/checks/${id}`)).json()
const rowsOf = (table: string) =>
  database
    .db()
    .rows(`select * from ${table} where account_id = $1 and check_id = any($2::uuid[]) order by check_id`, [
      account.accountId,
      ids,
    ])

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  other = await anAccount(testStore(database.db()), clock)
})
beforeEach(async () => {
  account = await anAccount(testStore(database.db()), clock)
  ids = []
  for (const name of ['one', 'two', 'three']) {
    const body = { name, locations: ['eu-west-1'], tags: ['all', name], request: { url: `https://${name}.example/` } }
    ids.push((await send('POST', '/v1/checks/url', body)).json().id)
  }
  const heartbeat = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes' }
  ids.push((await send('POST', '/v1/checks/heartbeat', { name: 'job', tags: ['all'], heartbeat })).json().id)
})
afterAll(() => app.close())

it('checks chosen by filter are changed together, and undone together', async () => {
  const before = await Promise.all(ids.map(read))
  const fields = { activated: false, addTags: ['new'], removeTags: ['one'], frequency: 60, locations: ['us-east-1'] }
  const changed = await change({ filter: { tag: ['all'] }, change: fields })
  expect(changed).toMatchObject({ changed: 4, unchanged: 0, undoUntil: new Date(clock.now() + hourMs).toISOString() })
  expect(await read(ids[0])).toMatchObject({
    activated: false,
    tags: ['all', 'new'],
    frequency: 60,
    locations: ['us-east-1'],
  })
  expect(await read(ids[3])).toMatchObject({ activated: false, tags: ['all', 'new'], locations: [] })
  expect((await rowsOf('check_schedules')).map(({ nextRunAt }) => nextRunAt)).toEqual([null, null, null, null])

  expect(await undo(changed.undoId)).toEqual({ restored: 4, refused: [] })
  for (const [index, id] of ids.entries()) {
    const { activated, tags, frequency, locations } = before[index]
    expect(await read(id)).toMatchObject({ activated, tags, frequency, locations })
  }
  const [schedule] = await rowsOf('check_schedules')
  expect(schedule?.['nextRunAt']).toBeInstanceOf(Date)
  expect((await send('POST', `/v1/bulk-changes/${changed.undoId}/undo`)).statusCode).toBe(404)
})

/** Copies of a check, written at once because requests for each would take minutes. */
const manyChecks = `with made as (
    insert into checks select copy.*
    from (select * from checks where account_id = $1 and name = 'one') as one, generate_series(1, 10000) as n,
      jsonb_populate_record(null::checks, to_jsonb(one) || jsonb_build_object(
        'id', gen_random_uuid(), 'name', 'Tenant ' || n, 'tags', jsonb_build_array('tenant'))) as copy
    returning account_id, id)
  insert into check_states (account_id, check_id, status, created_at, updated_at)
  select account_id, id, 'passing', now(), now() from made`

it('ten thousand checks are changed at once by their filter, and taken back', async () => {
  await database.db().rows(manyChecks, [account.accountId])
  const { undoId, changed } = await change({ filter: { tag: ['tenant'] }, change: { muted: true } })
  expect(changed).toBe(10_000)
  expect(await undo(undoId)).toEqual({ restored: 10_000, refused: [] })
  expect((await send('GET', '/v1/check-rows?muted=true')).json().entries).toEqual([])
})

it('what somebody changed or deleted since is left as it is', async () => {
  const { undoId } = await change({ checkIds: ids.slice(0, 3), change: { muted: true } })
  await send('PUT', `/v1/checks/url/${ids[0]}`, { name: 'renamed' })
  await send('DELETE', `/v1/checks/${ids[1]}`)
  const { restored, refused } = await undo(undoId)
  expect(restored).toBe(1)
  expect(refused).toEqual(
    expect.arrayContaining([
      { checkId: ids[0], reason: 'CHANGED_SINCE' },
      { checkId: ids[1], reason: 'DELETED_SINCE' },
    ]),
  )
  expect([(await read(ids[0])).muted, (await read(ids[2])).muted]).toEqual([true, false])
})

it('deleted checks come back with what belonged to them', async () => {
  const group = (await send('POST', '/v2/check-groups', { name: 'Shop' })).json()
  await change({ checkIds: [ids[1]], change: { groupId: group.id } })
  await send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'ops@shop.example' } })
  const channel = (await send('GET', '/v1/alert-channels')).json()[0]
  await send('PUT', `/v1/alert-channels/${channel.id}/subscriptions`, { checkId: ids[0], activated: true })
  await send('POST', '/v1/objectives', { name: 'Shop', target: 99.9, windowDays: 30, checkId: ids[0] })
  const tables = ['check_states', 'heartbeat_timers', 'channel_subscriptions', 'objectives']
  const rows = await Promise.all(tables.map(rowsOf))
  const before = await Promise.all(ids.map(read))
  const { undoId, changed } = await change({ checkIds: ids, change: { delete: true } })
  expect(changed).toBe(4)
  expect((await send('GET', `/v1/checks/${ids[0]}`)).statusCode).toBe(404)
  expect(await undo(undoId)).toEqual({ restored: 4, refused: [] })
  expect(await Promise.all(tables.map(rowsOf))).toEqual(rows)
  expect(rows.map((found) => found.length)).toEqual([4, 1, 1, 1])
  expect(await Promise.all(ids.map(read))).toEqual(before)
})

it('a deleted check comes back without its group when that is gone', async () => {
  const group = (await send('POST', '/v2/check-groups', { name: 'Shop' })).json()
  await change({ checkIds: [ids[1]], change: { groupId: group.id } })
  const { undoId } = await change({ checkIds: [ids[1]], change: { delete: true } })
  expect((await send('DELETE', `/v1/check-groups/${group.id}`)).statusCode).toBe(204)
  expect(await undo(undoId)).toEqual({ restored: 1, refused: [] })
  expect((await read(ids[1])).groupId).toBeNull()
})

it('one mistake changes nothing, and no id of another account is touched', async () => {
  const refused = async (body: object): Promise<unknown> => {
    const answer = await send('POST', '/v1/bulk-changes', body)
    return [answer.statusCode, answer.json().attributes.code]
  }
  const muted = { muted: true }
  const { id } = (
    await send('POST', '/v1/checks/url', { name: 'x', request: { url: 'https://x.example/' } }, other)
  ).json()
  expect(await refused({ checkIds: [ids[0], id], change: muted })).toEqual([404, 'CHECK_NOT_FOUND'])
  expect(await refused({ change: muted })).toEqual([400, 'BULK_SELECTION_INVALID'])
  expect(await refused({ checkIds: ids, filter: {}, change: muted })).toEqual([400, 'BULK_SELECTION_INVALID'])
  const all = { filter: { tag: ['all'] } }
  expect(await refused({ ...all, change: { groupId: 999 } })).toEqual([400, 'GROUP_UNKNOWN'])
  expect(await refused({ ...all, change: { privateLocations: ['none'] } })).toEqual([400, 'PRIVATE_LOCATION_UNKNOWN'])
  const { undoId } = await change({ ...all, change: muted })
  expect((await send('POST', `/v1/bulk-changes/${undoId}/undo`, undefined, other)).statusCode).toBe(404)
})

it('a filter that selects everything by mistake changes nothing', async () => {
  const remove = { delete: true }
  const mistakes: [object, number, string][] = [
    [{ filter: {}, change: remove }, 400, 'BULK_FILTER_EMPTY'],
    [{ filter: { tags: ['one'] }, change: remove }, 400, 'BODY_INVALID'],
    [{ filter: { tag: [] }, change: remove }, 400, 'BODY_INVALID'],
    [{ filter: { tag: null }, change: remove }, 400, 'BODY_INVALID'],
    [{ filter: { search: '' }, change: remove }, 400, 'BODY_INVALID'],
    [{ filter: { all: false }, change: remove }, 400, 'BODY_INVALID'],
    [{ filter: { all: true, tag: ['one'] }, confirmedCount: 4, change: remove }, 400, 'BULK_SELECTION_INVALID'],
    [{ filter: { all: true }, checkIds: ids, confirmedCount: 4, change: remove }, 400, 'BULK_SELECTION_INVALID'],
    [{ filter: { all: true }, change: remove }, 409, 'BULK_CHANGE_UNCONFIRMED'],
    [{ filter: { all: true }, confirmedCount: 3, change: remove }, 409, 'BULK_CHANGE_UNCONFIRMED'],
    [{ filter: { tag: ['one'] }, confirmedCount: 4, change: remove }, 409, 'BULK_CHANGE_UNCONFIRMED'],
  ]
  for (const [body, status, code] of mistakes) {
    const answer = await send('POST', '/v1/bulk-changes', body)
    expect([body, answer.statusCode, answer.json().attributes.code]).toEqual([body, status, code])
  }
  const misspelt = await send('POST', '/v1/bulk-changes', { filter: { tags: ['one'] }, change: remove })
  expect(misspelt.json().attributes['filter.tags']).toBe('is unknown: did you mean tag?')
  expect(await Promise.all(ids.map(read))).toMatchObject(ids.map((id) => ({ id })))
})

it('every check is changed once their number is confirmed', async () => {
  const body = { filter: { all: true }, change: { muted: true } }
  const first = await send('POST', '/v1/bulk-changes', body)
  expect(first.json()).toMatchObject({ statusCode: 409, attributes: { count: 4 } })
  expect(await change({ ...body, confirmedCount: 4 })).toMatchObject({ changed: 4 })
})

it('after an hour it is too late to undo', async () => {
  const { undoId } = await change({ filter: { tag: ['all'] }, change: { muted: true } })
  clock.advance(hourMs)
  expect((await send('POST', `/v1/bulk-changes/${undoId}/undo`)).statusCode).toBe(404)
})

it('a view is saved under its name, replaced, and deleted', async () => {
  const save = (query: string) => send('POST', '/v1/saved-views', { name: 'Failing', query })
  const saved: SavedViewResource = (await save('s=fail')).json()
  expect((await save('s=fail,deg')).json()).toEqual({ ...saved, query: 's=fail,deg' })
  expect((await send('GET', '/v1/saved-views')).json()).toEqual([{ ...saved, query: 's=fail,deg' }])
  expect((await send('DELETE', `/v1/saved-views/${saved.id}`, undefined, other)).statusCode).toBe(404)
  expect((await send('DELETE', `/v1/saved-views/${saved.id}`)).statusCode).toBe(204)
  expect((await send('GET', '/v1/saved-views')).json()).toEqual([])
})
