import { beforeEach, describe, expect, test } from 'vitest'
import { advanceMaintenanceWindows } from '#management'
import { dayMs, hourMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  send = service.as((await service.account()).key)
})

const path = '/v1/maintenance-windows'

/** The clock of the tests starts at noon on 1 March 2026. */
const tonight = { name: 'Upgrade', startsAt: '2026-03-01T22:00:00.000Z', endsAt: '2026-03-01T23:00:00.000Z' }
const published = { ...tonight, statusPageVisibility: { enabled: true } }

interface Window {
  readonly id: number
}
interface Maintenance {
  readonly id: string
  readonly status: string
  readonly startsAt: string
  readonly endsAt: string
  readonly updates: readonly { readonly id: string; readonly description: string }[]
}

async function create(body: object): Promise<Window> {
  const answer = await send('POST', path, body)
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: answer.body })
  return answer.body as Window
}
const maintenancesOf = async ({ id }: Window): Promise<Maintenance[]> =>
  (await send('GET', `${path}/${id}/maintenances`)).body as Maintenance[]
const timesOf = (list: readonly Maintenance[]): string[] => list.map(({ startsAt, status }) => `${startsAt} ${status}`)
const codeOf = ({ status, body }: TestAnswer): unknown[] => [
  status,
  (body as { attributes: { code: string } }).attributes.code,
]
const pass = async (ms: number): Promise<void> => {
  service.clock.advance(ms)
  await advanceMaintenanceWindows(service.store, service.clock.now(), 100)
}

