import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

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

const incidents = '/v1/status-pages/incidents'
const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const at = (time: string) => `2026-03-01T${time}:00.000Z`
const update = (status: string, time: string) => ({
  status,
  description: `${status} at ${time}`,
  publicIncidentUpdateDate: at(time),
})
const incident = (changes: object = {}) => ({
  name: 'Orders fail',
  severity: 'CRITICAL',
  services: [{ id: serviceId, name: 'Shop', accountId: 'of the client' }],
  incidentUpdates: [{ status: 'INVESTIGATING', description: 'We are looking.', notifySubscribers: true }],
  ...changes,
})
const open = async (changes: object = {}): Promise<string> => {
  const answer = await send('POST', incidents, incident(changes))
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 201, text: answer.text })
  return `${incidents}/${idOf(answer)}`
}

describe('incidents of status pages', () => {
  it('accept the requests of a command line tool: a PATCH of the severity, and the update that goes with it', async () => {
    const url = await open()
    const patched = await send('PATCH', url, { severity: 'MINOR' })
    expect({ status: patched.status, body: patched.body }).toMatchObject({
      status: 200,
      body: { severity: 'MINOR', name: 'Orders fail' },
    })
    const postedUpdate = { description: 'Found it.', status: 'IDENTIFIED', notifySubscribers: true }
    expect((await send('POST', `${url}/incident-updates`, postedUpdate)).body).toMatchObject(postedUpdate)
    expect((await send('GET', url)).body).toMatchObject({ severity: 'MINOR', lastUpdateStatus: 'IDENTIFIED' })
    expect((await send('PATCH', `${incidents}/${serviceId}`, { severity: 'MINOR' })).status).toBe(404)
  })

  it('are read as they were written, with what follows from them', async () => {
    const created = await send('POST', incidents, incident())
    expect(created).toMatchObject({
      status: 201,
      body: {
        name: 'Orders fail',
        severity: 'CRITICAL',
        services: [{ id: serviceId, name: 'Shop' }],
        incidentUpdates: [
          {
            status: 'INVESTIGATING',
            description: 'We are looking.',
            notifySubscribers: true,
            publicIncidentUpdateDate: at('12:00'),
          },
        ],
        lastUpdateStatus: 'INVESTIGATING',
        duration: 0,
      },
    })
    expect((await send('GET', `${incidents}/${idOf(created)}`)).body).toEqual(created.body)
    expect((await send('GET', incidents)).body).toEqual({ length: 1, entries: [created.body], nextId: null })
  })

  it('are changed in what a body names, and deleted with their updates', async () => {
    const url = await open()
    const other = idOf(await send('POST', '/v1/status-pages/services', { name: 'Search' }))
    expect(await send('PUT', url, { severity: 'MINOR' })).toMatchObject({
      status: 200,
      body: { name: 'Orders fail', severity: 'MINOR', services: [{ id: serviceId }] },
    })
    expect(
      (await send('PUT', url, { services: [{ id: other }, { id: serviceId }, { id: other }] })).body,
    ).toMatchObject({
      services: [{ id: other }, { id: serviceId }],
      incidentUpdates: [{ description: 'We are looking.' }],
    })
    expect((await send('DELETE', url)).status).toBe(204)
    expect((await send('GET', `${url}/incident-updates`)).status).toBe(404)
    expect(
      await database.db().rows('select from incident_updates where incident_id = $1', [url.split('/')[4]]),
    ).toEqual([])
  })

  it('are listed newest first, by cursor', async () => {
    const urls = [await open({ name: 'first' }), await open({ name: 'second' }), await open({ name: 'third' })]
    const page = (query: string) => send('GET', `${incidents}?${query}`)
    const first = (await page('limit=2')).body as { nextId: string }
    expect(first).toMatchObject({ length: 2, entries: [{ name: 'third' }, { name: 'second' }] })
    expect((await page(`limit=2&nextId=${first.nextId}`)).body).toMatchObject({
      length: 1,
      entries: [{ name: 'first' }],
      nextId: null,
    })
    expect(urls).toHaveLength(3)
  })

  it('reject unknown services and malformed dates', async () => {
    const code = async (changes: object) =>
      ((await send('POST', incidents, incident(changes))).body as { attributes: { code: string } }).attributes.code
    expect(await code({ services: [{ id: '00000000-0000-7000-8000-000000000000' }] })).toBe('SERVICE_UNKNOWN')
    expect(await code({ services: [{ id: 'x' }] })).toBe('SERVICE_UNKNOWN')
    const dated = (publicIncidentUpdateDate: string) => ({
      incidentUpdates: [{ description: 'x', publicIncidentUpdateDate }],
    })
    expect(await code(dated('1066-10-14T09:00:00Z'))).toBe('TIME_RANGE_INVALID')
    expect(await code(dated('yesterday'))).toBe('BODY_INVALID')
    expect(await code({ incidentUpdates: [] })).toBe('BODY_INVALID')
    await open(dated('2016-12-31T23:59:60Z'))
  })
})

