import { beforeEach, describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertFacts, CheckType, RunReport, RunTask } from '#contract'
import { minuteMs, randomId, timeOrderedId } from '#kernel'
import { createChannel, loadEffectiveChecks } from '#management'
import { saveLocationNames } from '#storage/alerts'
import type { Queryable } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { readLookups } from './alert-sources.ts'
import { claimRuns, enqueueDueRuns, expireHeartbeats, recordPing, PreparedChecks, settleRuns } from '#runs'
import { noCertificate, noRun } from '../states/finished-tick.ts'
import type { FinishedTick } from '../states/finished-tick.ts'
import { sendReminders } from '../states/send-reminders.ts'

const database = useDatabase()
let service: TestService
let accountId: string
beforeEach(async () => {
  service = new TestService(database.db())
  accountId = (await service.account()).accountId
  await saveLocationNames(service.db, ['eu-west-1', 'us-east-1'], () => 'this machine')
})

const publicUrl = 'https://belfry.example'
const context = () => ({ nowMs: service.clock.now(), publicUrl })

async function monitored(checkType: CheckType, changes: object): Promise<string> {
  const settings = { frequency: 1, retryStrategy: null, useGlobalAlertSettings: false }
  const reminders = { amount: 3, interval: 5 }
  const alertSettings = { ...defaultAlertSettings, reminders }
  const checkId = await service.check(accountId, { checkType, ...settings, alertSettings, ...changes })
  const caller = { accountId, role: 'OWNER', nowMs: service.clock.now() } as const
  await createChannel(service.store, caller, {
    type: 'WEBHOOK',
    config: { name: 'hook', url: 'https://hook.example' },
    sendDegraded: true,
    sendRecovery: true,
    subscriptions: [{ checkId, activated: true }],
  })
  return checkId
}

type Seen = Pick<RunReport, 'verdict' | 'detail'> & { readonly ms?: number }

/** A minute passes and each location reports its configured outcome. */
async function run(seenAt: (location: string) => Seen): Promise<void> {
  service.clock.advance(minuteMs)
  await enqueueDueRuns(service.store, service.clock.now(), 100)
  const tasks = await claimRuns(service.store, new PreparedChecks(service.store), {
    queues: ['eu-west-1', 'us-east-1'],
    limit: 100,
    runnerId: 'runner',
    leaseMs: 10 * minuteMs,
    ...context(),
    chance: { randomNumber: () => 1, uuid: randomId },
  })
  const reports = tasks.map((task) => reportOf(task, seenAt(task.location)))
  await settleRuns(service.store, reports, { ...context(), randomNumber: () => 0.5 })
}

const reportOf = (task: RunTask, { verdict, detail, ms = 120 }: Seen): RunReport => ({
  taskId: task.id,
  leaseToken: task.leaseToken,
  observation: {
    startedAt: service.clock.now(),
    stoppedAt: service.clock.now() + ms,
    responseTimeMs: ms,
    answer: null,
    failure: null,
    log: [],
  },
  verdict,
  detail,
  isRunnerError: false,
})

const noAssertions = { assertions: [], overMaxResponseTime: false } as const
const answerOf = (status: number, body: string, phases = { firstByte: 20 }) => ({
  apiCheckResult: {
    assertions: [],
    request: {
      method: 'GET',
      url: 'https://user:word@shop.example/cart?token=1234567890',
      headers: {},
      params: {},
      data: '',
    },
    response: { status, statusText: '', body, headers: { 'content-type': 'text/plain' }, timingPhases: phases },
  },
})
const passed: Seen = { verdict: { outcome: 'passed', reasons: [], ...noAssertions }, detail: answerOf(200, 'fine') }
const message = 'Expected a status code below 400, but it was 503.'
const failed: Seen = {
  verdict: { outcome: 'failed', reasons: [{ kind: 'status', outcome: 'failed', message }], ...noAssertions },
  detail: answerOf(503, 'no healthy upstream, password=hunter2\u0000\r\n'),
}
const slow = 'Expected a response in less than the degraded limit of 100 ms, but it took 250 ms.'
const degraded: Seen = {
  verdict: {
    outcome: 'degraded',
    reasons: [{ kind: 'degraded-response-time', outcome: 'degraded', message: slow }],
    ...noAssertions,
  },
  detail: answerOf(200, 'fine'),
  ms: 250,
}

/** The planned notifications of the channel, oldest first. */
async function factsOfAlerts(checkId: string): Promise<AlertFacts[]> {
  const rows = await service.db.rows<{ facts: AlertFacts }>(
    `select facts from notifications where check_id = $1 and silence is null order by id`,
    [checkId],
  )
  return rows.map(({ facts }) => facts)
}

const api = {
  locations: ['eu-west-1', 'us-east-1'],
  runParallel: true,
  degradedResponseTime: 100,
  maxResponseTime: 500,
  request: { method: 'GET', url: 'https://shop.example/cart' },
}