describe('maintenance windows', () => {
  test('create fills the defaults, a read returns what was written', async () => {
    const created = await send('POST', path, tonight)
    const { id } = created.body as Window
    const expected = {
      ...tonight,
      id: expect.any(Number),
      tags: [],
      repeatInterval: null,
      repeatUnit: null,
      repeatEndsAt: null,
      timezone: null,
      description: null,
      statusPageVisibility: {
        enabled: false,
        severity: null,
        affectAllServices: false,
        suppressAutoIncidents: false,
        notifyOnStart: false,
        notifyOnEnd: false,
        reminderMinutesBefore: [],
        autoStart: true,
        autoEnd: true,
        showAffectedServices: true,
        statusPageIds: [],
        serviceIds: [],
      },
      pauseAllChecks: false,
      silenceAlertsTags: [],
      silenceAllAlerts: false,
      notifyAfterEnd: true,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: null,
    }
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: expected })
    expect((await send('GET', `${path}/${id}`)).body).toEqual(created.body)
  })

  test('an update changes what it names, and replaces the visibility of the page completely', async () => {
    const { id } = await create({
      ...published,
      repeatUnit: 'MONTH',
      repeatInterval: 2,
      repeatEndsAt: '2027-01-31',
      timezone: 'Europe/Berlin',
      tags: ['shop'],
    })
    const before = (await send('GET', `${path}/${id}`)).body
    const answer = await send('PUT', `${path}/${id}`, {
      description: 'Disks',
      statusPageVisibility: { ...published.statusPageVisibility, severity: 'MAJOR', reminderMinutesBefore: [60, 1440] },
    })
    expect(answer.body).toEqual({
      ...Object(before),
      description: 'Disks',
      updated_at: '2026-03-01T12:00:00.000Z',
      statusPageVisibility: {
        ...Object(before).statusPageVisibility,
        severity: 'MAJOR',
        reminderMinutesBefore: [60, 1440],
      },
    })
    const cleared = await send('PUT', `${path}/${id}`, { repeatUnit: null, repeatEndsAt: null, timezone: null })
    expect(cleared.body).toMatchObject({ repeatUnit: null, repeatEndsAt: null, timezone: null, tags: ['shop'] })
  })

  test('the last day is the date as it is written, and answered as midnight', async () => {
    const body = { ...tonight, repeatUnit: 'DAY', timezone: 'America/New_York' }
    for (const repeatEndsAt of ['2026-12-31', '2026-12-31T00:00:00.000Z', '2026-12-31T23:59:59+14:00'])
      expect((await send('POST', path, { ...body, repeatEndsAt })).body).toMatchObject({
        repeatEndsAt: '2026-12-31T00:00:00.000Z',
      })
  })

  test.each([
    ['endsAt', { endsAt: '2020-01-01T00:00:00.000Z' }],
    ['endsAt', { endsAt: '2026-03-03T22:00:00.001Z', repeatUnit: 'DAY' }],
    ['timezone', { timezone: '+02:00' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['repeatEndsAt', { repeatUnit: 'DAY', repeatEndsAt: '2026-02-30' }],
    ['repeatEndsAt', { repeatUnit: 'DAY', repeatEndsAt: '2026-02-28' }],
    ['repeatUnit', { repeatUnit: 'YEAR' }],
    ['repeatInterval', { repeatInterval: 366 }],
    ['statusPageVisibility.reminderMinutesBefore', { statusPageVisibility: { reminderMinutesBefore: [1, 2, 3, 4] } }],
    ['statusPageVisibility.serviceIds', { statusPageVisibility: { affectAllServices: true, serviceIds: ['a'] } }],
    ['statusPageVisibility.statusPageIds', { statusPageVisibility: { statusPageIds: ['a'] } }],
  ])('rejects contradicting fields, naming %s', async (field, change) => {
    const answer = await send('POST', path, { ...tonight, ...change })
    expect(codeOf(answer)).toEqual([400, 'BODY_INVALID'])
    expect(Object.keys(Object(answer.body).attributes)).toContainEqual(expect.stringContaining(field))
  })

  test('rejects malformed times, and pages and services that the account does not have', async () => {
    expect(codeOf(await send('POST', path, { ...tonight, startsAt: 'soon' }))).toEqual([400, 'TIME_RANGE_INVALID'])
    const visibility = { affectAllServices: true, statusPageIds: ['nowhere'] }
    expect(codeOf(await send('POST', path, { ...tonight, statusPageVisibility: visibility }))).toEqual([
      400,
      'STATUS_PAGE_UNKNOWN',
    ])
    const answer = await send('POST', path, { ...tonight, statusPageVisibility: { serviceIds: ['nothing'] } })
    expect([...codeOf(answer), Object(answer.body).message]).toEqual([
      400,
      'SERVICE_UNKNOWN',
      expect.stringContaining('nothing'),
    ])
  })

  test('are listed by page, and by when they start or end', async () => {
    const first = await create(tonight)
    const second = await create({ ...tonight, startsAt: '2026-04-01', endsAt: '2026-04-02' })
    const idsIn = async (query: string): Promise<number[]> =>
      ((await send('GET', `${path}?${query}`)).body as Window[]).map(({ id }) => id)
    expect(await idsIn('')).toEqual([first.id, second.id])
    expect(await idsIn('limit=1&page=2')).toEqual([second.id])
    expect(await idsIn('startsAt[gte]=2026-04-01')).toEqual([second.id])
    expect(await idsIn('startsAt[gt]=2026-04-01')).toEqual([])
    expect(await idsIn('endsAt[lt]=2026-04-01T00:00:00Z')).toEqual([first.id])
    expect(await idsIn('endsAt%5Blte%5D=2026-04-02')).toEqual([first.id, second.id])
    expect(codeOf(await send('GET', `${path}?startsAt=2026-04-01`))).toEqual([400, 'PARAMETER_INVALID'])
    expect(codeOf(await send('GET', `${path}?startsAt[gt]=soon`))).toEqual([400, 'TIME_RANGE_INVALID'])
  })

  test('have updates as readers see them, for those who ask', async () => {
    const { id } = await create({ ...published, repeatUnit: 'DAY' })
    const [maintenance] = await maintenancesOf({ id })
    const description = 'A **disk** is replaced. <script>'
    await send('POST', `${path}/${id}/maintenances/${maintenance?.id}/updates`, { status: 'SCHEDULED', description })
    const updatesOf = async (query: string) =>
      ((await send('GET', `${path}/${id}/maintenances${query}`)).body as Maintenance[])[0]?.updates
    expect(await updatesOf('')).not.toContainEqual(expect.objectContaining({ html: expect.anything() }))
    const html = expect.stringContaining('A <strong>disk</strong> is replaced. &lt;script&gt;')
    expect(await updatesOf('?withHtml=true')).toContainEqual(expect.objectContaining({ description, html }))
  })

  test('leave nothing behind when they are deleted', async () => {
    const { id } = await create({ ...published, repeatUnit: 'DAY' })
    const [maintenance] = await maintenancesOf({ id })
    await send('POST', `${path}/${id}/maintenances/${maintenance?.id}/updates`, {
      status: 'SCHEDULED',
      description: 'x',
    })
    expect((await send('DELETE', `${path}/${id}`)).status).toBe(204)
    expect(codeOf(await send('GET', `${path}/${id}/maintenances`))).toEqual([404, 'MAINTENANCE_WINDOW_NOT_FOUND'])
    expect(await database.db().rows(`select from maintenances where window_id = $1`, [id])).toEqual([])
    const left = await database
      .db()
      .rows(`select from maintenance_updates where maintenance_id = $1`, [maintenance?.id])
    expect(left).toEqual([])
  })
})

