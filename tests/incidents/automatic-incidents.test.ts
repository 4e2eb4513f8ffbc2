import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireHeartbeats, recordPing } from '#runs'
import { sendReminders } from '#notifying'
import { dayMs, minuteMs, randomId } from '#kernel'
import { applyIncidentTasks } from '#publishing'
import { useDatabase } from '../support/database.ts'
import { TestService } from '../support/test-service.ts'
import type { Send, TestAnswer } from '../support/test-service.ts'

const database = useDatabase()
let service: TestService
let send: Send
let serviceId: string
beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  serviceId = idOf(await send('POST', '/v1/status-pages/services', { name: 'Shop' }))
})

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const context = () => ({ nowMs: service.clock.now(), publicUrl: 'https://belfry.example' })
const apply = () => applyIncidentTasks(service.store, service.clock.now(), 100)

interface Incident {
  readonly id: string
  readonly name: string
  readonly severity: string
  readonly lastUpdateStatus: string
  readonly duration: number
  readonly services?: readonly { readonly name: string }[]
  readonly incidentUpdates: {
    readonly status: string
    readonly description: string
    readonly notifySubscribers: boolean
  }[]
}

/** Newest first. */
const incidents = async (): Promise<Incident[]> =>
  ((await send('GET', '/v1/status-pages/incidents')).body as { entries: Incident[] }).entries
const statuses = async (): Promise<string[]> => (await incidents()).map((incident) => incident.lastUpdateStatus)

interface Watched {
  readonly id: string
  readonly url: string
  /** Lets five minutes go by without a ping, for every check there is. */
  readonly fail: () => Promise<void>
  readonly recover: () => Promise<void>
}

/** A heartbeat that has been pinged once, every five minutes to come. */
async function watched(changes: object = {}): Promise<Watched> {
  const pingToken = randomId()
  const timing = { period: 5, periodUnit: 'minutes', grace: 0, graceUnit: 'seconds' }
  const triggerIncident = { serviceId, name: 'Backups fail', severity: 'MINOR', description: 'No backup came.' }
  const answer = await send('POST', '/v1/checks/heartbeat', {
    name: 'backup',
    heartbeat: { ...timing, pingToken },
    triggerIncident,
    ...changes,
  })
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: answer.text })
  const ping = { token: pingToken, source: 'HTTPS GET', userAgent: 'curl' }
  const recover = async () => {
    await recordPing(service.store, ping, context())
  }
  await recover()
  const fail = async () => {
    service.clock.advance(5 * minuteMs + 1)
    await expireHeartbeats(service.store, context(), 100)
  }
  return { id: idOf(answer), url: `/v1/checks/heartbeat/${idOf(answer)}`, fail, recover }
}

