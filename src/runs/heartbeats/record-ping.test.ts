import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs, hourMs, minuteMs, randomId } from '#kernel'
import { moveServiceTime } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { keepTime } from '../queue/keep-time.ts'
import { expireHeartbeats } from './expire-heartbeats.ts'
import { recordPing } from './record-ping.ts'
import type { PingSignal } from './record-ping.ts'

const database = useDatabase()
const publicUrl = 'https://belfry.example'
const plain = { exitStatus: null, runId: null, body: null } as const

let service: TestService
let job: Awaited<ReturnType<typeof aJob>>
beforeEach(async () => {
  await database.db().rows('delete from service_time')
  service = new TestService(database.db())
  job = await aJob()
})

interface Signal {
  readonly kind: string
  readonly error: string | null
  readonly durationMs: number | null
}
interface Timeline {
  readonly failingAt: string | null
  readonly events: readonly { readonly state: string }[]
  readonly running: readonly { readonly runId: string | null; readonly state: string; readonly lateAt: string | null }[]
  readonly signals: readonly Signal[]
}

/** Of an hour, with ten minutes of grace. */
async function aJob() {
  const { account, send } = await service.owner()
  const pingToken = randomId()
  const made = await send('POST', '/v1/checks/heartbeat', {
    name: 'Backup',
    heartbeat: { period: 1, periodUnit: 'hours', grace: 10, graceUnit: 'minutes', pingToken },
  })
  const { id } = made.body as { id: string }
  const context = () => ({ nowMs: service.clock.now(), publicUrl })
  return {
    id,
    send,
    ping: (signal: Partial<PingSignal> & Pick<PingSignal, 'kind'>) =>
      recordPing(
        service.store,
        { token: pingToken, source: '', userAgent: 'curl/8', signal: { ...plain, ...signal } },
        context(),
      ),
    expire: () => expireHeartbeats(service.store, context(), 100),
    timeline: async () => (await send('GET', `/v1/checks/heartbeats/${id}/timeline`)).body as Timeline,
    alerts: async () =>
      database
        .db()
        .rows<{ type: string; error: string | null }>(
          `select alert_type as type, error from check_alerts where account_id = $1 and check_id = $2 order by id`,
          [account.accountId, id],
        ),
  }
}

/** Time passes while the service works, and keeps it. */
async function workFor(ms: number): Promise<void> {
  service.clock.advance(ms)
  await moveServiceTime(service.db, new Date(service.clock.now()), null)
  await job.expire()
}

describe('a ping', () => {
  it('of a start moves no period, and its end says how long the run took', async () => {
    await job.ping({ kind: 'start', runId: 'a' })
    expect(await job.timeline()).toMatchObject({
      failingAt: null,
      events: [],
      running: [{ runId: 'a', state: 'RUNNING' }],
    })
    service.clock.advance(3 * minuteMs)
    await job.ping({ kind: 'start', runId: 'b' })
    service.clock.advance(minuteMs)
    await job.ping({ kind: 'success', runId: 'a' })
    expect(await job.timeline()).toMatchObject({
      events: [{ state: 'RECEIVED' }],
      running: [{ runId: 'b' }],
      signals: [
        { kind: 'success', durationMs: 4 * minuteMs },
        { kind: 'start', runId: 'b', overlapping: 1 },
        { kind: 'start', runId: 'a', overlapping: 0 },
      ],
    })
  })

  it('of a failure fails at once, with the exit status and the last line of its output', async () => {
    await job.ping({ kind: 'success' })
    const body = { text: 'copying\npg_dump: no space left\n', bytes: 31 }
    await job.ping({ kind: 'fail', exitStatus: 3, body })
    const [failed] = (await job.timeline()).signals
    expect(failed).toMatchObject({ kind: 'fail', exitStatus: 3, hasBody: true })
    expect(await job.alerts()).toMatchObject([
      { type: 'ALERT_FAILURE', error: 'The job exited with status 3: pg_dump: no space left' },
    ])
    await job.ping({ kind: 'success' })
    expect(await job.alerts()).toMatchObject([{ type: 'ALERT_FAILURE' }, { type: 'ALERT_RECOVERY' }])
    expect((await job.timeline()).events.map(({ state }) => state)).toEqual(['EARLY', 'FAILING', 'RECEIVED'])
  })

  it('of a log changes nothing but what can be read', async () => {
    await job.ping({ kind: 'log', body: { text: 'half done', bytes: 9 } })
    const { events, failingAt, signals } = await job.timeline()
    expect([events, failingAt, signals]).toEqual([[], null, [expect.objectContaining({ kind: 'log', bodyBytes: 9 })]])
  })

  it('keeps the latest twenty bodies', async () => {
    for (let count = 0; count < 23; count += 1) await job.ping({ kind: 'log', body: { text: `${count}`, bytes: 1 } })
    const { signals } = (await job.timeline()) as unknown as { signals: { id: string; hasBody: boolean }[] }
    expect(signals.map(({ hasBody }) => hasBody).lastIndexOf(true)).toBe(19)
    const read = await job.send('GET', `/v1/checks/heartbeats/${job.id}/signals/${signals[0]?.id}`)
    expect(read.body).toMatchObject({ kind: 'log', body: '22' })
    const stranger = await aJob()
    expect((await stranger.send('GET', `/v1/checks/heartbeats/${job.id}/signals/${signals[0]?.id}`)).status).toBe(404)
    expect((await job.send('GET', `/v1/checks/heartbeats/${job.id}/signals/${randomId()}`)).status).toBe(404)
  })
})

