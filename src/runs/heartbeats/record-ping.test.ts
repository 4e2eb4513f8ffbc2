import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs, randomId } from '#kernel'
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
        error: 'The job that started at 2026-03-01 12:00:00 UTC did not end within 600 s.',
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
