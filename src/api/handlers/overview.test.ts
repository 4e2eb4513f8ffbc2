import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from './index.ts'
import type { CheckTicksListResource, FoundListResource, OverviewResource } from '#contract'
import { foldedText, randomId, TestClock, timeOrderedId } from '#kernel'
import { insertCheckResults } from '#storage/runs'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let other: TestAccount
const ids = new Map<string, string>()
const idOf = (name: string): string => ids.get(name) ?? ''
let channelId = 0

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, who = account) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${who.key}` }, ...(payload && { payload }) })

const names = ['orders', 'billing', 'elsewhere', 'search', 'slow', 'calm', 'paused']

async function aResult(
  check: string,
  seconds: number,
  outcome: 'passed' | 'failed' | 'degraded',
  error: string | null,
) {
  const at = clock.now() + seconds * 1000
  const [id, sessionId] = [timeOrderedId(at), timeOrderedId(at)]
  await insertCheckResults(database.db(), [
    {
      accountId: account.accountId,
      checkId: idOf(check),
      id,
      sessionId,
      sequenceId: timeOrderedId(at),
      checkName: check,
      checkType: 'URL',
      location: 'eu-west-1',
      runSource: 'SCHEDULER',
      resultType: 'FINAL',
      attempt: 1,
      outcome,
      hasErrors: false,
      overMaxResponseTime: false,
      responseTimeMs: 100 + seconds,
      statusCode: null,
      error,
      scheduledFor: new Date(at),
      startedAt: new Date(at),
      stoppedAt: new Date(at),
      createdAt: new Date(at),
      detail: outcome === 'degraded' ? { reasons: [{ message: 'The response took 4200 ms.' }] } : {},
    },
  ])
  return { id, sessionId, at }
}

async function hasState(check: string, status: string, error: string | null): Promise<void> {
  const outcome = status === 'failing' ? 'failed' : status === 'degraded' ? 'degraded' : 'passed'
  const { id, sessionId, at } = await aResult(check, 60, outcome, error)
  await database.db().rows(
    `update check_states set status = $2, last_result_id = $3, last_session_id = $4, updated_at = $5,
       alert_state = jsonb_build_object('problemSince', $6::bigint) where check_id = $1`,
    [idOf(check), status, id, sessionId, new Date(at), clock.now()],
  )
}

const plan = (check: string, status: string, silence: string | null, channel: number | null) =>
  database.db().rows(
    `insert into notifications (account_id, id, check_id, check_type, channel_id, channel_type, status, silence, facts, created_at)
     values ($1, $2, $3, 'URL', $4, 'EMAIL', $5, $6, '{}', $7)`,
    [
      account.accountId,
      timeOrderedId(clock.now() + 1000),
      idOf(check),
      channel,
      status,
      silence,
      new Date(clock.now()),
    ],
  )

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  account = await anAccount(testStore(database.db()), clock)
  other = await anAccount(testStore(database.db()), clock)
  const group = await send('POST', '/v2/check-groups', { name: 'Shop' })
  const channel = await send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'ops@shop.example' } })
  channelId = channel.json().id
  for (const name of names) {
    const host = name === 'billing' ? 'orders' : name
    const body = { name, locations: ['eu-west-1'], request: { url: `https://${host}.example/${name}` } }
    const more = { activated: name !== 'paused', ...(name === 'orders' && { groupId: group.json().id }) }
    ids.set(name, (await send('POST', '/v1/checks/url', { ...body, ...more })).json().id)
  }
  await aResult('orders', 0, 'passed', null)
  await hasState('orders', 'failing', 'Answers 503.')
  await hasState('billing', 'failing', 'Answers 503.')
  await hasState('elsewhere', 'failing', 'Answers 503.')
  await hasState('search', 'failing', 'No answer.')
  await hasState('slow', 'degraded', null)
  await hasState('calm', 'passing', null)
  await hasState('paused', 'failing', 'Answers 503.')
  await plan('orders', 'SUCCESS', null, channelId)
  await plan('search', 'SILENCED', 'CHECK_MUTED', channelId)
  await database.db().rows(
    `insert into check_alerts (account_id, id, check_id, check_name, check_type, alert_type, error, started_at, created_at)
     values ($1, $2, $3, 'orders', 'URL', 'ALERT_FAILURE', 'Answers 503.', $4, $4)`,
    [account.accountId, timeOrderedId(clock.now()), idOf('orders'), new Date(clock.now())],
  )
})
afterAll(() => app.close())