describe('updates of an incident', () => {
  it('move its status, by their public dates', async () => {
    const url = await open()
    const posted = await send('POST', `${url}/incident-updates`, update('RESOLVED', '13:00'))
    expect(posted).toMatchObject({ status: 200, body: { status: 'RESOLVED', notifySubscribers: false } })
    expect((await send('GET', url)).body).toMatchObject({ lastUpdateStatus: 'RESOLVED' })
    // Backfilled: it was posted later, but happened before.
    await send('POST', `${url}/incident-updates`, update('IDENTIFIED', '12:30'))
    expect((await send('GET', url)).body).toMatchObject({ lastUpdateStatus: 'RESOLVED' })
    expect((await send('GET', `${url}/incident-updates`)).body).toMatchObject([
      { status: 'RESOLVED' },
      { status: 'IDENTIFIED' },
      { status: 'INVESTIGATING' },
    ])
    const later = await send('POST', `${url}/incident-updates`, { ...update('MONITORING', '14:00') })
    const place = `${url}/incident-updates/${idOf(later)}`
    expect((await send('GET', url)).body).toMatchObject({ lastUpdateStatus: 'MONITORING' })
    expect((await send('PUT', place, { status: 'RESOLVED' })).body).toMatchObject({
      status: 'RESOLVED',
      description: 'MONITORING at 14:00',
      publicIncidentUpdateDate: at('14:00'),
    })
    expect((await send('GET', place)).body).toMatchObject({ status: 'RESOLVED' })
    expect((await send('DELETE', place)).status).toBe(204)
    expect((await send('GET', place)).body).toMatchObject({ attributes: { code: 'INCIDENT_UPDATE_NOT_FOUND' } })
  })

  it('take the status of the incident when they name none', async () => {
    const url = await open({ incidentUpdates: [update('MONITORING', '10:00')] })
    const posted = await send('POST', `${url}/incident-updates`, { description: 'Still looking good.' })
    expect(posted.body).toMatchObject({ status: 'MONITORING', publicIncidentUpdateDate: at('12:00') })
  })

  it('can all be deleted; what is left is under investigation and has no duration', async () => {
    const url = await open({ incidentUpdates: [update('IDENTIFIED', '10:00')] })
    const [only] = (await send('GET', `${url}/incident-updates`)).body as { id: string }[]
    expect((await send('DELETE', `${url}/incident-updates/${only?.id}`)).status).toBe(204)
    expect((await send('GET', url)).body).toMatchObject({
      incidentUpdates: [],
      lastUpdateStatus: 'INVESTIGATING',
      duration: null,
    })
  })

  it('are returned up to the latest 100, and the duration still follows from all', async () => {
    const url = await open({ incidentUpdates: [update('INVESTIGATING', '10:00')] })
    for (let index = 0; index < 100; index += 1)
      await send('POST', `${url}/incident-updates`, update('MONITORING', '11:00'))
    const list = (await send('GET', `${url}/incident-updates`)).body as { status: string }[]
    expect({ listCount: list.length, status: list.at(-1)?.status }).toEqual({ listCount: 100, status: 'MONITORING' })
    expect((await send('GET', url)).body).toMatchObject({ duration: 7200 })
  })
})

describe('the duration of an incident, in seconds', () => {
  test.each<[name: string, updates: [string, string][], seconds: number | null]>([
    ['runs up to now while it is open', [['INVESTIGATING', '11:00']], 3600],
    [
      'ends with the resolution',
      [
        ['INVESTIGATING', '10:00'],
        ['RESOLVED', '10:30'],
      ],
      1800,
    ],
    [
      'of one reopened from 10:30 to 11:00 and resolved at 11:30 is an hour and a half',
      [
        ['INVESTIGATING', '10:00'],
        ['RESOLVED', '10:30'],
        ['INVESTIGATING', '11:00'],
        ['RESOLVED', '11:30'],
      ],
      5400,
    ],
    [
      'is not extended by resolving again',
      [
        ['INVESTIGATING', '10:00'],
        ['RESOLVED', '10:30'],
        ['RESOLVED', '11:30'],
      ],
      1800,
    ],
    ['is none when all that was said is that it is over', [['RESOLVED', '10:30']], null],
  ])('%s', async (_name, said, seconds) => {
    const url = await open({ incidentUpdates: said.map(([status, time]) => update(status, time)) })
    expect((await send('GET', url)).body).toMatchObject({ duration: seconds })
  })

  it('follows when the date of an update is changed', async () => {
    const url = await open({ incidentUpdates: [update('INVESTIGATING', '10:00'), update('RESOLVED', '11:00')] })
    const [resolved] = (await send('GET', `${url}/incident-updates`)).body as { id: string }[]
    await send('PUT', `${url}/incident-updates/${resolved?.id}`, { publicIncidentUpdateDate: at('10:15') })
    expect((await send('GET', url)).body).toMatchObject({ duration: 900 })
  })
})