describe('maintenances', () => {
  test('of a window that takes place once are one, which starts and ends by itself', async () => {
    const window = await create(tonight)
    const status = async () => (await maintenancesOf(window)).map((maintenance) => maintenance.status)
    expect(await status()).toEqual(['SCHEDULED'])
    await pass(10 * hourMs)
    expect(await status()).toEqual(['IN_PROGRESS'])
    await pass(hourMs)
    expect(await status()).toEqual(['COMPLETED'])
  })

  test('of a repeating window are the one under way and the next, made as each begins', async () => {
    const window = await create({ ...tonight, repeatUnit: 'DAY', repeatEndsAt: '2026-03-02' })
    expect(timesOf(await maintenancesOf(window))).toEqual(['2026-03-01T22:00:00.000Z SCHEDULED'])
    await pass(10.5 * hourMs)
    expect(timesOf(await maintenancesOf(window))).toEqual([
      '2026-03-02T22:00:00.000Z SCHEDULED',
      '2026-03-01T22:00:00.000Z IN_PROGRESS',
    ])
    await pass(100 * hourMs)
    expect(timesOf(await maintenancesOf(window))).toEqual([
      '2026-03-02T22:00:00.000Z COMPLETED',
      '2026-03-01T22:00:00.000Z COMPLETED',
    ])
  })

  test('that passed while the service was down are not created', async () => {
    const window = await create({
      ...tonight,
      startsAt: '2020-01-01T22:00:00Z',
      endsAt: '2020-01-01T23:00:00Z',
      repeatUnit: 'WEEK',
    })
    expect(timesOf(await maintenancesOf(window))).toEqual(['2026-03-04T22:00:00.000Z SCHEDULED'])
    await pass(30 * dayMs)
    expect(timesOf(await maintenancesOf(window))).toEqual([
      '2026-04-01T22:00:00.000Z SCHEDULED',
      '2026-03-04T22:00:00.000Z COMPLETED',
    ])
  })

  test('follow an edit of the window: what waits moves, what is under way takes the new end', async () => {
    const window = await create({ ...tonight, repeatUnit: 'DAY' })
    await pass(10.5 * hourMs)
    const [next, current] = await maintenancesOf(window)
    await send('PUT', `${path}/${window.id}`, { endsAt: '2026-03-02T00:00:00Z' })
    expect(await maintenancesOf(window)).toMatchObject([
      { id: next?.id, startsAt: '2026-03-02T22:00:00.000Z', endsAt: '2026-03-03T00:00:00.000Z' },
      { id: current?.id, status: 'IN_PROGRESS', endsAt: '2026-03-02T00:00:00.000Z' },
    ])
    await send('PUT', `${path}/${window.id}`, { startsAt: '2026-03-05T01:00:00Z', endsAt: '2026-03-05T02:00:00Z' })
    expect(await maintenancesOf(window)).toMatchObject([
      { startsAt: '2026-03-05T01:00:00.000Z', status: 'SCHEDULED' },
      { id: current?.id, status: 'COMPLETED', endsAt: '2026-03-01T22:30:00.000Z' },
    ])
  })

  test('of a window without repetition follow the window', async () => {
    const window = await create(tonight)
    const [before] = await maintenancesOf(window)
    await send('PUT', `${path}/${window.id}`, { startsAt: '2026-03-01T11:00:00Z' })
    expect(await maintenancesOf(window)).toMatchObject([{ id: before?.id, status: 'IN_PROGRESS' }])
    await send('PUT', `${path}/${window.id}`, { endsAt: '2026-03-01T11:30:00Z' })
    expect(await maintenancesOf(window)).toMatchObject([{ id: before?.id, status: 'COMPLETED' }])
  })

  test('can be moved, extended and deleted one by one; another is not made for a deleted one', async () => {
    const window = await create({ ...tonight, repeatUnit: 'DAY' })
    const [first] = await maintenancesOf(window)
    const own = `${path}/${window.id}/maintenances/${first?.id}`
    const moved = await send('PATCH', own, { startsAt: '2026-03-01T11:00:00Z' })
    expect({ status: moved.status, body: moved.body }).toMatchObject({
      status: 200,
      body: { status: 'IN_PROGRESS', endsAt: tonight.endsAt, updates: [] },
    })
    expect((await send('PATCH', own, { endsAt: '2026-03-02T01:00:00Z' })).body).toMatchObject({
      endsAt: '2026-03-02T01:00:00.000Z',
    })
    expect(codeOf(await send('PATCH', own, { endsAt: '2026-03-01T10:00:00Z' }))).toEqual([400, 'BODY_INVALID'])
    expect((await send('DELETE', own)).status).toBe(204)
    expect(codeOf(await send('GET', own))).toEqual([404, 'MAINTENANCE_NOT_FOUND'])
    await send('PUT', `${path}/${window.id}`, { name: 'Other' })
    await pass(10.5 * hourMs)
    expect(timesOf(await maintenancesOf(window))).toEqual(['2026-03-02T22:00:00.000Z SCHEDULED'])
  })

  test('of another window or account are not found', async () => {
    const [one, other] = [await create(tonight), await create(tonight)]
    const [maintenance] = await maintenancesOf(one)
    const otherAccount = service.as((await service.account()).key)
    expect(codeOf(await send('GET', `${path}/${other.id}/maintenances/${maintenance?.id}`))).toEqual([
      404,
      'MAINTENANCE_NOT_FOUND',
    ])
    expect(codeOf(await otherAccount('GET', `${path}/${one.id}/maintenances/${maintenance?.id}`))).toEqual([
      404,
      'MAINTENANCE_WINDOW_NOT_FOUND',
    ])
  })
})

