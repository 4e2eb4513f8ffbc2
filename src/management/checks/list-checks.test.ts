import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckType } from '#contract'
import type { Caller } from '#kernel'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createGroup, getGroupCheck, listGroupChecks } from '../groups/index.ts'
import type { CheckInput } from './check-input.ts'
import { createCheck, deleteCheck, getCheck, getCheckType, listChecks } from './index.ts'
import type { CheckListing } from './index.ts'
import { codeOf, later, newCaller, newChannel, scheduleOf, storeOn } from './testing/configuration.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }

const create = (caller: Caller, checkType: CheckType, body: object) =>
  createCheck(store, caller, { checkType, body: body as CheckInput, autoAssignAlerts: true })

async function createMany(caller: Caller, bodies: readonly (readonly [CheckType, object])[]): Promise<string[]> {
  const ids: string[] = []
  for (const [index, [type, body]] of bodies.entries())
    ids.push((await create(later(caller, index), type, body)).check.id)
  return ids
}

/** The store, and the number of its statements. */
function counting(): { store: Store; count: () => number } {
  let statements = 0
  const { db } = store
  const counted = {
    ...db,
    rows: (text: string, values?: readonly unknown[]) => {
      statements += 1
      return db.rows(text, values)
    },
    namedRows: (name: string, text: string, values?: readonly unknown[]) => {
      statements += 1
      return db.namedRows(name, text, values)
    },
  }
  return { store: { ...store, db: counted as Store['db'] }, count: () => statements }
}

describe('listChecks', () => {
  test('pages through the checks of the account, oldest first, with the total of all', async () => {
    const caller = await newCaller(store)
    await create(await newCaller(store), 'TCP', tcp)
    const ids = await createMany(
      caller,
      Array.from({ length: 5 }, (_, index) => ['TCP', { ...tcp, name: `c${index}` }]),
    )
    const page = async (offset: number) => listChecks(store, caller, { limit: 2, offset })
    expect(await page(0)).toMatchObject({
      total: 5,
      offset: 0,
      items: [{ check: { id: ids[0] } }, { check: { id: ids[1] } }],
    })
    expect(await page(4)).toMatchObject({ total: 5, offset: 4, items: [{ check: { id: ids[4] } }] })
    expect(await page(6)).toEqual({ total: 5, offset: 6, items: [] })
  })

  test('filters', async () => {
    const caller = await newCaller(store)
    const [plain, tagged, percent, site] = await createMany(caller, [
      ['TCP', { ...tcp, name: 'Plain' }],
      ['TCP', { ...tcp, name: 'Tagged', tags: ['blue', 'green'] }],
      ['TCP', { ...tcp, name: '100% sure_thing', tags: ['red'] }],
      ['API', { name: 'Site', request: { method: 'GET', url: 'https://Shop.example.com/{{PATH}}' } }],
    ])
    await store.db.query(`update check_states set status = 'failing' where check_id = $1`, [tagged])
    const found = async (filter: CheckListing['filter']) =>
      (await listChecks(store, caller, { filter: filter ?? {}, limit: 10, offset: 0 })).items.map(
        ({ check }) => check.id,
      )
    expect(await found({ tags: ['green', 'red'] })).toEqual([tagged, percent])
    expect(await found({ checkType: 'API' })).toEqual([site])
    expect(await found({ checkType: 'BROWSER' })).toEqual([])
    expect(await found({ search: 'PLAIN' })).toEqual([plain])
    expect(await found({ search: '0% s' })).toEqual([percent])
    expect(await found({ search: '%' })).toEqual([percent])
    expect(await found({ search: '_' })).toEqual([percent])
    expect(await found({ search: "' or true --" })).toEqual([])
    expect(await found({ status: 'failing' })).toEqual([tagged])
    await store.db.query(`update check_states set has_errors = true, status = 'passing' where check_id = $1`, [percent])
    await store.db.query(`update check_states set status = 'passing' where check_id = $1`, [plain])
    expect(await found({ status: 'failing' })).toEqual([tagged, percent])
    expect(await found({ status: 'passing' })).toEqual([plain])
    expect(await found({ apiUrl: 'shop.EXAMPLE' })).toEqual([site])
    expect(await found({ apiUrl: 'shop', tags: ['blue'] })).toEqual([])
  })

  test('finds by group, muted and deactivated, and sorts by each requested field in both directions', async () => {
    const caller = await newCaller(store)
    const { group } = await createGroup(store, caller, { generation: 2, body: { name: 'g' }, autoAssignAlerts: true })
    const [zebra, apple, mango] = await createMany(caller, [
      ['TCP', { ...tcp, name: 'zebra', muted: true }],
      ['API', { name: 'Apple', request: { method: 'GET', url: 'https://a.example' }, groupId: group.id }],
      ['TCP', { ...tcp, name: 'mango', activated: false }],
    ])
    const ids = async (listing: Partial<CheckListing>) =>
      (await listChecks(store, caller, { limit: 10, offset: 0, ...listing })).items.map(({ check }) => check.id)
    expect(await ids({ filter: { groupId: group.id } })).toEqual([apple])
    expect(await ids({ filter: { muted: true } })).toEqual([zebra])
    expect(await ids({ filter: { muted: false, activated: true } })).toEqual([apple])
    const sorted = (by: 'name' | 'createdAt' | 'checkType' | 'updatedAt', isDescending = false) =>
      ids({ order: { by, isDescending } })
    expect(await sorted('name')).toEqual([apple, mango, zebra])
    expect(await sorted('name', true)).toEqual([zebra, mango, apple])
    expect(await sorted('createdAt', true)).toEqual([mango, apple, zebra])
    expect(await sorted('checkType')).toEqual([apple, zebra, mango])
    await store.db.query('update checks set updated_at = created_at + interval $$1 day$$ where id = $1', [zebra])
    expect(await sorted('updatedAt')).toEqual([apple, mango, zebra])
    const page = await listChecks(store, caller, { limit: 1, offset: 1, order: { by: 'name', isDescending: false } })
    expect({ id: page.items[0]?.check.id, total: page.total }).toEqual({ id: mango, total: 3 })
  })

  test('takes the same few statements for one check as for a hundred', async () => {
    const caller = await newCaller(store)
    await newChannel(store, caller)
    const { group } = await createGroup(store, caller, { generation: 2, body: { name: 'g' }, autoAssignAlerts: true })
    await createMany(
      caller,
      Array.from({ length: 100 }, () => ['TCP', { ...tcp, groupId: group.id }]),
    )
    const one = counting()
    await listChecks(one.store, caller, { limit: 1, offset: 0, applyGroupSettings: true })
    const hundred = counting()
    const page = await listChecks(hundred.store, caller, { limit: 100, offset: 0, applyGroupSettings: true })
    expect(page.items).toHaveLength(100)
    expect(page.items[99]?.channels).toHaveLength(1)
    expect([one.count(), hundred.count()]).toEqual([3, 3])
    const single = counting()
    await getCheck(single.store, caller, { id: page.items[0]?.check.id ?? '' })
    expect(single.count()).toBe(1)
  })

  test('returns checks with their groups applied on request', async () => {
    const caller = await newCaller(store)
    const body = { name: 'g', tags: ['group'], locations: ['us-east-1' as const], muted: true }
    const { group } = await createGroup(store, caller, { generation: 2, body, autoAssignAlerts: true })
    const [second, first] = await createMany(caller, [
      ['TCP', { ...tcp, groupId: group.id, groupOrder: 2 }],
      ['TCP', { ...tcp, groupId: group.id, groupOrder: 1, tags: ['own'] }],
      ['TCP', tcp],
    ])
    const own = await getCheck(store, caller, { id: first ?? '' })
    expect(own.check).toMatchObject({ locations: ['eu-west-1'], muted: false, tags: ['own'] })
    const applied = await getCheck(store, caller, { id: first ?? '', applyGroupSettings: true })
    expect(applied.check).toMatchObject({ locations: ['us-east-1'], muted: true, tags: ['own', 'group'] })
    const members = await listGroupChecks(store, caller, { groupId: group.id, limit: 10, offset: 0 })
    expect(members).toMatchObject({ total: 2, items: [applied, { check: { id: second } }] })
    expect(await getGroupCheck(store, caller, { groupId: group.id, checkId: first ?? '' })).toEqual(applied)
  })
})