describe('a run that does not end', () => {
  it('fails after its grace, once, although no ping was ever due, and its end recovers', async () => {
    await keepTime(service.store, service.clock.now())
    await job.ping({ kind: 'start' })
    await workFor(10 * minuteMs - 1)
    expect(await job.alerts()).toEqual([])
    await workFor(minuteMs)
    expect(await job.alerts()).toEqual([
      {
        type: 'ALERT_FAILURE',
        error: 'The job that started at 2026-03-01 12:00:00 UTC did not end within 10 minutes.',
      },
    ])
    expect(await job.timeline()).toMatchObject({
      running: [{ state: 'LATE', lateAt: null }],
      signals: [{ kind: 'late' }, {}],
    })
    await job.ping({ kind: 'success' })
    expect(await job.timeline()).toMatchObject({ running: [], events: [{ state: 'LATE' }, { state: 'FAILING' }] })
    expect(await job.alerts()).toMatchObject([{}, { type: 'ALERT_RECOVERY' }])
  })

  it('is told once, when its ping is missed as well', async () => {
    await keepTime(service.store, service.clock.now())
    await job.ping({ kind: 'success' })
    await workFor(hourMs + 5 * minuteMs)
    await job.ping({ kind: 'start' })
    await workFor(6 * minuteMs)
    await workFor(20 * minuteMs)
    expect(await job.timeline()).toMatchObject({
      events: [{ state: 'FAILING' }, { state: 'RECEIVED' }],
      running: [{ state: 'LATE', lateAt: null }],
    })
  })

  it('is unknown, not late, when the service was stopped meanwhile, and its end still says how long it took', async () => {
    await keepTime(service.store, service.clock.now())
    await job.ping({ kind: 'start' })
    service.clock.advance(5 * minuteMs)
    await keepTime(service.store, service.clock.now())
    await workFor(20 * minuteMs)
    expect(await job.timeline()).toMatchObject({ events: [], running: [{ state: 'UNKNOWN', lateAt: null }] })
    await job.ping({ kind: 'success' })
    expect((await job.timeline()).signals[0]?.durationMs).toBe(25 * minuteMs)
  })

  it('has no duration when the clock was changed meanwhile', async () => {
    await keepTime(service.store, service.clock.now())
    await job.ping({ kind: 'start' })
    service.clock.advance(5 * minuteMs)
    await keepTime(service.store, service.clock.now(), { isClockChange: true })
    await job.ping({ kind: 'success', runId: null, exitStatus: 0 })
    expect((await job.timeline()).signals[0]).toMatchObject({ kind: 'success', exitStatus: 0, durationMs: null })
  })

  it('is not late after its check was paused', async () => {
    await keepTime(service.store, service.clock.now())
    await job.ping({ kind: 'start' })
    await job.send('PUT', `/v1/checks/heartbeat/${job.id}`, { activated: false })
    await job.ping({ kind: 'success' })
    await job.send('PUT', `/v1/checks/heartbeat/${job.id}`, { activated: true })
    await workFor(20 * minuteMs)
    expect(await job.timeline()).toMatchObject({ events: [], running: [] })
  })
})

