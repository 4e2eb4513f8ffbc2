import { beforeAll, describe, expect, it } from 'vitest'
import type { BackTest, Noise } from '#contract'
import { minuteMs, timeOrderedId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { storeRunHistory } from '../../../tests/support/run-history.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
let accountId: string
let key: string

beforeAll(async () => {
  service = new TestService(database.db())
  const account = await service.account()
  ;({ accountId, key } = account)
})

const send = (method: 'GET' | 'POST', path: string, body?: object) => service.as(key)(method, path, body)

/** A check with a run every minute, and when the first one was. */
async function aHistory(runs: string, changes: object = {}) {
  const checkId = await service.check(accountId, { name: 'shop', retryStrategy: null, ...changes })
  return { checkId, firstMs: await storeRunHistory(service, { accountId, checkId }, runs) }
}

async function backTestOf(checkId: string, body: object): Promise<BackTest> {
  const { status, body: answer } = await send('POST', `/v1/checks/${checkId}/back-test`, body)
  expect({ status, answer }).toMatchObject({ status: 200 })
  return answer as BackTest
}

const subscribe = (checkId: string, changes: object = {}) =>
  send('POST', '/v1/alert-channels', {
    type: 'EMAIL',
    config: { address: 'ops@example.com' },
    subscriptions: [{ checkId, activated: true }],
    ...changes,
  })

const thresholdOf = (failedRunThreshold: number) => ({ alertSettings: { runBasedEscalation: { failedRunThreshold } } })
const at = (firstMs: number, minute: number, seconds = 0): string =>
  new Date(firstMs + minute * minuteMs + seconds * 1000).toISOString()

describe('a back-test of a check', () => {
  it('tells how often both settings alert, which outages are missed and how much later others are known', async () => {
    const { checkId, firstMs } = await aHistory('..x...d...xxxx..')
    const answer = await backTestOf(checkId, thresholdOf(3))
    expect(answer).toMatchObject({
      now: { alerts: 6, failure: 2, degraded: 1, recovery: 3 },
      proposed: { alerts: 2, failure: 1, degraded: 0, recovery: 1 },
      missedOutages: 2,
      addedOutages: 0,
      delayedOutages: 1,
      longestDelaySeconds: 120,
      timeLines: { proposed: { alerts: [{ at: at(firstMs, 12) }, { at: at(firstMs, 14), kind: 'recovery' }] } },
    })
    expect(answer.outages.find(({ delaySeconds }) => delaySeconds !== null)).toMatchObject({
      from: at(firstMs, 10),
      to: at(firstMs, 14),
      state: 'FAILING',
      detectedNow: at(firstMs, 10),
      detectedProposed: at(firstMs, 12),
    })
    expect(answer.summary).toBe(
      `Would have alerted 2 times instead of 6; the outage of ${at(firstMs, 10).slice(0, 10)} would have been alerted 2 min later; 2 outages would not have been alerted.`,
    )
    expect(answer.timeLines?.now.intervals).toEqual([
      { from: at(firstMs, 2), to: at(firstMs, 3), state: 'FAILING' },
      { from: at(firstMs, 6), to: at(firstMs, 7), state: 'DEGRADED' },
      { from: at(firstMs, 10), to: at(firstMs, 14), state: 'FAILING' },
    ])
  })

  it('replays retries as far as attempts are stored, and says where they are not', async () => {
    const strategy = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 }
    const { checkId, firstMs } = await aHistory('..r..r..x..', { retryStrategy: strategy })
    const without = await backTestOf(checkId, { retryStrategy: null })
    expect(without).toMatchObject({ now: { failure: 1 }, proposed: { failure: 3 }, addedOutages: 2 })
    expect(without.outages[0]).toMatchObject({ detectedNow: null, detectedProposed: at(firstMs, 5) })
    const withMore = await backTestOf(checkId, { retryStrategy: { ...strategy, maxRetries: 2 } })
    expect(withMore).toMatchObject({ proposed: { failure: 1 }, recordedAlerts: 0 })
    expect(without.limits.map(({ code }) => code)).toEqual(['RECORDED_DIFFERS'])
    expect(withMore.limits[0]).toMatchObject({ code: 'RETRIES_UNKNOWN', count: 1 })
  })

  it('holds alerts back in a maintenance window, and notifies at its end what still applies then', async () => {
    const { checkId, firstMs } = await aHistory('..xx...xxxxxx..')
    await subscribe(checkId)
    const window = { startsAt: at(firstMs, 1), endsAt: at(firstMs, 10) }
    const proposed = async (more: object) =>
      (await backTestOf(checkId, { maintenanceWindow: { ...window, ...more } })).timeLines?.proposed.alerts
    expect(await proposed({})).toEqual([
      { at: at(firstMs, 10), kind: 'failure' },
      { at: at(firstMs, 13), kind: 'recovery' },
    ])
    expect(await proposed({ notifyAfterEnd: false })).toEqual([])
    expect(await proposed({ pausesChecks: true })).toEqual([
      { at: at(firstMs, 10), kind: 'failure' },
      { at: at(firstMs, 13), kind: 'recovery' },
    ])
  })

  it('tries windows of runs and later recoveries, and rejects a window that could never alert', async () => {
    const { checkId, firstMs } = await aHistory('..x.x.x....x.....xxxxx......')
    const windowed = { windowBasedEscalation: { failedRunThreshold: 3, runs: 5 } }
    const answer = await backTestOf(checkId, { alertSettings: windowed })
    expect(answer).toMatchObject({ now: { failure: 5 }, proposed: { failure: 2, recovery: 2 }, missedOutages: 3 })
    expect(answer.timeLines?.proposed.alerts).toEqual([
      { at: at(firstMs, 6), kind: 'failure' },
      { at: at(firstMs, 9), kind: 'recovery' },
      { at: at(firstMs, 19), kind: 'failure' },
      { at: at(firstMs, 24), kind: 'recovery' },
    ])
    const recovering = await backTestOf(checkId, { alertSettings: { runBasedRecovery: { passedRunThreshold: 2 } } })
    expect(recovering, 'what begins in an alerted outage is known').toMatchObject({
      proposed: { failure: 3, recovery: 3 },
      missedOutages: 0,
    })
    const never = { alertSettings: { windowBasedEscalation: { failedRunThreshold: 6, runs: 5 } } }
    for (const path of [`/v1/checks/${checkId}/back-test`, '/v1/back-tests'])
      expect(await send('POST', path, never)).toMatchObject({
        status: 400,
        body: { attributes: { code: 'ALERT_WINDOW_INVALID' } },
      })
  })

  it('sends reminders when they are due, and counts messages by the channels that are subscribed', async () => {
    const { checkId } = await aHistory('.xxxxxxxxxxxx.')
    await subscribe(checkId)
    await subscribe(checkId, { sendRecovery: false })
    const answer = await backTestOf(checkId, { alertSettings: { reminders: { amount: 2, interval: 5 } } })
    expect(answer.now).toMatchObject({ alerts: 2, notifications: 3 })
    expect(answer.proposed).toMatchObject({ failure: 1, reminder: 2, recovery: 1, notifications: 7 })
  })

  it.each([
    ['a range that is too long', { from: '2020-01-01', to: '2021-01-01' }],
    ['a range that ends before it begins', { from: '2026-01-02T00:00:00Z', to: '2026-01-01T00:00:00Z' }],
    ['a window that ends before it begins', { maintenanceWindow: { startsAt: '2026-01-02', endsAt: '2026-01-01' } }],
    [
      'a time zone that does not exist',
      { maintenanceWindow: { startsAt: '2026-01-01', endsAt: '2026-01-02', timezone: 'Nowhere' } },
    ],
  ])('refuses %s', async (_what, body) => {
    const checkId = await service.check(accountId)
    expect(await send('POST', `/v1/checks/${checkId}/back-test`, body)).toMatchObject({
      status: 400,
      body: { attributes: { code: 'TIME_RANGE_INVALID' } },
    })
  })

  it('knows nothing of checks of other accounts', async () => {
    const other = await service.account()
    const { checkId } = await aHistory('.x.')
    expect(await service.as(other.key)('POST', `/v1/checks/${checkId}/back-test`, {})).toMatchObject({ status: 404 })
    expect(await service.as(other.key)('POST', '/v1/back-tests', {})).toMatchObject({ body: { checks: 0 } })
  })
})