describe('the facts of an alert', () => {
  it('say what, since when, why, where, what was answered, the cause and what follows', async () => {
    const checkId = await monitored('API', api)
    await run(() => passed)
    await run((location) => (location === 'us-east-1' ? failed : passed))
    const since = new Date(service.clock.now()).toISOString()
    const [facts] = await factsOfAlerts(checkId)
    expect(facts).toMatchObject({
      alertType: 'ALERT_FAILURE',
      target: 'https://shop.example/cart',
      failingSince: since,
      reasons: [message],
      limits: { kind: 'responseTime', degraded: 100, max: 500 },
      locations: { failing: 1, degraded: 0, total: 2, names: ['this machine'] },
      runLocation: 'this machine',
      region: 'us-east-1',
      cause: { classification: expect.any(String), text: expect.stringContaining('shop.example') },
      differences: ['The response is 503 instead of 200.'],
      nextReminder: { at: new Date(service.clock.now() + 5 * minuteMs).toISOString(), number: 1, of: 3 },
    })
    expect(facts?.answer).toMatch(/^no healthy upstream, password=\*+$/)
    expect(JSON.stringify(facts)).not.toMatch(/hunter2|word@|1234567890/)
  })

  it('say how long it was once it is over, and nothing of what went wrong', async () => {
    const checkId = await monitored('API', api)
    await run(() => failed)
    await run(() => passed)
    const [, recovery] = await factsOfAlerts(checkId)
    expect(recovery).toMatchObject({
      alertType: 'ALERT_RECOVERY',
      outageSeconds: 60,
      reasons: [],
      answer: null,
      cause: null,
    })
    expect(recovery).toMatchObject({ locations: { failing: 0, total: 2 } })
    expect(recovery?.nextReminder ?? null).toBeNull()
  })

  it('of a degradation hold its limit and its reason, and look for no cause', async () => {
    const checkId = await monitored('API', api)
    await run(() => degraded)
    expect(await factsOfAlerts(checkId)).toMatchObject([
      { alertType: 'ALERT_DEGRADED', reasons: [slow], limits: { degraded: 100 }, responseTimeMs: 250, cause: null },
    ])
  })

  it('of a reminder are as full as those of the alert it repeats', async () => {
    const checkId = await monitored('API', api)
    await run(() => failed)
    service.clock.advance(5 * minuteMs)
    await sendReminders(service.store, context(), 100)
    const [first, reminder] = await factsOfAlerts(checkId)
    expect(reminder).toMatchObject({
      isReminder: true,
      failingSince: first?.failingSince,
      target: first?.target,
      reasons: first?.reasons,
      answer: first?.answer,
      cause: first?.cause,
      locations: { failing: 2, total: 2 },
      nextReminder: { number: 2, of: 3 },
    })
  })

  it('of a heartbeat hold its period, its grace and its last ping', async () => {
    const pingToken = randomId()
    const heartbeat = { period: 5, periodUnit: 'minutes', grace: 1, graceUnit: 'minutes', pingToken }
    const checkId = await monitored('HEARTBEAT', { heartbeat })
    await recordPing(service.store, { token: pingToken, source: '', userAgent: '' }, context())
    const lastPingAt = new Date(service.clock.now()).toISOString()
    service.clock.advance(7 * minuteMs)
    await expireHeartbeats(service.store, context(), 100)
    service.clock.advance(minuteMs)
    await recordPing(service.store, { token: pingToken, source: '', userAgent: '' }, context())
    const [delayed, recovery] = await factsOfAlerts(checkId)
    expect(delayed).toMatchObject({ heartbeat: { periodSeconds: 300, graceSeconds: 60, lastPingAt }, runLocation: '' })
    expect(delayed?.reasons?.[0]).toContain(
      'Expected a ping every 5 minutes with 1 minute of grace, but the last one arrived',
    )
    expect(delayed).not.toHaveProperty('limits')
    expect(recovery).toMatchObject({
      alertType: 'ALERT_RECOVERY',
      outageSeconds: 60,
      heartbeat: { lastPingAt: new Date(service.clock.now()).toISOString() },
    })
  })

  it('name a location that is not registered by its code, and never by a city', async () => {
    await service.db.rows(`delete from location_names`)
    const checkId = await monitored('API', api)
    await run(() => failed)
    const [facts] = await factsOfAlerts(checkId)
    expect(facts?.locations?.names).toEqual(['eu-west-1', 'us-east-1'])
    expect(JSON.stringify(facts)).not.toMatch(/Ireland|Virginia/)
  })

  it('are read with as many statements for many alerts as for one', async () => {
    const episode = { sinceMs: null, untilMs: 0, runs: 1, reminder: null }
    const source = { settings: defaultAlertSettings, episode, heldBack: null, publicUrl, reminderSequence: 0 }
    const counted = async (count: number): Promise<number> => {
      const checkIds = await Promise.all(Array.from({ length: count }, () => monitored('API', api)))
      const effective = await loadEffectiveChecks(service.db, service.store.encryption, checkIds)
      const result = { ...noRun, outcome: 'failed', id: timeOrderedId(0), location: 'eu-west-1' } as const
      const alerts = [...effective.values()].map((one) => ({
        ...source,
        alertType: 'ALERT_FAILURE' as const,
        effective: one,
        tick: tickWith(one.own.id, result),
      }))
      let statements = 0
      const counting: Queryable = {
        ...service.db,
        rows: (text, values) => ((statements += 1), service.db.rows(text, values)),
        namedRows: (name, text, values) => ((statements += 1), service.db.namedRows(name, text, values)),
      }
      await readLookups(counting, alerts)
      return statements
    }
    expect([await counted(1), await counted(20)]).toEqual([3, 3])
  })
})

const tickWith = (checkId: string, result: Partial<FinishedTick['result']>): FinishedTick => ({
  checkId,
  tickId: checkId,
  summary: { outcome: 'failed', failingLocations: 1, degradedLocations: 0, totalLocations: 1 },
  outcomes: [],
  hasErrors: false,
  isParallel: false,
  result: {
    id: null,
    location: null,
    responseTimeMs: 1,
    error: null,
    statusCode: null,
    statusText: null,
    startedAt: new Date(0),
    ...noRun,
    ...result,
  },
  ...noCertificate,
})
