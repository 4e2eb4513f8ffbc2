import { beforeEach, describe, expect, test } from 'vitest'
import type { MaintenanceCoverageResource, MaintenanceOccurrencesResource } from '#contract'
import { advanceMaintenanceWindows } from '#management'
import { dayMs, hourMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let accountId: string
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  const account = await service.account()
  accountId = account.accountId
  send = service.as(account.key)
})

const windows = '/v1/maintenance-windows'

/** The clock of the tests starts at noon on 1 March 2026. */
const tonight = { name: 'Upgrade', startsAt: '2026-03-01T22:00:00.000Z', endsAt: '2026-03-01T23:00:00.000Z' }

async function create(body: object): Promise<number> {
  const { status, body: made } = await send('POST', windows, body)
  expect([status, made]).toEqual([201, made])
  return Number(Reflect.get(Object(made), 'id'))
}
async function list(query = ''): Promise<MaintenanceOccurrencesResource> {
  const { status, body } = await send('GET', `/v1/maintenance-occurrences${query}`)
  expect([status, body]).toEqual([200, body])
  return body as MaintenanceOccurrencesResource
}
const startsIn = ({ entries }: MaintenanceOccurrencesResource): string[] => entries.map(({ startsAt }) => startsAt)
const pass = async (ms: number): Promise<void> => {
  service.clock.advance(ms)
  await advanceMaintenanceWindows(service.store, service.clock.now(), 100)
}

describe('the maintenances in a range', () => {
  test('are those that exist and those that windows will have, by their start', async () => {
    const daily = await create({ ...tonight, repeatUnit: 'DAY', pauseAllChecks: true })
    const once = await create({
      name: 'Move',
      startsAt: '2026-03-02T10:00:00.000Z',
      endsAt: '2026-03-02T12:00:00.000Z',
      silenceAlertsTags: ['shop'],
    })
    const { entries, isComplete } = await list('?to=2026-03-04')
    const daylong = { maintenanceWindowId: daily, name: 'Upgrade', status: 'SCHEDULED', pauses: true, silences: false }
    expect({ entries, isComplete }).toEqual({
      isComplete: true,
      entries: [
        { ...daylong, maintenanceId: expect.any(String), startsAt: tonight.startsAt, endsAt: tonight.endsAt },
        {
          maintenanceWindowId: once,
          maintenanceId: expect.any(String),
          name: 'Move',
          status: 'SCHEDULED',
          startsAt: '2026-03-02T10:00:00.000Z',
          endsAt: '2026-03-02T12:00:00.000Z',
          pauses: false,
          silences: true,
        },
        {
          ...daylong,
          maintenanceId: null,
          startsAt: '2026-03-02T22:00:00.000Z',
          endsAt: '2026-03-02T23:00:00.000Z',
        },
        {
          ...daylong,
          maintenanceId: null,
          startsAt: '2026-03-03T22:00:00.000Z',
          endsAt: '2026-03-03T23:00:00.000Z',
        },
      ],
    })
    expect(await list('?to=2026-03-04&limit=2')).toEqual({ entries: entries.slice(0, 2), isComplete: false })
    // What is under way at the beginning of the range is part of it, what begins at its end is not.
    expect(startsIn(await list('?from=2026-03-02T22:30:00Z&to=2026-03-03T22:00:00Z'))).toEqual([
      '2026-03-02T22:00:00.000Z',
    ])
  })

  test('keep the local time of their window when clocks change', async () => {
    await create({
      name: 'Nightly',
      startsAt: '2026-03-01T02:30:00+01:00',
      endsAt: '2026-03-01T03:00:00+01:00',
      timezone: 'Europe/Berlin',
      repeatUnit: 'WEEK',
      repeatEndsAt: '2026-04-05',
      pauseAllChecks: true,
    })
    expect(startsIn(await list('?from=2026-03-20&to=2026-06-01'))).toEqual([
      '2026-03-22T01:30:00.000Z',
      '2026-03-29T01:30:00.000Z',
      '2026-04-05T00:30:00.000Z',
    ])
  })

  test('are as people moved, deleted and cancelled them', async () => {
    const id = await create({
      ...tonight,
      repeatUnit: 'DAY',
      pauseAllChecks: true,
      statusPageVisibility: { enabled: true },
    })
    const [first] = (await list()).entries
    const path = `${windows}/${id}/maintenances`
    await send('PATCH', `${path}/${first?.maintenanceId}`, { startsAt: '2026-03-01T20:00:00.000Z' })
    expect(startsIn(await list('?to=2026-03-03'))).toEqual(['2026-03-01T20:00:00.000Z', '2026-03-02T22:00:00.000Z'])
    await send('POST', `${path}/${first?.maintenanceId}/updates`, { status: 'CANCELLED', description: 'Later.' })
    expect((await list('?to=2026-03-02')).entries).toMatchObject([{ status: 'CANCELLED' }])
    await send('DELETE', `${path}/${first?.maintenanceId}`)
    expect(startsIn(await list('?to=2026-03-03'))).toEqual(['2026-03-02T22:00:00.000Z'])
    // The next one is made when the first would begin.
    await pass(12 * hourMs)
    const [next] = (await list('?to=2026-03-03')).entries
    expect(next).toMatchObject({ startsAt: '2026-03-02T22:00:00.000Z', maintenanceId: expect.any(String) })
  })

  test('that nobody has ended are still under way after their time', async () => {
    await create({
      ...tonight,
      silenceAllAlerts: true,
      statusPageVisibility: { enabled: true, autoStart: true, autoEnd: false },
    })
    await pass(dayMs)
    expect((await list()).entries).toMatchObject([{ status: 'IN_PROGRESS', endsAt: tonight.endsAt }])
  })

  test('of a check are those that cover it, by its tags and those of its group', async () => {
    const group = await send('POST', '/v2/check-groups', { name: 'Shop', tags: ['shop'] })
    const member = await service.check(accountId, { groupId: Reflect.get(Object(group.body), 'id') })
    const other = await service.check(accountId, { tags: ['blog'] })
    await create({ ...tonight, name: 'of the group', tags: ['shop'], silenceAlertsTags: ['blog'] })
    await create({ ...tonight, name: 'of nothing', tags: ['elsewhere'] })
    await create({ ...tonight, name: 'informs only' })
    expect((await list(`?checkId=${member}`)).entries).toMatchObject([
      { name: 'of the group', pauses: true, silences: false },
    ])
    expect((await list(`?checkId=${other}`)).entries).toMatchObject([
      { name: 'of the group', pauses: false, silences: true },
    ])
    expect((await list()).entries).toHaveLength(3)
  })

  test('are those of the account, in a range that is one', async () => {
    await create({ ...tonight, pauseAllChecks: true })
    const checkId = await service.check(accountId)
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', '/v1/maintenance-occurrences')).body).toEqual({ entries: [], isComplete: true })
    const statusOf = async (by: Send, query: string) => (await by('GET', `/v1/maintenance-occurrences?${query}`)).status
    expect(await statusOf(stranger, `checkId=${checkId}`)).toBe(404)
    expect(await statusOf(send, `checkId=${randomId()}`)).toBe(404)
    expect(await statusOf(send, 'checkId=x')).toBe(404)
    for (const wrong of ['from=2026-03-02&to=2026-03-01', 'from=2026-01-01&to=2027-01-03', 'from=soon', 'limit=501'])
      expect([wrong, await statusOf(send, wrong)]).toEqual([wrong, 400])
  })
})

