import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from './index.ts'
import type { CheckRowListResource, CheckRowState } from '#contract'
import { TestClock } from '#kernel'
import { saveLocationNames } from '#storage/alerts'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
const ids = new Map<string, string>()

const send = (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${account.key}` }, ...(payload && { payload }) })

const states: Readonly<Record<string, { readonly status: string | null; readonly more?: object }>> = {
  'b passing': { status: 'passing' },
  'A passing': { status: 'passing' },
  'x failing': { status: 'failing' },
  'y failing': { status: 'failing' },
  degraded: { status: 'degraded' },
  new: { status: null },
  paused: { status: 'failing', more: { activated: false } },
}

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  account = await anAccount(testStore(database.db()), clock)
  const group = await send('POST', '/v2/check-groups', { name: 'Shop' })
  for (const [index, [name, { status, more }]] of Object.entries(states).entries()) {
    const grouped = name.includes('failing') ? { groupId: group.json().id } : {}
    const request = { url: `https://${name.replaceAll(' ', '-')}.example/` }
    const body = { name, frequency: 10, locations: ['eu-west-1'], tags: [`tag-${index}`], request, ...grouped, ...more }
    const made = await send('POST', '/v1/checks/url', body)
    ids.set(name, made.json().id)
    await database.db().rows(
      `update check_states set status = $2, last_response_time_ms = $3, updated_at = $4,
         alert_state = jsonb_build_object('problemSince', $5::bigint, 'statusSince', 0) where check_id = $1`,
      [made.json().id, status, index * 10, new Date(clock.now() + index), clock.now() + index],
    )
  }
})
afterAll(() => app.close())

const list = async (query = ''): Promise<CheckRowListResource> => {
  const answer = await send('GET', `/v1/check-rows${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const names = async (query: string): Promise<string[]> => (await list(query)).entries.map(({ name }) => name)
const orders = ['name', 'state', 'group', 'since', 'frequency', 'lastRunAt', 'responseTime']
const counts: Readonly<Record<CheckRowState, number>> = {
  FAILING: 2,
  DEGRADED: 1,
  UNKNOWN: 0,
  PENDING: 1,
  PASSING: 2,
  PAUSED: 1,
}

it('what is wrong comes first, and how many checks have which state is counted', async () => {
  const { entries, ...rest } = await list()
  expect(entries.map(({ name, state }) => `${name} ${state}`)).toEqual([
    'x failing FAILING',
    'y failing FAILING',
    'degraded DEGRADED',
    'new PENDING',
    'A passing PASSING',
    'b passing PASSING',
    'paused PAUSED',
  ])
  expect(rest).toEqual({ length: 7, nextId: null, counts })
  expect(entries[0]).toMatchObject({
    url: 'https://x-failing.example/',
    groupName: 'Shop',
    since: new Date(clock.now() + 2).toISOString(),
    lastResponseTime: 20,
    muted: false,
  })
})

it.each([
  ['?state=FAILING&state=PAUSED', ['x failing', 'y failing', 'paused']],
  ['?search=X-FAIL', ['x failing']],
  ['?search=tag-4', ['degraded']],
  ['?search=%25', []],
  ['?tag=tag-1&tag=tag-5', ['new', 'A passing']],
  ['?checkType=TCP', []],
  ['?location=eu-west-1&search=new', ['new']],
  ['?location=us-east-1', []],
  ['?muted=true', []],
  ['?sortBy=name&limit=3', ['A passing', 'b passing', 'degraded']],
  ['?sortBy=responseTime&sortOrder=desc&limit=2', ['paused', 'new']],
  ['?sortBy=lastRunAt&limit=2', ['b passing', 'A passing']],
])('%s lists %j', async (query, expected) => {
  expect(await names(query)).toEqual(expected)
})

it('numbers in names count as numbers', async () => {
  const made = await anAccount(testStore(database.db()), clock)
  for (const name of ['node 10', 'Node 2', 'node 1 rack 10', 'node 1 rack 9', 'node 0x', `node ${'9'.repeat(30)}`]) {
    const payload = { name, frequency: 10, locations: ['eu-west-1'], request: { url: 'https://shop.example/' } }
    await app.inject({
      method: 'POST',
      url: '/v1/checks/url',
      headers: { authorization: `Bearer ${made.key}` },
      payload,
    })
  }
  const url = '/v1/check-rows?sortBy=name'
  const answer = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${made.key}` } })
  const { entries } = answer.json<CheckRowListResource>()
  expect(entries.map(({ name }) => name.slice(0, 14))).toEqual([
    'node 0x',
    'node 1 rack 9',
    'node 1 rack 10',
    'Node 2',
    'node 10',
    'node 999999999',
  ])
})