describe('a job with a schedule', () => {
  /** Due at 02:30 in Berlin, half an hour of grace. */
  const nightly = { expression: '30 2 * * *', timezone: 'Europe/Berlin' }
  const atNight = async (time: string): Promise<void> => {
    const heartbeat = { schedule: nightly, grace: 30, graceUnit: 'minutes' }
    const saved = await job.send('PUT', `/v1/checks/heartbeat/${job.id}`, { heartbeat })
    expect(saved.body).toMatchObject({ heartbeat: { ...heartbeat, period: 1, periodUnit: 'days' } })
    service.clock.advance(Date.parse(time) - service.clock.now())
    await keepTime(service.store, service.clock.now())
  }
  /** The next one that is expected. */
  const expected = async () => {
    const { body } = await job.send('GET', `/v1/checks/heartbeats/${job.id}/timeline`)
    return (body as { readonly expectedAt: string | null }).expectedAt
  }
  const states = async () => (await job.timeline()).events.map(({ state }) => state)

  it('is due when clocks have changed in spring, and missed only after its grace', async () => {
    await atNight('2026-03-28T01:29:30Z')
    await job.ping({ kind: 'success' })
    expect(await expected()).toBe('2026-03-29T01:00:00.000Z')
    await workFor(dayMs - 1)
    await workFor(minuteMs)
    expect(await states()).toEqual(['FAILING', 'RECEIVED'])
    expect(await job.alerts()).toHaveLength(1)
    expect(await expected()).toBe('2026-03-30T00:30:00.000Z')
    await workFor(5 * minuteMs)
    await job.ping({ kind: 'success' })
    expect(await states()).toEqual(['LATE', 'FAILING', 'RECEIVED'])
    expect(await expected()).toBe('2026-03-30T00:30:00.000Z')
  })

  it('is due once in the hour that comes twice in autumn', async () => {
    await atNight('2026-10-24T00:40:00Z')
    await job.ping({ kind: 'success' })
    expect(await expected()).toBe('2026-10-25T00:30:00.000Z')
    await workFor(dayMs - 5 * minuteMs)
    await job.ping({ kind: 'success' })
    expect(await states()).toEqual(['GRACE', 'RECEIVED'])
    expect(await expected()).toBe('2026-10-26T01:30:00.000Z')
  })

  it('is still due after a run by hand at noon', async () => {
    await atNight('2026-05-01T10:00:00Z')
    await job.ping({ kind: 'success' })
    await workFor(hourMs)
    await job.ping({ kind: 'success' })
    expect(await states()).toEqual(['EARLY', 'RECEIVED'])
    expect(await expected()).toBe('2026-05-02T00:30:00.000Z')
  })

  it('fails once when its run does not end, although its ping is missed as well', async () => {
    await atNight('2026-05-01T00:30:00Z')
    await job.ping({ kind: 'success' })
    await workFor(dayMs + 10 * minuteMs)
    await job.ping({ kind: 'start', runId: 'a' })
    await job.ping({ kind: 'start', runId: 'b' })
    await workFor(20 * minuteMs)
    expect(await states()).toEqual(['FAILING', 'RECEIVED'])
    await workFor(11 * minuteMs)
    expect(await job.timeline()).toMatchObject({
      events: [{ state: 'FAILING' }, { state: 'RECEIVED' }],
      running: [{ state: 'LATE' }, { state: 'LATE' }],
    })
  })

  it('is excused when it was due while the service was stopped, and due as before when it was not', async () => {
    await atNight('2026-05-01T00:00:00Z')
    await job.ping({ kind: 'success' })
    service.clock.advance(20 * minuteMs)
    await keepTime(service.store, service.clock.now())
    expect(await expected()).toBe('2026-05-01T00:30:00.000Z')
    service.clock.advance(hourMs)
    await keepTime(service.store, service.clock.now())
    await workFor(minuteMs)
    expect(await expected()).toBe('2026-05-02T00:30:00.000Z')
    expect(await states()).toEqual(['RECEIVED'])
    await workFor(dayMs)
    expect(await states()).toEqual(['FAILING', 'RECEIVED'])
  })

  it('starts again when the schedule changes, and has a period again without one', async () => {
    await atNight('2026-05-01T00:00:00Z')
    await job.ping({ kind: 'success' })
    const change = (heartbeat: object) => job.send('PUT', `/v1/checks/heartbeat/${job.id}`, { heartbeat })
    await change({ schedule: { expression: 'hourly' }, grace: 0, graceUnit: 'seconds' })
    expect(await expected()).toBe('2026-05-01T01:00:00.000Z')
    const without = await change({ period: 2, periodUnit: 'hours', grace: 0, graceUnit: 'seconds', schedule: null })
    expect((without.body as { heartbeat: object }).heartbeat).not.toHaveProperty('schedule')
    expect(await expected()).toBe('2026-05-01T02:00:00.000Z')
    for (const [heartbeat, path] of [
      [{ grace: 0, graceUnit: 'seconds' }, 'heartbeat.period'],
      [{ schedule: { expression: '0 25 * * *' }, grace: 0, graceUnit: 'seconds' }, 'heartbeat.schedule.expression'],
      [{ schedule: { ...nightly, timezone: 'Berlin' }, grace: 0, graceUnit: 'seconds' }, 'heartbeat.schedule.timezone'],
    ] as const)
      expect(await change(heartbeat)).toMatchObject({ status: 400, body: { problems: [{ path }] } })
  })

  it('is previewed in its time zone with the changes of clocks', async () => {
    const preview = (body: object) => job.send('POST', '/v1/heartbeat-schedules/preview', body)
    service.clock.advance(Date.parse('2026-03-28T12:00:00Z') - service.clock.now())
    const { body } = await preview(nightly)
    expect(body).toMatchObject({
      cron: '30 2 * * *',
      periodSeconds: 86_400,
      occurrences: [{ localAt: '2026-03-29T03:00:00+02:00', clockChange: 'BEFORE', isShifted: true }, {}, {}, {}, {}],
    })
    expect(await preview({ expression: '0 0 30 2 *' })).toMatchObject({
      status: 400,
      body: { problems: [{ path: 'expression', rule: 'schedule' }] },
    })
  })
})