describe('a check with triggerIncident', () => {
  it('opens an incident with its failure alert and resolves it with its recovery', async () => {
    const check = await watched()
    await check.fail()
    await apply()
    expect(await incidents()).toMatchObject([
      {
        name: 'Backups fail',
        severity: 'MINOR',
        services: [{ id: serviceId }],
        lastUpdateStatus: 'INVESTIGATING',
        incidentUpdates: [{ status: 'INVESTIGATING', description: 'No backup came.', notifySubscribers: false }],
      },
    ])
    service.clock.advance(minuteMs)
    await check.recover()
    await apply()
    const [incident] = await incidents()
    expect(incident).toMatchObject({ lastUpdateStatus: 'RESOLVED', duration: 60 })
    expect(incident?.incidentUpdates.map(({ status }) => status)).toEqual(['RESOLVED', 'INVESTIGATING'])
  })

  it('does not resolve what a person has taken over; handed back, what has recovered is resolved at once', async () => {
    const check = await watched()
    await check.fail()
    await apply()
    const id = (await incidents())[0]?.id ?? ''
    const handle = (isTakenOver: boolean) => send('PUT', `/v1/status-page-incidents/${id}`, { isTakenOver })
    const { body } = await handle(true)
    expect(body).toMatchObject({
      takenOverAt: new Date(service.clock.now()).toISOString(),
      openedBy: { checkId: check.id, checkName: 'backup' },
      checks: [{ id: check.id, isFailing: true }],
      alerts: [{ checkId: check.id, alertType: 'ALERT_FAILURE' }],
    })
    await check.recover()
    await check.fail()
    await check.recover()
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
    expect((await handle(false)).body).toMatchObject({ status: 'RESOLVED', takenOverAt: null })
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('resolves what was handed back while it still failed', async () => {
    const check = await watched()
    await check.fail()
    await apply()
    const id = (await incidents())[0]?.id ?? ''
    for (const isTakenOver of [true, false]) await send('PUT', `/v1/status-page-incidents/${id}`, { isTakenOver })
    expect(await statuses()).toEqual(['INVESTIGATING'])
    await check.recover()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('opens another incident when it fails again', async () => {
    const check = await watched()
    for (let round = 0; round < 2; round += 1) {
      await check.fail()
      await apply()
      await check.recover()
      await apply()
    }
    expect(await statuses()).toEqual(['RESOLVED', 'RESOLVED'])
  })

  it('opens one incident however long the failure lasts and however often people are reminded', async () => {
    const reminders = { amount: 3, interval: 1 }
    const check = await watched({ useGlobalAlertSettings: false, alertSettings: { reminders } })
    await check.fail()
    await apply()
    const [opened] = await incidents()
    await send('POST', `/v1/status-pages/incidents/${opened?.id}/incident-updates`, {
      status: 'RESOLVED',
      description: 'We think it is over.',
    })
    service.clock.advance(2 * minuteMs)
    expect(await sendReminders(service.store, context(), 100)).toBeGreaterThan(0)
    await check.fail()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('passes what it says about mails on to both updates', async () => {
    const trigger = { serviceId, name: 'Down', notifySubscribers: true }
    const check = await watched({ triggerIncident: trigger })
    await check.fail()
    await apply()
    await send('PUT', check.url, { triggerIncident: { ...trigger, notifySubscribers: false } })
    await check.recover()
    await apply()
    const [incident] = await incidents()
    expect(incident).toMatchObject({ severity: 'MAJOR' })
    expect(incident?.incidentUpdates).toMatchObject([
      { status: 'RESOLVED', notifySubscribers: true },
      { status: 'INVESTIGATING', description: 'Down', notifySubscribers: true },
    ])
  })

  it('opens incidents though it is muted', async () => {
    const check = await watched({ muted: true })
    await check.fail()
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
  })

  it('shares a service with others: each has its own incident', async () => {
    const [first, second] = [await watched(), await watched()]
    await first.fail()
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING', 'INVESTIGATING'])
    await second.recover()
    await apply()
    expect((await statuses()).toSorted()).toEqual(['INVESTIGATING', 'RESOLVED'])
  })
})

describe('failures with one cause on one page', () => {
  const severity = 'CRITICAL'
  /** Two services, each with a check; readers of the page see both. */
  const checkout = async (changes: object = {}) => {
    const other = idOf(await send('POST', '/v1/status-pages/services', { name: 'Search' }))
    const services = [{ id: serviceId }, { id: other }]
    const cards = [{ name: 'Store', services }]
    const url = `acme-${randomId()}`
    const pageId = idOf(await send('POST', '/v1/status-pages', { name: 'Acme', url, cards }))
    const first = await watched({ triggerIncident: { serviceId, name: 'Backup', severity } })
    const second = await watched({ triggerIncident: { serviceId: other, name: 'backup', ...changes } })
    return { first, second, other, url, pageId }
  }
  const namesOf = async () => (await incidents()).map(({ name, services }) => [name, services?.map((one) => one.name)])

  it('are named, and end, in the first language of their page', async () => {
    const { first, second, pageId } = await checkout()
    await send('PUT', `/v1/status-page-displays/${pageId}`, { languages: ['de', 'en'] })
    await first.fail()
    await apply()
    await first.recover()
    await second.recover()
    await apply()
    const [incident] = await incidents()
    expect([incident?.name, ...(incident?.incidentUpdates ?? []).map(({ description }) => description)]).toEqual([
      'Shop und Search sind ausgefallen',
      'Die Störung ist behoben.',
      'Search ist ebenfalls betroffen.',
      'Shop ist ausgefallen',
    ])
  })

  it('open one incident named after all services, which ends when all are well', async () => {
    const { first, second } = await checkout()
    await first.fail()
    await apply()
    expect(await namesOf()).toEqual([['Shop and Search are down', ['Shop', 'Search']]])
    const [incident] = await incidents()
    expect(incident?.incidentUpdates.map(({ description }) => description)).toEqual([
      'Search is affected too.',
      'Shop is down',
    ])
    const url = `/v1/status-page-incidents/${incident?.id}`
    expect(Object((await send('GET', url)).body).checks).toHaveLength(2)
    expect(Object((await send('GET', `/v1/status-page-incidents?checkId=${second.id}`)).body).entries).toHaveLength(1)
    await first.recover()
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
    await second.recover()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('are one incident when they follow each other within five minutes, and two after that', async () => {
    const { first, second } = await checkout({ severity })
    service.clock.advance(minuteMs)
    await second.recover()
    service.clock.advance(4 * minuteMs + 1)
    await expireHeartbeats(service.store, context(), 100)
    await apply()
    expect(await namesOf()).toEqual([['Shop is down', ['Shop']]])
    service.clock.advance(minuteMs)
    await expireHeartbeats(service.store, context(), 100)
    await apply()
    expect(await namesOf()).toEqual([['Shop and Search are down', ['Shop', 'Search']]])
    for (const check of [first, second]) await check.recover()
    await apply()
    service.clock.advance(4 * minuteMs)
    await second.recover()
    service.clock.advance(minuteMs + 1)
    await expireHeartbeats(service.store, context(), 100)
    await apply()
    service.clock.advance(6 * minuteMs)
    await expireHeartbeats(service.store, context(), 100)
    await apply()
    expect((await namesOf()).slice(0, 2)).toEqual([
      ['Search is down', ['Search']],
      ['Shop is down', ['Shop']],
    ])
  })

  it('keep the name that a person has given', async () => {
    const { first, other } = await checkout({ severity })
    await send('PUT', `/v1/checks/heartbeat/${first.id}`, {
      triggerIncident: { serviceId, name: 'Orders fail', severity },
    })
    await first.fail()
    await apply()
    expect(await namesOf()).toEqual([['Shop and Search are down', ['Shop', 'Search']]])
    const [opened] = await incidents()
    const services = [{ id: serviceId }]
    const body = { name: 'Data centre lost power', severity, services }
    expect((await send('PUT', `/v1/status-pages/incidents/${opened?.id}`, body)).status).toBe(200)
    const third = await watched({ triggerIncident: { serviceId: other, name: 'Search fails', severity } })
    expect(third.id).not.toBe('')
    service.clock.advance(5 * minuteMs + 1)
    await expireHeartbeats(service.store, context(), 100)
    await apply()
    expect((await namesOf()).at(-1)?.[0]).toBe('Data centre lost power')
  })

  it('stay apart when readers of a page see one of the services only, who would read the name of the other', async () => {
    const { first } = await checkout({ severity })
    const cards = [{ name: 'Customers', services: [{ id: serviceId }] }]
    await send('POST', '/v1/status-pages', { name: 'Other', url: `other-${randomId()}`, cards })
    await first.fail()
    await apply()
    expect(new Set((await namesOf()).map(([name]) => name))).toEqual(new Set(['Search is down', 'Shop is down']))
  })

  it('say nothing new to readers when they concern the same service, and end together', async () => {
    const { first } = await checkout({ severity })
    const third = await watched({ triggerIncident: { serviceId, name: 'Orders fail', severity } })
    await first.fail()
    await apply()
    const [incident, ...others] = await incidents()
    expect(others).toEqual([])
    expect(incident?.incidentUpdates).toHaveLength(2)
    expect(third.id).not.toBe(first.id)
  })
})

describe('an incident that an alert opened', () => {
  it('is resolved by the recovery though the check no longer opens incidents', async () => {
    const check = await watched()
    await check.fail()
    await apply()
    await send('PUT', check.url, { triggerIncident: null })
    await check.recover()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('is resolved when its check is deleted, before or after it was opened', async () => {
    const [opened, waiting] = [await watched(), await watched()]
    await opened.fail()
    await apply()
    await waiting.fail()
    for (const { id } of [opened, waiting]) expect((await send('DELETE', `/v1/checks/${id}`)).status).toBe(204)
    while ((await apply()) > 0);
    expect(new Set(await statuses())).toEqual(new Set(['RESOLVED']))
  })

  it('stays as it is when its check is deactivated', async () => {
    const check = await watched()
    await check.fail()
    await apply()
    await send('PUT', check.url, { activated: false })
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
  })

  it('is resolved last, even when a person dated an update into the future', async () => {
    const check = await watched()
    await check.fail()
    await apply()
    const [opened] = await incidents()
    await send('POST', `/v1/status-pages/incidents/${opened?.id}/incident-updates`, {
      status: 'MONITORING',
      description: 'Tomorrow we know more.',
      publicIncidentUpdateDate: new Date(service.clock.now() + dayMs).toISOString(),
    })
    await check.recover()
    await apply()
    expect(await statuses()).toEqual(['RESOLVED'])
  })

  it('is not opened when its service was deleted, nor while a maintenance suppresses it', async () => {
    const check = await watched()
    const { accountId } = (await send('GET', `/v1/status-pages/services/${serviceId}`)).body as { accountId: string }
    const visibility = {
      enabled: true,
      suppressAutoIncidents: true,
      affectAllServices: false,
      serviceIds: [serviceId],
      statusPageIds: [],
    }
    const at = (ms: number) => new Date(service.clock.now() + ms)
    await insertMaintenance(accountId, visibility, at(0), at(20 * minuteMs))
    await check.fail()
    await apply()
    expect(await statuses()).toEqual([])
    await check.recover()
    service.clock.advance(30 * minuteMs)
    await check.recover()
    await check.fail()
    expect((await send('DELETE', `/v1/status-pages/services/${serviceId}`)).status).toBe(204)
    await apply()
    expect(await statuses()).toEqual([])
    const windows = await database
      .db()
      .rows('select visibility from maintenance_windows where account_id = $1', [accountId])
    expect(windows).toMatchObject([{ visibility: { serviceIds: [] } }])
  })
})

async function insertMaintenance(accountId: string, visibility: object, from: Date, until: Date): Promise<void> {
  const db = database.db()
  const [window] = await db.rows<{ id: number }>(
    `insert into maintenance_windows (account_id, name, starts_at, ends_at, tags, pause_all_checks, silence_alerts_tags,
       silence_all_alerts, visibility, created_at)
     values ($1, 'Moving', $2, $3, '{}', false, '{}', false, $4, $2) returning id`,
    [accountId, from, until, JSON.stringify(visibility)],
  )
  await db.rows(
    `insert into maintenances (account_id, id, window_id, planned_starts_at, planned_ends_at, starts_at, ends_at, status,
       effective_from, effective_until, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $4, $5, 'IN_PROGRESS', $4, $5, $4, $4)`,
    [accountId, randomId(), window?.id, from, until],
  )
}

describe('what alerts want done with incidents', () => {
  it('is done once and in order, however many do it at the same time', async () => {
    const checks = [await watched(), await watched(), await watched()]
    for (const check of checks) await check.fail()
    for (const check of checks) await check.recover()
    await checks[0]?.fail()
    const turns = []
    for (let turn = 0; turn < 6; turn += 1) turns.push(applyIncidentTasks(service.store, service.clock.now(), 2))
    await Promise.all(turns)
    while ((await apply()) > 0);
    const all = await incidents()
    expect(all.filter(({ lastUpdateStatus }) => lastUpdateStatus === 'INVESTIGATING')).toHaveLength(3)
    expect(all.every(({ incidentUpdates }) => incidentUpdates.length <= 2)).toBe(true)
    expect(await database.db().rows('select from incident_tasks')).toEqual([])
  })

  it('is not lost when whoever does it dies on the way', async () => {
    const check = await watched()
    await check.fail()
    const dies = service.store.db.transaction(async (tx) => {
      const dying = {
        ...service.store,
        db: { ...service.store.db, transaction: (work: (on: typeof tx) => unknown) => work(tx) },
      }
      await applyIncidentTasks(dying as typeof service.store, service.clock.now(), 100)
      throw new Error('killed')
    })
    await expect(dies).rejects.toThrow('killed')
    expect(await statuses()).toEqual([])
    await apply()
    expect(await statuses()).toEqual(['INVESTIGATING'])
  })

  it('leaves no trace of checks that open no incidents', async () => {
    const check = await watched({ triggerIncident: null })
    await check.fail()
    await check.recover()
    expect(await database.db().rows('select from incident_tasks where check_id = $1', [check.id])).toEqual([])
  })
})
