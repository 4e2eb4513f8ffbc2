import { beforeEach, describe, expect, test } from 'vitest'
import type { MaintenanceEffectResource, MaintenancePreviewResource, MaintenanceScheduleResource } from '#contract'
import { advanceMaintenanceWindows } from '#management'
import { hourMs, minuteMs, timeOrderedId } from '#kernel'
import { insertNotifications } from '#storage/alerts'
import type { NewNotification } from '#storage/alerts'
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
const nightly = { ...tonight, repeatUnit: 'DAY', tags: ['shop'] }

const call = async <T>(method: 'GET' | 'POST' | 'PATCH', path: string, status: number, body?: object): Promise<T> => {
  const answer = await send(method, path, body)
  expect([answer.status, answer.body]).toEqual([status, answer.body])
  return answer.body as T
}
const create = async (body: object): Promise<number> => (await call<{ id: number }>('POST', windows, 201, body)).id
const schedule = (): Promise<MaintenanceScheduleResource> => call('GET', '/v1/maintenance-schedule', 200)
const pass = async (ms: number): Promise<void> => {
  service.clock.advance(ms)
  await advanceMaintenanceWindows(service.store, service.clock.now(), 100)
}
interface Maintenance {
  readonly id: string
  readonly status: string
  readonly startsAt: string
  readonly endsAt: string
}

describe('the preview of a window that is not saved', () => {
  test('has its next occurrences by the clocks of its time zone, and what it would cover', async () => {
    const group = await call<{ id: number }>('POST', '/v2/check-groups', 201, { name: 'Shop', tags: ['shop'] })
    await service.check(accountId, { name: 'cart', groupId: group.id })
    await service.check(accountId, { name: 'blog', tags: ['blog'] })
    const placed = await call<{ id: string }>('POST', '/v1/status-pages/services', 200, { name: 'Shop' })
    const cards = [{ name: 'All', services: [{ id: placed.id }] }]
    await call('POST', '/v1/status-pages', 201, { name: 'Shop status', url: 'shop-preview', cards })
    const preview = await call<MaintenancePreviewResource>('POST', `${windows}/preview`, 200, {
      startsAt: '2026-03-15T02:30:00+01:00',
      endsAt: '2026-03-15T03:30:00+01:00',
      timezone: 'Europe/Berlin',
      repeatUnit: 'WEEK',
      repeatInterval: 2,
      tags: ['shop', 'none'],
      silenceAlertsTags: ['blog', 'shop'],
      statusPageVisibility: { enabled: true, serviceIds: [placed.id] },
    })
    expect(preview.occurrences).toHaveLength(5)
    expect(preview.occurrences.slice(0, 3)).toMatchObject([
      { startsAt: '2026-03-15T01:30:00.000Z', localStartsAt: '2026-03-15T02:30:00+01:00', clockChange: null },
      { localStartsAt: '2026-03-29T03:30:00+02:00', clockChange: 'BEFORE', isShifted: true },
      { localStartsAt: '2026-04-12T02:30:00+02:00', clockChange: null, isShifted: false },
    ])
    expect(preview.coverage).toMatchObject({ totalChecks: 2, totalPaused: 1, totalSilenced: 2 })
    expect(preview.tags).toEqual([
      { tag: 'shop', checks: 1 },
      { tag: 'none', checks: 0 },
      { tag: 'blog', checks: 1 },
    ])
    expect(preview.groups).toEqual([{ id: group.id, name: 'Shop' }])
    expect(preview.statusPages).toMatchObject([{ name: 'Shop status' }])
    expect((await schedule()).entries).toEqual([])
  })

  test('rejects what a window could not be saved with', async () => {
    for (const wrong of [{ endsAt: '2026-03-01T21:00:00Z' }, { timezone: 'Mars/Base' }, { repeatInterval: 0 }])
      expect((await send('POST', `${windows}/preview`, { ...tonight, name: undefined, ...wrong })).status).toBe(400)
    const unknown = { ...tonight, name: undefined, statusPageVisibility: { serviceIds: [timeOrderedId(0)] } }
    expect((await send('POST', `${windows}/preview`, unknown)).status).toBe(400)
  })
})