describe('numbers that a ping sends', () => {
  const rows = (value: number) => ({ kind: 'success', metrics: [{ name: 'rows', value, unit: null }] }) as const
  const limit = { name: 'rows', unit: 'k', degradedBelow: 100, failedBelow: 1 }
  const metricsOf = async () => {
    const { signals } = (await job.timeline()) as unknown as { signals: { metrics: object[] }[] }
    return signals.map(({ metrics }) => metrics)
  }

  it('degrade or fail the check beyond their limits, and recover it within them', async () => {
    const timing = { period: 1, periodUnit: 'hours', grace: 10, graceUnit: 'minutes' }
    const heartbeat = { ...timing, metricLimits: [limit] }
    const saved = await job.send('PUT', `/v1/checks/heartbeat/${job.id}`, { heartbeat })
    expect(saved.body).toMatchObject({ heartbeat })
    for (const value of [120, 50, 0, 120]) await job.ping(rows(value))
    expect((await job.timeline()).events.map(({ state }) => state)).toEqual(['EARLY', 'FAILING', 'EARLY', 'RECEIVED'])
    expect(await metricsOf()).toEqual(
      [
        [120, 'OK'],
        [0, 'FAILED'],
        [50, 'DEGRADED'],
        [120, 'OK'],
      ].map(([value, verdict]) => [{ name: 'rows', value, unit: 'k', verdict }]),
    )
    expect(await job.alerts()).toMatchObject([
      { type: 'ALERT_DEGRADED', error: 'rows is 50 k, below 100.' },
      { type: 'ALERT_DEGRADED_FAILURE', error: 'rows is 0 k, below 1.' },
      { type: 'ALERT_RECOVERY' },
    ])
  })

  it('are kept without limits too, the latest of twenty names for scrapes', async () => {
    for (let name = 0; name < 25; name += 1)
      await job.ping({ kind: 'log', metrics: [{ name: `m${name}`, value: name, unit: null }] })
    expect(await metricsOf()).toHaveLength(25)
    const [timer] = await database
      .db()
      .rows<{ metrics: { name: string }[] }>('select metrics from heartbeat_timers where check_id = $1', [job.id])
    expect(timer?.metrics.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, index) => `m${24 - index}`))
  })
})