describe('checks of others', () => {
  test('are not found', async () => {
    const [caller, otherAccount] = [await newCaller(store), await newCaller(store)]
    const { group } = await createGroup(store, caller, { generation: 2, body: { name: 'g' }, autoAssignAlerts: true })
    const [id = '', outside = ''] = await createMany(caller, [
      ['TCP', { ...tcp, groupId: group.id }],
      ['TCP', tcp],
    ])
    const member = { groupId: group.id, checkId: id }
    expect(await codeOf(getCheck(store, otherAccount, { id }))).toBe('CHECK_NOT_FOUND')
    expect(await codeOf(getCheckType(store, otherAccount, { id }))).toBe('CHECK_NOT_FOUND')
    expect(await codeOf(deleteCheck(store, otherAccount, { id }))).toBe('CHECK_NOT_FOUND')
    expect(await codeOf(getGroupCheck(store, otherAccount, member))).toBe('CHECK_GROUP_NOT_FOUND')
    expect(await codeOf(listGroupChecks(store, otherAccount, { groupId: group.id, limit: 1, offset: 0 }))).toBe(
      'CHECK_GROUP_NOT_FOUND',
    )
    expect(await codeOf(getGroupCheck(store, caller, { ...member, checkId: outside }))).toBe('CHECK_NOT_FOUND')
    expect(await codeOf(getCheck(store, caller, { id: 'not-an-id' }))).toBe('CHECK_NOT_FOUND')
    expect((await listChecks(store, otherAccount, { limit: 10, offset: 0 })).total).toBe(0)
    expect(await scheduleOf(store, id)).toBeDefined()
  })
})
