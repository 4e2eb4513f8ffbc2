import { describe, expect, it } from 'vitest'
import type { IncidentSeverity } from '#contract'
import { dayMs, hourMs } from '#kernel'
import type { IncidentSummary } from './read-incidents.ts'
import type { MaintenanceSummary } from './read-maintenances.ts'
import { publicService } from './service-days.ts'
import type { ServiceEvents } from './service-days.ts'
import { lastDays } from './utc-days.ts'

const now = Date.parse('2026-03-10T12:00:00.000Z')
const days = lastDays(90, now)

const incident = (severity: IncidentSeverity, from: string, to: string | null): IncidentSummary => ({
  id: from,
  name: `${severity} of ${from}`,
  severity,
  status: to === null ? 'INVESTIGATING' : 'RESOLVED',
  serviceIds: ['s'],
  postMortem: null,
  postMortemPublishedAt: null,
  interval: { startMs: Date.parse(from), endMs: to === null ? now : Date.parse(to) },
  startMs: Date.parse(from),
  endMs: to === null ? null : Date.parse(to),
})

const maintenance = (from: string, to: string): MaintenanceSummary => ({
  row: {
    id: 'm',
    name: 'Upgrade',
    description: null,
    severity: null,
    status: 'COMPLETED',
    startsAt: new Date(from),
    endsAt: new Date(to),
    effectiveFrom: new Date(from),
    effectiveUntil: new Date(to),
    createdAt: new Date(from),
    showsServices: true,
    affectsAll: false,
    serviceIds: ['s'],
  },
  status: 'COMPLETED',
  serviceIds: ['s'],
  interval: { startMs: Date.parse(from), endMs: Date.parse(to) },
})

const service = (events: Partial<ServiceEvents>) =>
  publicService(
    {
      key: 'shop',
      name: 'Shop',
      createdAtMs: 0,
      description: null,
      showsHistory: true,
      isMonitored: true,
      provider: null,
      unobserved: [],
      incidents: [],
      maintenances: [],
      ...events,
    },
    days,
  )

/** The days that are not operational. */
const marked = (events: Partial<ServiceEvents>) =>
  service(events)
    .days.filter(({ state }) => state !== 'OPERATIONAL')
    .map(({ date, state, downtimeSeconds }) => [date, state, downtimeSeconds])