describe('the schedule', () => {
  test('has each window with what is under way, what comes next and what was last', async () => {
    const repeating = await create(nightly)
    await create({ ...tonight, name: 'Once' })
    await pass(10.5 * hourMs)
    expect((await schedule()).entries).toMatchObject([
      { window: { name: 'Once' }, current: { status: 'IN_PROGRESS' }, next: null, last: null },
      {
        window: { id: repeating },
        current: { startsAt: tonight.startsAt },
        next: { startsAt: '2026-03-02T22:00:00.000Z', maintenanceId: expect.any(String) },
        last: null,
      },
    ])
    await pass(hourMs)
    expect((await schedule()).entries).toMatchObject([
      { current: null, next: null, last: { status: 'COMPLETED' } },
      { current: null, next: { startsAt: '2026-03-02T22:00:00.000Z' }, last: { startsAt: tonight.startsAt } },
    ])
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', '/v1/maintenance-schedule')).body).toEqual({ entries: [], isComplete: true })
  })

  test('goes on after the next maintenance of a window was deleted', async () => {
    const id = await create(nightly)
    const { next } = (await schedule()).entries[0] ?? {}
    await send('DELETE', `${windows}/${id}/maintenances/${next?.maintenanceId}`)
    expect((await schedule()).entries[0]?.next).toEqual({
      maintenanceId: null,
      startsAt: '2026-03-02T22:00:00.000Z',
      endsAt: '2026-03-02T23:00:00.000Z',
      status: 'SCHEDULED',
    })
  })
})

describe('starting and ending now', () => {
  test('a window begins now for a chosen time, once at a time, and repeats as before', async () => {
    const id = await create(nightly)
    const started = await call<Maintenance>('POST', `${windows}/${id}/start`, 201, { minutes: 30 })
    expect(started).toMatchObject({
      status: 'IN_PROGRESS',
      startsAt: '2026-03-01T12:00:00.000Z',
      endsAt: '2026-03-01T12:30:00.000Z',
    })
    const again = await send('POST', `${windows}/${id}/start`, { minutes: 5 })
    expect([again.status, again.body]).toMatchObject([409, { attributes: { code: 'MAINTENANCE_UNDER_WAY' } }])
    await pass(31 * minuteMs)
    expect((await schedule()).entries).toMatchObject([
      { current: null, next: { startsAt: tonight.startsAt }, last: { maintenanceId: started.id, status: 'COMPLETED' } },
    ])
  })

  test('a window whose maintenances are started by hand begins now, too', async () => {
    const id = await create({ ...tonight, statusPageVisibility: { enabled: true, autoStart: false, autoEnd: false } })
    expect(await call('POST', `${windows}/${id}/start`, 201, { minutes: 30 })).toMatchObject({ status: 'IN_PROGRESS' })
    await pass(hourMs)
    const { current } = (await schedule()).entries[0] ?? {}
    const path = `${windows}/${id}/maintenances/${current?.maintenanceId}`
    expect(await call('POST', `${path}/end`, 200)).toMatchObject({ status: 'COMPLETED' })
  })

  test('a maintenance that is ended now leaves the later ones; ending it again changes nothing', async () => {
    const id = await create(nightly)
    await pass(10.5 * hourMs)
    const { current } = (await schedule()).entries[0] ?? {}
    const path = `${windows}/${id}/maintenances/${current?.maintenanceId}`
    const ended = await call<Maintenance>('POST', `${path}/end`, 200)
    expect(ended).toMatchObject({ status: 'COMPLETED', endsAt: '2026-03-01T22:30:00.000Z' })
    expect((await schedule()).entries).toMatchObject([
      { current: null, next: { startsAt: '2026-03-02T22:00:00.000Z' } },
    ])
    expect(await call('POST', `${path}/end`, 200)).toEqual(ended)
  })

  test('a maintenance that has not begun cannot be ended', async () => {
    const id = await create(nightly)
    const { next } = (await schedule()).entries[0] ?? {}
    const early = await send('POST', `${windows}/${id}/maintenances/${next?.maintenanceId}/end`)
    expect([early.status, early.body]).toMatchObject([
      409,
      { attributes: { code: 'MAINTENANCE_STATUS_NOT_POSSIBLE', status: 'SCHEDULED' } },
    ])
  })

  test('nobody starts or ends what is of another account, or for no time', async () => {
    const id = await create(nightly)
    const stranger = service.as((await service.account()).key)
    expect((await stranger('POST', `${windows}/${id}/start`, { minutes: 5 })).status).toBe(404)
    for (const minutes of [0, -1, 1.5, 525_601, '5m'])
      expect((await send('POST', `${windows}/${id}/start`, { minutes })).status).toBe(400)
  })
})