it('the overview says what mutes and maintenance hold back, and what was changed by whom', async () => {
  const overviewOf = async (): Promise<OverviewResource> => (await send('GET', '/v1/overview')).json()
  const before = await overviewOf()
  expect(before.silenced).toEqual({ checks: 0, held: 0, windows: [] })
  expect(before.changes).toMatchObject([{ kind: 'CHANGE', action: 'CREATED', count: names.length + 1 }])
  await send('POST', `/v1/checks/${idOf('search')}/mute`, { minutes: 10 })
  await send('POST', `/v1/checks/${idOf('paused')}/mute`, { minutes: 10 })
  await database
    .db()
    .rows(`update check_states set held_alerts_due_at = $2 where check_id = $1`, [
      idOf('search'),
      new Date(clock.now()),
    ])
  expect((await overviewOf()).silenced).toEqual({ checks: 1, held: 1, windows: [] })
  await send('DELETE', `/v1/checks/${idOf('search')}/mute`)
  await send('DELETE', `/v1/checks/${idOf('paused')}/mute`)
  await database.db().rows(`update check_states set held_alerts_due_at = null where check_id = $1`, [idOf('search')])
})

it('the overview says what is wrong, why, since when, and who was notified or why nobody was', async () => {
  const overview: OverviewResource = (await send('GET', '/v1/overview')).json()
  expect(overview.counts).toEqual({ FAILING: 4, DEGRADED: 1, UNKNOWN: 0, PENDING: 0, PASSING: 1, PAUSED: 1 })
  const told = overview.issues.map(({ state, reason, target, checks }) => [
    state,
    reason,
    target,
    checks.map(({ name }) => name).toSorted(),
  ])
  expect(told).toContainEqual(['FAILING', 'Answers 503.', 'orders.example', ['billing', 'orders']])
  expect(told).toContainEqual(['FAILING', 'Answers 503.', 'elsewhere.example', ['elsewhere']])
  expect(told).toContainEqual(['FAILING', 'No answer.', 'search.example', ['search']])
  expect(told.at(-1)).toEqual(['DEGRADED', 'The response took 4200 ms.', 'slow.example', ['slow']])
  const all = overview.issues.flatMap(({ checks }) => checks)
  expect(all.find(({ name }) => name === 'orders')).toMatchObject({
    groupName: 'Shop',
    since: new Date(clock.now()).toISOString(),
    locations: [{ location: 'eu-west-1', state: 'FAILING' }],
    notified: [{ channelId, type: 'EMAIL', name: 'ops@shop.example', status: 'SUCCESS' }],
    silenceReason: null,
  })
  expect(all.find(({ name }) => name === 'search')).toMatchObject({ notified: [], silenceReason: 'CHECK_MUTED' })
  expect(overview.events).toMatchObject([{ alertType: 'ALERT_FAILURE', checkName: 'orders', error: 'Answers 503.' }])
})

it('a problem names the open incident that people opened for one of its checks, until it is resolved', async () => {
  const incidentIn = async () => {
    const overview: OverviewResource = (await send('GET', '/v1/overview')).json()
    return overview.issues.map(({ checks, incident }) => [checks.length, incident?.name ?? null])
  }
  const { id: serviceId } = (await send('POST', '/v1/status-pages/services', { name: 'Shop' })).json()
  const update = { status: 'INVESTIGATING', description: 'We look.' }
  const body = { name: 'Orders fail', severity: 'MAJOR', services: [{ id: serviceId }], incidentUpdates: [update] }
  const { id } = (await send('POST', '/v1/status-pages/incidents', body)).json()
  expect((await incidentIn()).every(([, name]) => name === null)).toBe(true)
  await send('PUT', `/v1/status-page-incidents/${id}`, { checkIds: [idOf('billing')] })
  expect((await incidentIn()).filter(([, name]) => name !== null)).toEqual([[2, 'Orders fail']])
  await send('POST', `/v1/status-pages/incidents/${id}/incident-updates`, { ...update, status: 'RESOLVED' })
  expect((await incidentIn()).every(([, name]) => name === null)).toBe(true)
})

it('lists no more issues than are asked for, the worst first, and counts all', async () => {
  const all: OverviewResource = (await send('GET', '/v1/overview')).json()
  const some: OverviewResource = (await send('GET', '/v1/overview?issues=2')).json()
  expect(some).toMatchObject({ counts: all.counts, problems: 5, issues: all.issues.slice(0, 2) })
  expect((await send('GET', '/v1/overview?issues=0')).statusCode).toBe(400)
})

it('another account sees nothing of it', async () => {
  const overview: OverviewResource = (await send('GET', '/v1/overview', undefined, other)).json()
  expect([overview.issues, overview.events, overview.problems]).toEqual([[], [], 0])
  const ticks = await send('GET', `/v1/check-ticks?checkId=${idOf('orders')}`, undefined, other)
  expect(ticks.json()).toEqual({ entries: [] })
  expect((await send('GET', '/v1/search?text=orders', undefined, other)).json()).toEqual({ entries: [] })
})

it('ticks are the last runs of many checks, the oldest first', async () => {
  const query = [idOf('calm'), idOf('orders')].map((id) => `checkId[]=${id}`).join('&')
  const { entries }: CheckTicksListResource = (await send('GET', `/v1/check-ticks?${query}`)).json()
  expect(entries.map(({ checkId, outcomes, responseTimes }) => [checkId, outcomes, responseTimes])).toEqual([
    [idOf('calm'), 'P', [160]],
    [idOf('orders'), 'PF', [100, 160]],
  ])
  const latest = await send('GET', `/v1/check-ticks?checkId=${idOf('orders')}&limit=1`)
  expect(latest.json().entries).toMatchObject([{ outcomes: 'F' }])
})