describe('the days of a service', () => {
  it('are ninety in UTC, the last of them under way', () => {
    const { days: shown, state, uptimePercent } = service({})
    expect([shown.length, shown[0]?.date, shown.at(-1)?.date]).toEqual([90, '2025-12-11', '2026-03-10'])
    expect({ state, uptimePercent }).toEqual({ state: 'OPERATIONAL', uptimePercent: 100 })
    expect(days.at(-1)).toEqual({ startMs: now - dayMs / 2, endMs: now })
  })

  it('have no data while nobody ran the checks, and such time is neither up nor down', () => {
    const unobserved = [
      { startMs: Date.parse('2026-03-01T12:00:00.000Z'), endMs: Date.parse('2026-03-03T00:00:00.000Z') },
    ]
    expect(marked({ unobserved })).toEqual([['2026-03-02', null, 0]])
    const incidents = [incident('MAJOR', '2026-03-02T00:00:00.000Z', '2026-03-02T12:00:00.000Z')]
    const { days: shown, uptimePercent } = service({ incidents, unobserved })
    const found = shown.filter(({ unknownSeconds }) => unknownSeconds > 0)
    expect(found.map(({ date, state, unknownSeconds }) => [date, state, unknownSeconds])).toEqual([
      ['2026-03-01', 'OPERATIONAL', 43_200],
      ['2026-03-02', 'MAJOR', 43_200],
    ])
    expect(uptimePercent).toBeCloseTo(100 * (1 - 0.5 / 88.5), 10)
  })

  it('are neither up nor down while the service did not run, whatever incident was open', () => {
    const off = { startMs: Date.parse('2026-03-02T06:00:00.000Z'), endMs: Date.parse('2026-03-02T18:00:00.000Z') }
    const incidents = [incident('MAJOR', '2026-03-02T00:00:00.000Z', '2026-03-02T12:00:00.000Z')]
    const { days: shown, uptimePercent } = service({ incidents, unobserved: [off], absences: [off] })
    expect(shown.find(({ date }) => date === '2026-03-02')).toMatchObject({
      state: 'MAJOR',
      downtimeSeconds: 6 * 3_600,
      unknownSeconds: 12 * 3_600,
    })
    expect(uptimePercent).toBeCloseTo(100 * (1 - 0.25 / 89), 10)
  })

  it('have no data today when nobody has run the checks of a new service yet', () => {
    const createdAtMs = now - 3_600_000
    const { days: shown, uptimePercent } = service({ createdAtMs, unobserved: [{ startMs: createdAtMs, endMs: now }] })
    expect([shown.at(-1)?.state, uptimePercent]).toEqual([null, null])
  })

  it('split an incident at midnight', () => {
    const incidents = [incident('MAJOR', '2026-03-04T23:59:30.000Z', '2026-03-05T00:00:10.000Z')]
    expect(marked({ incidents })).toEqual([
      ['2026-03-04', 'MAJOR', 30],
      ['2026-03-05', 'MAJOR', 10],
    ])
  })

  it('are not touched by an incident that ends at their first moment', () => {
    const incidents = [incident('MINOR', '2026-03-04T23:00:00.000Z', '2026-03-05T00:00:00.000Z')]
    expect(marked({ incidents })).toEqual([['2026-03-04', 'MINOR', 3600]])
  })

  it('have the worst severity, and count each moment of downtime once', () => {
    const incidents = [
      incident('MINOR', '2026-03-04T10:00:00.000Z', '2026-03-04T12:00:00.000Z'),
      incident('CRITICAL', '2026-03-04T11:00:00.000Z', '2026-03-04T13:00:00.000Z'),
      incident('MEDIUM', '2026-03-04T20:00:00.000Z', '2026-03-04T20:00:01.000Z'),
    ]
    expect(marked({ incidents })).toEqual([['2026-03-04', 'CRITICAL', 3 * 3600 + 1]])
    expect(service({ incidents }).days.at(-7)?.incidents).toHaveLength(3)
  })

  it('begin with what was left of an incident from before the first', () => {
    const incidents = [incident('MAJOR', '2025-11-01T00:00:00.000Z', '2025-12-11T01:00:00.000Z')]
    expect(marked({ incidents })).toEqual([['2025-12-11', 'MAJOR', 3600]])
  })

  it('end now with an incident that is open', () => {
    const open = service({ incidents: [incident('MEDIUM', '2026-03-10T11:00:00.000Z', null)] })
    expect({ state: open.state, downtimeSeconds: open.days.at(-1)?.downtimeSeconds }).toEqual({
      state: 'MEDIUM',
      downtimeSeconds: 3600,
    })
  })

  it('count no incident time within a maintenance, and display the maintenance instead', () => {
    const incidents = [incident('MAJOR', '2026-03-04T10:00:00.000Z', '2026-03-04T11:00:00.000Z')]
    const whole = [maintenance('2026-03-04T09:00:00.000Z', '2026-03-04T12:00:00.000Z')]
    expect(marked({ incidents, maintenances: whole })).toEqual([['2026-03-04', 'MAINTENANCE', 0]])
    const half = [maintenance('2026-03-04T09:00:00.000Z', '2026-03-04T10:30:00.000Z')]
    expect(marked({ incidents, maintenances: half })).toEqual([['2026-03-04', 'MAJOR', 1800]])
  })

  it('are computed of very many incidents and maintenances as soon as of few, with ten names', () => {
    const open = Array.from({ length: 5000 }, (_, index) => ({
      ...incident('MINOR', '2025-12-12T00:00:00.000Z', null),
      name: `Incident ${index}`,
    }))
    const nights = days.map(({ startMs }) =>
      maintenance(new Date(startMs).toISOString(), new Date(startMs + hourMs).toISOString()),
    )
    const { days: shown } = service({ incidents: open, maintenances: nights })
    expect(shown.at(-2)).toMatchObject({ state: 'MINOR', downtimeSeconds: 23 * 3600 })
    expect(shown.at(-2)?.incidents).toHaveLength(10)
  })

  it('add up to the uptime', () => {
    const incidents = [incident('MAJOR', '2026-03-01T00:00:00.000Z', '2026-03-02T12:00:00.000Z')]
    const { uptimePercent, days: shown } = service({ incidents })
    const down = shown.reduce((sum, { downtimeSeconds }) => sum + downtimeSeconds, 0)
    const totalSeconds = 89.5 * 24 * 3600
    expect(uptimePercent).toBeCloseTo(((totalSeconds - down) / totalSeconds) * 100, 9)
  })

  it('count only recorded time, and have no uptime without any', () => {
    const createdAtMs = now - 10 * hourMs
    const incidents = [incident('MAJOR', '2026-03-10T10:00:00.000Z', '2026-03-10T11:00:00.000Z')]
    expect(service({ createdAtMs, incidents })).toMatchObject({ uptimePercent: 90, recordedDays: 1 })
    expect(service({ createdAtMs: now })).toMatchObject({ uptimePercent: null, recordedDays: 0 })
  })

  it('are empty before the service existed, unless an incident was backfilled', () => {
    const created = { createdAtMs: Date.parse('2026-03-05T06:00:00.000Z') }
    const { days: shown } = service(created)
    expect([shown.at(-7)?.state, shown.at(-6)?.state]).toEqual([null, 'OPERATIONAL'])
    const incidents = [incident('MINOR', '2026-03-03T00:00:00.000Z', '2026-03-03T00:00:05.000Z')]
    expect(service({ ...created, incidents }).days.at(-8)?.state).toBe('MINOR')
  })
})