describe('updates of a maintenance', () => {
  const update = (status: string, description = status) => ({ status, description })

  async function openTimeline(body: object = published) {
    const window = await create(body)
    const [maintenance] = await maintenancesOf(window)
    const own = `${path}/${window.id}/maintenances/${maintenance?.id}`
    return { own, window, post: (status: string) => send('POST', `${own}/updates`, update(status)) }
  }

  test('start it early, verify it, complete it early and reopen it, each with what it changed', async () => {
    const { own, post } = await openTimeline()
    expect((await post('IN_PROGRESS')).body).toMatchObject({
      status: 'IN_PROGRESS',
      notifySubscribers: false,
      previousStatus: 'SCHEDULED',
      previousStartsAt: tonight.startsAt,
      previousEndsAt: tonight.endsAt,
      dateAdjustments: { startsAt: '2026-03-01T12:00:00.000Z' },
    })
    await pass(hourMs)
    expect((await post('VERIFYING')).body).toMatchObject({ dateAdjustments: null })
    expect((await post('COMPLETED')).body).toMatchObject({ dateAdjustments: { endsAt: '2026-03-01T13:00:00.000Z' } })
    expect((await post('IN_PROGRESS')).body).toMatchObject({ dateAdjustments: { endsAt: tonight.endsAt } })
    const { body } = await send('GET', own)
    expect((body as Maintenance).updates.map(({ description }) => description)).toEqual([
      'IN_PROGRESS',
      'COMPLETED',
      'VERIFYING',
      'IN_PROGRESS',
    ])
    expect(body).toMatchObject({ status: 'IN_PROGRESS', endsAt: tonight.endsAt })
  })

  test('are rejected where the maintenance does not allow the transition, and change nothing then', async () => {
    const { own, post } = await openTimeline()
    const answer = await post('COMPLETED')
    expect([...codeOf(answer), Object(answer.body).attributes.possible]).toEqual([
      409,
      'MAINTENANCE_STATUS_NOT_POSSIBLE',
      ['IN_PROGRESS', 'CANCELLED'],
    ])
    expect((await send('GET', own)).body).toMatchObject({ status: 'SCHEDULED', updates: [] })
    expect((await post('CANCELLED')).status).toBe(201)
    await pass(11 * hourMs)
    expect((await send('GET', own)).body).toMatchObject({ status: 'CANCELLED' })
  })

  test('are accepted only while the window is visible on pages', async () => {
    const { post } = await openTimeline(tonight)
    expect(codeOf(await post('IN_PROGRESS'))).toEqual([400, 'MAINTENANCE_NOT_PUBLISHED'])
  })

  test('alone start and end a window that does not do so by itself', async () => {
    const { own, post } = await openTimeline({
      ...tonight,
      statusPageVisibility: { enabled: true, autoStart: false, autoEnd: false },
    })
    await pass(10.5 * hourMs)
    expect((await send('GET', own)).body).toMatchObject({ status: 'SCHEDULED' })
    await post('IN_PROGRESS')
    await pass(5 * hourMs)
    expect((await send('GET', own)).body).toMatchObject({ status: 'IN_PROGRESS' })
    await post('COMPLETED')
    expect((await send('GET', own)).body).toMatchObject({ status: 'COMPLETED', endsAt: '2026-03-02T03:30:00.000Z' })
  })

  test('can be corrected and removed; the latest takes the maintenance along when its status is corrected', async () => {
    const { own, post } = await openTimeline()
    const { id: first } = (await post('SCHEDULED')).body as { id: string }
    const { id } = (await post('CANCELLED')).body as { id: string }
    const edited = await send('PUT', `${own}/updates/${id}`, update('IN_PROGRESS', 'After all'))
    expect(edited.body).toMatchObject({ status: 'IN_PROGRESS', description: 'After all' })
    expect((await send('GET', own)).body).toMatchObject({ status: 'IN_PROGRESS' })
    await send('PUT', `${own}/updates/${first}`, update('COMPLETED', 'Old'))
    expect((await send('GET', own)).body).toMatchObject({ status: 'IN_PROGRESS' })
    expect((await send('DELETE', `${own}/updates/${id}`)).status).toBe(204)
    expect((await send('GET', own)).body).toMatchObject({ status: 'IN_PROGRESS', updates: [{ id: first }] })
    for (const gone of [id, 'nothing'])
      expect(codeOf(await send('DELETE', `${own}/updates/${gone}`))).toEqual([404, 'MAINTENANCE_UPDATE_NOT_FOUND'])
  })
})