describe('what a maintenance held back', () => {
  const noted = (checkId: string, agoMs: number, changes: object = {}): NewNotification => {
    const at = service.clock.now() - agoMs
    return {
      accountId,
      id: timeOrderedId(at),
      checkId,
      checkType: 'TCP',
      checkAlertId: null,
      checkResultId: null,
      channelId: null,
      channelType: null,
      status: 'SILENCED',
      silence: 'SILENCED_BY_MAINTENANCE',
      facts: { alertType: 'ALERT_FAILURE', checkErrorMessage: 'refused' } as NewNotification['facts'],
      isGroupable: false,
      claimableAt: null,
      createdAt: new Date(at),
      ...changes,
    }
  }

  test('are the alerts of its checks within its time, an alert over several channels once', async () => {
    const cart = await service.check(accountId, { name: 'cart', tags: ['shop'] })
    const blog = await service.check(accountId, { name: 'blog', tags: ['blog'] })
    const id = await create({ ...tonight, silenceAlertsTags: ['shop'] })
    await pass(10.5 * hourMs)
    const sent = {
      status: 'SUCCESS',
      silence: null,
      facts: { heldBack: { reason: 'MAINTENANCE', until: '2026-03-01T23:00:00.000Z' } },
    }
    await insertNotifications(service.db, [
      noted(cart, 10 * minuteMs),
      noted(cart, 10 * minuteMs),
      noted(cart, 5 * minuteMs, { facts: { alertType: 'ALERT_FAILURE_REMAIN', checkErrorMessage: '' } }),
      noted(cart, hourMs),
      noted(cart, minuteMs, { silence: 'CHECK_MUTED' }),
      noted(blog, minuteMs),
    ])
    await pass(40 * minuteMs)
    await insertNotifications(service.db, [noted(cart, 9 * minuteMs, sent)])
    const { last } = (await schedule()).entries[0] ?? {}
    const path = `${windows}/${id}/maintenances/${last?.maintenanceId}/effect`
    expect(await call<MaintenanceEffectResource>('GET', path, 200)).toEqual({
      checks: [
        {
          id: cart,
          name: 'cart',
          checkType: 'TCP',
          alerts: 2,
          firstAt: '2026-03-01T22:20:00.000Z',
          lastAt: '2026-03-01T22:25:00.000Z',
          lastAlertType: 'ALERT_FAILURE_REMAIN',
          error: null,
          notificationId: expect.any(String),
          notifiedAt: '2026-03-01T23:01:00.000Z',
        },
      ],
      totalChecks: 1,
      totalAlerts: 2,
    })
    const stranger = service.as((await service.account()).key)
    expect((await stranger('GET', path)).status).toBe(404)
  })

  test('are none before it begins', async () => {
    const id = await create({ ...tonight, silenceAllAlerts: true })
    const { next } = (await schedule()).entries[0] ?? {}
    const path = `${windows}/${id}/maintenances/${next?.maintenanceId}/effect`
    expect(await call('GET', path, 200)).toEqual({ checks: [], totalChecks: 0, totalAlerts: 0 })
  })
})