it('everything with a name is found, what begins with the text first', async () => {
  const found = async (text: string): Promise<string[]> => {
    const { entries }: FoundListResource = (await send('GET', `/v1/search?text=${encodeURIComponent(text)}`)).json()
    return entries.map(({ kind, name }) => `${kind} ${name}`)
  }
  expect(await found('SHO')).toEqual(['group Shop', 'channel ops@shop.example'])
  expect(await found('s')).toEqual(expect.arrayContaining(['check search', 'check slow']))
  expect(await found('orders.example/billing')).toEqual(['check billing'])
  expect(await found('%')).toEqual([])
})

it('incidents, maintenance windows and dashboards are found, open incidents first and then the latest', async () => {
  const { id: serviceId } = (await send('POST', '/v1/status-pages/services', { name: 'Ferry' })).json()
  for (const [name, status] of [
    ['Harbour shut', 'INVESTIGATING'],
    ['Harbour slow', 'RESOLVED'],
    ['Quay of the harbour', 'RESOLVED'],
  ]) {
    clock.advance(1000)
    const incidentUpdates = [{ status, description: 'We look.' }]
    const body = { name, severity: 'MAJOR', services: [{ id: serviceId }], incidentUpdates }
    await send('POST', '/v1/status-pages/incidents', body)
  }
  const times = { startsAt: '2027-01-01T00:00:00Z', endsAt: '2027-01-01T01:00:00Z' }
  await send('POST', '/v1/maintenance-windows', { name: 'Dredging', tags: ['harbour'], ...times })
  const board = await send('POST', '/v1/dashboards', { header: 'Harbour wall', customUrl: `harbour-${randomId()}` })
  const { entries }: FoundListResource = (await send('GET', '/v1/search?text=harbour')).json()
  expect(entries.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'incident Harbour shut',
    'incident Quay of the harbour',
    'incident Harbour slow',
    'maintenance-window Dredging',
    'dashboard Harbour wall',
  ])
  expect(entries.at(-1)?.id).toBe(board.json().dashboardId)
  expect(entries[1]?.detail).toBe(new Date(clock.now()).toISOString())
})

it('names of every script are found without case and accents, and sorted by their letters', async () => {
  const names = ['Яблоко Ж', 'zebra ж', 'Äpfel ж', 'apple Ж', 'ΟΔΟΣ', 'İstanbul ISPARTA', 'Café', 'ÜNÏCODE', '東京']
  for (const name of names) await send('POST', '/v1/check-groups', { name }, other)
  const found = async (text: string): Promise<string[]> => {
    const answer = await send('GET', `/v1/search?text=${encodeURIComponent(text)}`, undefined, other)
    const { entries }: FoundListResource = answer.json()
    return entries.map(({ name }) => name)
  }
  expect(await found('ж')).toEqual(['Äpfel ж', 'apple Ж', 'zebra ж', 'Яблоко Ж'])
  expect(await found('οδός')).toEqual(['ΟΔΟΣ'])
  expect(await found('istanbul ısparta')).toEqual(['İstanbul ISPARTA'])
  expect(await found('CAFE')).toEqual(['Café'])
  expect(await found('ünïcode')).toEqual(['ÜNÏCODE'])
  expect(await found('京')).toEqual(['東京'])
})

it('the database and this process fold texts alike', async () => {
  const texts = [
    'ΟΔΟΣ οδός',
    'İI ıi',
    'Straße ﬁ Ǆ',
    'Йод Ёж',
    'ガ 한글',
    'Ạ̊ ữ Ǻ',
    'plain ASCII',
    '',
    '\u{1d400} 𝔸 😀',
    'Å',
  ]
  const rows = await database
    .db()
    .rows<{ folded: string }>(`select folded(text) from unnest($1::text[]) as text`, [texts])
  expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldedText))
})

it('the cells of 10,000 checks are less than 350 kB compressed', async () => {
  await database.db().rows(
    `with made as (insert into checks (account_id, id, check_type, name, activated, muted, tags, frequency, locations,
       private_locations, run_parallel, settings, version, created_at)
     select $1, gen_random_uuid(), 'URL', 'Orders API of region ' || n, true, false, '{}', 10, '{}', '{}', false, '{}', 1, now()
     from generate_series(1, 10000) as n returning id)
     insert into check_states (account_id, check_id, created_at) select $1, id, now() from made`,
    [other.accountId],
  )
  const answer = await send('GET', '/v1/check-cells', undefined, other)
  expect(answer.json().cells).toHaveLength(10_000)
  expect(gzipSync(answer.rawPayload).length).toBeLessThan(350_000)
})