test('a window says which checks it pauses and silences', async () => {
  const group = await send('POST', '/v2/check-groups', { name: 'Shop', tags: ['shop'] })
  await service.check(accountId, { name: 'cart', groupId: Reflect.get(Object(group.body), 'id') })
  await service.check(accountId, { name: 'blog', tags: ['blog', 'shop'] })
  await service.check(accountId, { name: 'other' })
  const id = await create({ ...tonight, tags: ['shop'], silenceAlertsTags: ['blog'] })
  const coverage = async (by: Send, windowId: number) => by('GET', `${windows}/${windowId}/coverage`)
  const { checks, ...totals } = (await coverage(send, id)).body as MaintenanceCoverageResource
  expect(totals).toEqual({ totalChecks: 2, totalPaused: 2, totalSilenced: 1 })
  expect(checks).toMatchObject([
    { name: 'blog', checkType: 'TCP', pauses: true, silences: true },
    { name: 'cart', checkType: 'TCP', pauses: true, silences: false },
  ])
  const all = await create({ ...tonight, silenceAllAlerts: true })
  expect((await coverage(send, all)).body).toMatchObject({ totalChecks: 3, totalPaused: 0, totalSilenced: 3 })
  const none = await create(tonight)
  expect((await coverage(send, none)).body).toEqual({ checks: [], totalChecks: 0, totalPaused: 0, totalSilenced: 0 })
  const stranger = service.as((await service.account()).key)
  expect((await coverage(stranger, id)).status).toBe(404)
})