it('a back-test of a group sums its checks and leaves others and heartbeats out', async () => {
  const group = await send('POST', '/v1/check-groups', { name: 'shop', locations: ['eu-west-1'], concurrency: 1 })
  const groupId = Reflect.get(Object(group.body), 'id')
  await aHistory('.x.x.', { groupId })
  await aHistory('.xx.', { groupId, name: 'quiet' })
  const { body } = await send('POST', '/v1/back-tests', { groupId, ...thresholdOf(2) })
  expect(body).toMatchObject({
    checks: 2,
    now: { alerts: 6 },
    proposed: { alerts: 2 },
    timeLines: null,
    ofChecks: [
      { checkName: 'shop', alertsNow: 4, alertsProposed: 0, missedOutages: 2 },
      { checkName: 'quiet', alertsNow: 2, alertsProposed: 2, missedOutages: 0 },
    ],
  })
  await service.heartbeat(accountId)
  const all = await send('POST', '/v1/back-tests', {})
  expect(Reflect.get(Object(all.body), 'limits')).toContainEqual(
    expect.objectContaining({ code: 'HEARTBEATS_LEFT_OUT' }),
  )
  expect(await send('POST', '/v1/back-tests', { groupId: 999_999 })).toMatchObject({
    body: { attributes: { code: 'GROUP_UNKNOWN' } },
  })
})

it('noise names the checks that alert most, and proposes what would have spared alerts', async () => {
  const { checkId, firstMs } = await aHistory('.x.x.x.x.xxxx.', { name: 'flapping' })
  const alert = async (minute: number, type: string) => {
    const time = new Date(firstMs + minute * minuteMs)
    await database.db().rows(
      `insert into check_alerts (account_id, id, check_id, check_name, check_type, alert_type, started_at, created_at)
       values ($1, $2, $3, 'flapping', 'TCP', $4, $5, $5)`,
      [accountId, timeOrderedId(time.getTime()), checkId, type, time],
    )
  }
  for (const minute of [1, 3, 5, 7, 9]) await alert(minute, 'ALERT_FAILURE')
  for (const minute of [2, 4, 6, 8, 13]) await alert(minute, 'ALERT_RECOVERY')
  const noise = (await send('GET', '/v1/noise?withinMinutes=2')).body as Noise
  expect(noise.checks).toEqual([
    { checkId, checkName: 'flapping', alerts: 5, notifications: 0, recoveredSoon: 4, isFlapping: true },
  ])
  expect(noise.proposals).toMatchObject([
    {
      checkId,
      kind: 'PASSED_RUNS',
      value: 2,
      windowRuns: null,
      alertsNow: 10,
      alertsProposed: 1,
      missedOutages: 0,
      message: 'A recovery after 2 passed runs in a row would have spared 9 of 10 alerts.',
    },
  ])
})