it('counts are those of the other filters, whatever states are listed', async () => {
  expect((await list('?state=PASSING')).counts).toEqual(counts)
  expect((await list('?search=passing')).counts).toEqual({
    FAILING: 0,
    DEGRADED: 0,
    UNKNOWN: 0,
    PENDING: 0,
    PASSING: 2,
    PAUSED: 0,
  })
})

it.each(orders.flatMap((sort) => [[sort, 'asc'] as const, [sort, 'desc'] as const]))(
  'pages by %s %s follow each other without a gap or a repetition',
  async (sortBy, sortOrder) => {
    const query = `?sortBy=${sortBy}&sortOrder=${sortOrder}`
    const all = (await list(query)).entries.map(({ id }) => id)
    const paged: string[] = []
    for (let nextId: string | null = ''; nextId !== null;) {
      const page: CheckRowListResource = await list(`${query}&limit=2${nextId && `&nextId=${nextId}`}`)
      paged.push(...page.entries.map(({ id }) => id))
      nextId = page.nextId
    }
    expect(paged).toEqual(all)
    expect(all.toSorted()).toEqual([...ids.values()].toSorted())
  },
)

it.each(orders)('a cursor that is no place in the order by %s is a mistake', async (sortBy) => {
  const { nextId: ofNames } = await list('?sortBy=name&limit=2')
  const id = ofNames?.slice(0, 36) ?? ''
  const places = ['\0', '1'.repeat(400), '1e999', 'Infinity', 'NaN', "'"]
  const cursors = [ofNames, ...places.map((place) => id + Buffer.from(place).toString('base64url'))]
  for (const cursor of cursors) {
    const answer = await send('GET', `/v1/check-rows?sortBy=${sortBy}&nextId=${cursor}`)
    const isText = ['name', 'state', 'group'].includes(sortBy) && !cursor?.endsWith('AA')
    expect({ cursor, status: answer.statusCode }).toEqual({ cursor, status: isText ? 200 : 400 })
  }
})

it('a check that is muted by its group counts as muted, and a broken cursor is a mistake', async () => {
  await database
    .db()
    .rows(`update check_groups set muted = true where name = 'Shop' and account_id = $1`, [account.accountId])
  expect(await names('?muted=true')).toEqual(['x failing', 'y failing'])
  expect((await send('GET', '/v1/check-rows?nextId=broken')).json()).toMatchObject({
    attributes: { code: 'CURSOR_INVALID' },
  })
})

it('cells are all checks of the account with their states, by group and name, and nobody else sees them', async () => {
  const { groups, cells } = (await send('GET', '/v1/check-cells')).json()
  expect(groups.map(({ name }: { name: string }) => name)).toEqual(['Shop'])
  expect(cells.map(({ name, state }: { name: string; state: string }) => `${name} ${state}`)).toEqual([
    'x failing FAILING',
    'y failing FAILING',
    'A passing PASSING',
    'b passing PASSING',
    'degraded DEGRADED',
    'new PENDING',
    'paused PAUSED',
  ])
  const other = await anAccount(testStore(database.db()), clock)
  const answer = await app.inject({ url: '/v1/check-cells', headers: { authorization: `Bearer ${other.key}` } })
  expect(answer.json()).toEqual({ groups: [], cells: [] })
})

it('cells are arranged by tag, location or type, a check with several in each of them', async () => {
  const arranged = async (by: string): Promise<string[]> => {
    const { groups, cells } = (await send('GET', `/v1/check-cells?arrangeBy=${by}`)).json()
    const names = new Map<number | null, string>(groups.map(({ id, name }: { id: number; name: string }) => [id, name]))
    return cells.map((cell: { name: string; groupId: number | null }) => `${names.get(cell.groupId)}: ${cell.name}`)
  }
  expect((await arranged('tag')).slice(0, 2)).toEqual(['tag-0: b passing', 'tag-1: A passing'])
  expect((await arranged('location')).every((text) => text.startsWith('eu-west-1: '))).toBe(true)
  expect(await arranged('type')).toHaveLength(7)
  const id = ids.get('paused') ?? ''
  await send('PUT', `/v1/checks/url/${id}`, { tags: ['tag-0', 'tag-1'] })
  expect((await arranged('tag')).filter((text) => text.endsWith('paused'))).toEqual(['tag-0: paused', 'tag-1: paused'])
  await send('PUT', `/v1/checks/url/${id}`, { tags: [] })
  expect((await arranged('tag')).at(-1)).toBe('undefined: paused')
  await send('PUT', `/v1/checks/url/${id}`, { tags: ['tag-6'] })
  expect((await send('GET', '/v1/check-cells?arrangeBy=name')).statusCode).toBe(400)
})

it('are those of some ids, and never those of another account', async () => {
  const other = await anAccount(testStore(database.db()), clock)
  const url = `/v1/check-rows?checkId=${ids.get('new')}&checkId=${ids.get('x failing')}`
  const { entries, counts } = (await send('GET', url)).json<CheckRowListResource>()
  expect(entries.map(({ name }) => name)).toEqual(['x failing', 'new'])
  expect(counts).toMatchObject({ FAILING: 1, PENDING: 1, PASSING: 0 })
  const foreign = await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${other.key}` } })
  expect([foreign.statusCode, foreign.json<CheckRowListResource>().entries]).toEqual([200, []])
  expect((await send('GET', '/v1/check-rows?checkId=none')).statusCode).toBe(400)
})

it('tags and locations are listed with how many checks have each, of this account alone', async () => {
  const { tags, locations, places } = (await send('GET', '/v1/check-facets')).json()
  expect(tags).toEqual(Array.from({ length: 7 }, (_tag, index) => ({ tag: `tag-${index}`, checks: 1 })))
  expect(locations).toEqual([{ location: 'eu-west-1', name: null, checks: 7 }])
  expect(places).toEqual([{ place: 'eu-west-1', locations: ['eu-west-1'], checks: 7 }])
  const other = await anAccount(testStore(database.db()), clock)
  const answer = await app.inject({
    method: 'GET',
    url: '/v1/check-facets',
    headers: { authorization: `Bearer ${other.key}` },
  })
  expect(answer.json()).toEqual({ tags: [], locations: [], places: [] })
})

it('tags of a group find, count and arrange its checks, and are not written as tags of these', async () => {
  const id = ids.get('paused') ?? ''
  const { id: groupId } = (await send('POST', '/v2/check-groups', { name: 'Tagged', tags: ['of-group'] })).json()
  await send('PUT', `/v1/checks/url/${id}`, { groupId })
  expect(await names('?tag=of-group')).toEqual(['paused'])
  expect(await names('?search=of-group')).toEqual(['paused'])
  const { tags } = (await send('GET', '/v1/check-facets')).json()
  expect(tags).toContainEqual({ tag: 'of-group', checks: 1 })
  const { groups } = (await send('GET', '/v1/check-cells?arrangeBy=tag')).json()
  expect(groups.map(({ name }: { readonly name: string }) => name)).toContain('of-group')
  const { entries } = (await send('GET', `/v1/check-rows?checkId=${id}`)).json<CheckRowListResource>()
  expect(entries[0]?.tags).toEqual(['tag-6'])
  await send('PUT', `/v1/checks/url/${id}`, { groupId: null })
})

it('locations that one machine serves are one place, which filters, counts and arranges', async () => {
  await saveLocationNames(database.db(), ['us-east-1', 'eu-west-1'], () => 'this machine')
  const id = ids.get('paused') ?? ''
  await send('PUT', `/v1/checks/url/${id}`, { locations: ['us-east-1', 'eu-west-1'] })
  const { places } = (await send('GET', '/v1/check-facets')).json()
  expect(places).toEqual([{ place: 'this machine', locations: ['eu-west-1', 'us-east-1'], checks: 7 }])
  expect(await names('?location=this%20machine')).toHaveLength(7)
  expect(await names('?location=us-east-1')).toEqual(['paused'])
  expect(await names('?location=elsewhere')).toEqual([])
  const { groups, cells } = (await send('GET', '/v1/check-cells?arrangeBy=place')).json()
  expect(groups).toEqual([{ id: 1, name: 'this machine' }])
  expect(cells).toHaveLength(7)
  const { entries } = (await send('GET', '/v1/search?text=this%20mach')).json()
  expect(entries).toEqual([{ kind: 'location', id: 'eu-west-1', name: 'this machine', detail: 'eu-west-1, us-east-1' }])
  await send('PUT', `/v1/checks/url/${id}`, { locations: ['eu-west-1'] })
})
