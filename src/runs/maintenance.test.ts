import { beforeEach, describe, expect, test } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { RunReport, RunTask } from '#contract'
import { minuteMs, randomId } from '#kernel'
import { createChannel, createGroup, createMaintenanceWindow, updateMaintenanceWindow } from '#management'
import { useDatabase } from '../../tests/support/database.ts'
import { TestService } from '../../tests/support/test-service.ts'
import { claimRuns } from './queue/claim-runs.ts'
import { enqueueDueRuns } from './queue/enqueue-due-runs.ts'
import { expireHeartbeats } from './heartbeats/expire-heartbeats.ts'
import { recordPing } from './heartbeats/record-ping.ts'
import { PreparedChecks } from './prepare/prepared-checks.ts'
import { releaseHeldAlerts, sendReminders } from '#notifying'
import { settleRuns } from './settle/settle-runs.ts'
import { triggerSessions } from './requested/trigger-sessions.ts'

const database = useDatabase()
let service: TestService
let accountId: string
beforeEach(async () => {
  service = new TestService(database.db())
  accountId = (await service.account()).accountId
})

const publicUrl = 'https://belfry.example'
const caller = () => ({ accountId, role: 'OWNER', nowMs: service.clock.now() }) as const
const inMinutes = (count: number): string => new Date(service.clock.now() + count * minuteMs).toISOString()

/** A window from `from` minutes from now to `to` minutes from now. */
const window = (from: number, to: number, effect: object) =>
  createMaintenanceWindow(service.store, caller(), {
    name: 'Upgrade',
    startsAt: inMinutes(from),
    endsAt: inMinutes(to),
    ...effect,
  })

const skippedOf = async (checkId: string): Promise<number | undefined> => {
  const [row] = await database
    .db()
    .rows<{ skipped: number }>(`select skipped_ticks as skipped from schedule_times where check_id = $1`, [checkId])
  return row?.skipped
}

const queuedOf = async (checkIds: readonly string[]): Promise<boolean[]> => {
  const rows = await database
    .db()
    .rows<{ checkId: string }>(`select distinct check_id from run_tasks where check_id = any($1)`, [checkIds])
  return checkIds.map((id) => rows.some((row) => row.checkId === id))
}

const tick = () => enqueueDueRuns(service.store, service.clock.now(), 100)

async function claim(): Promise<RunTask[]> {
  return claimRuns(service.store, new PreparedChecks(service.store), {
    queues: ['eu-west-1'],
    limit: 100,
    runnerId: 'runner',
    leaseMs: 10 * minuteMs,
    nowMs: service.clock.now(),
    publicUrl,
    chance: { randomNumber: () => 1, uuid: randomId },
  })
}

const reportOf = (task: RunTask, isDown: boolean, startedAt: number): RunReport => ({
  taskId: task.id,
  leaseToken: task.leaseToken,
  observation: { startedAt, stoppedAt: startedAt, responseTimeMs: 5, answer: null, failure: null, log: [] },
  verdict: {
    outcome: isDown ? 'failed' : 'passed',
    reasons: isDown ? [{ kind: 'failure', outcome: 'failed', message: 'The target is down.' }] : [],
    assertions: [],
    overMaxResponseTime: false,
  },
  detail: {},
  isRunnerError: false,
})

async function settle(tasks: readonly RunTask[], isDown: boolean, startedAt = service.clock.now()): Promise<void> {
  const reports = tasks.map((task) => reportOf(task, isDown, startedAt))
  await settleRuns(service.store, reports, { nowMs: service.clock.now(), publicUrl, randomNumber: () => 0.5 })
}

/** A minute passes, the check is run and found down or not. */
async function run(isDown: boolean): Promise<void> {
  service.clock.advance(minuteMs)
  await tick()
  await settle(await claim(), isDown)
}

const remindAndRelease = async (): Promise<void> => {
  const context = { nowMs: service.clock.now(), publicUrl }
  await releaseHeldAlerts(service.store, context, 10)
  await sendReminders(service.store, context, 10)
}

const notificationsOf = (checkId: string) =>
  database.db().rows<{ type: string; silence: string | null; isReminder: boolean }>(
    `select facts->>'alertType' as type, silence, (facts->>'isReminder')::boolean as is_reminder
       from notifications where check_id = $1 order by id`,
    [checkId],
  )
const sentOf = async (checkId: string): Promise<string[]> =>
  (await notificationsOf(checkId)).filter(({ silence }) => silence === null).map(({ type }) => type)
const alertsOf = (checkId: string) =>
  database.db().rows(`select alert_type from check_alerts where check_id = $1`, [checkId])

const everyMinute = { frequency: 1, retryStrategy: null }
async function monitored(changes: object = {}): Promise<string> {
  const checkId = await service.check(accountId, { ...everyMinute, ...changes })
  await createChannel(service.store, caller(), {
    type: 'EMAIL',
    config: { address: 'ops@example.com' },
    sendDegraded: true,
    subscriptions: [{ checkId, activated: true }],
  })
  return checkId
}

describe('a window that pauses', () => {
  test('skips and counts the ticks of checks with one of its tags, their own or their group, and of no others', async () => {
    const { group } = await createGroup(service.store, caller(), {
      generation: 2,
      body: { name: 'shop', tags: ['shop'] },
      autoAssignAlerts: false,
    })
    const own = await service.check(accountId, { ...everyMinute, tags: ['x', 'shop'] })
    const inherited = await service.check(accountId, { ...everyMinute, groupId: group.id })
    const other = await service.check(accountId, { ...everyMinute, tags: ['other'] })
    const foreign = await service.check((await service.account()).accountId, { ...everyMinute, tags: ['shop'] })
    await window(0, 10, { tags: ['shop', 'unused'] })
    service.clock.advance(1000)
    await tick()
    expect(await queuedOf([own, inherited, other, foreign])).toEqual([false, false, true, true])
    expect(await Promise.all([own, other].map(skippedOf))).toEqual([1, 0])
  })

  test('pauses all when it says so, from its start to its end by the clock alone, and no longer when deleted', async () => {
    const checkId = await service.check(accountId, everyMinute)
    const runs = async (): Promise<boolean> => {
      service.clock.advance(minuteMs)
      await tick()
      const [isQueued] = await queuedOf([checkId])
      await settle(await claim(), false)
      return isQueued ?? false
    }
    await window(1.5, 3.5, { pauseAllChecks: true })
    expect([await runs(), await runs(), await runs(), await runs()]).toEqual([true, false, false, true])
    const { id } = await window(0, 60, { pauseAllChecks: true })
    expect(await runs()).toBe(false)
    await updateMaintenanceWindow(service.store, caller(), { id, body: { pauseAllChecks: false } })
    expect(await runs()).toBe(true)
  })

  test('lets runs that people ask for happen', async () => {
    const checkId = await service.check(accountId, everyMinute)
    await window(0, 10, { pauseAllChecks: true })
    await triggerSessions(service.store, { accountId, nowMs: service.clock.now() }, { checkId: [checkId] })
    expect(await queuedOf([checkId])).toEqual([true])
  })

  test('gives a heartbeat a new period instead of a missed ping, and records missed pings after it', async () => {
    const checkId = await service.heartbeat(accountId)
    const token = await tokenOf(checkId)
    const context = () => ({ nowMs: service.clock.now(), publicUrl })
    await recordPing(service.store, { token, source: 'HTTPS GET', userAgent: 'curl' }, context())
    await window(1, 10, { pauseAllChecks: true })
    const isFailing = async (): Promise<unknown> => {
      await expireHeartbeats(service.store, context(), 10)
      const [row] = await database
        .db()
        .rows<{ isFailing: boolean }>(`select is_failing from heartbeat_timers where check_id = $1`, [checkId])
      return row?.isFailing
    }
    service.clock.advance(7 * minuteMs)
    expect(await isFailing()).toBe(false)
    service.clock.advance(7 * minuteMs)
    expect(await isFailing()).toBe(true)
  })
})

async function tokenOf(checkId: string): Promise<string> {
  const [row] = await database
    .db()
    .rows<{ encryptedToken: string }>(`select encrypted_token from heartbeat_timers where check_id = $1`, [checkId])
  return service.store.encryption.decrypt(row?.encryptedToken ?? '')
}

describe('a window that silences', () => {
  test('silences a failure that begins inside for good when it does not notify at its end, with the reason', async () => {
    const checkId = await monitored({ tags: ['shop'] })
    await window(0, 2.5, { silenceAlertsTags: ['shop'], notifyAfterEnd: false })
    for (const isDown of [true, true, true, true, false]) await run(isDown)
    expect((await notificationsOf(checkId)).map(({ type, silence }) => [type, silence])).toEqual([
      ['ALERT_FAILURE', 'SILENCED_BY_MAINTENANCE'],
      ['ALERT_RECOVERY', 'NEVER_NOTIFIED'],
    ])
    expect(await alertsOf(checkId)).toEqual([])
    await run(true)
    expect(await sentOf(checkId)).toEqual(['ALERT_FAILURE'])
  })

  test('does not touch checks without its tags', async () => {
    const checkId = await monitored({ tags: ['other'] })
    await window(0, 10, { silenceAlertsTags: ['shop'] })
    await run(true)
    expect(await sentOf(checkId)).toEqual(['ALERT_FAILURE'])
  })

  test('covers a run that began inside it and is settled after it', async () => {
    const checkId = await monitored()
    await window(0, 2, { silenceAllAlerts: true })
    service.clock.advance(minuteMs)
    await tick()
    const tasks = await claim()
    const startedAt = service.clock.now()
    service.clock.advance(2 * minuteMs)
    await settle(tasks, true, startedAt)
    expect(await sentOf(checkId)).toEqual([])
    const held = { nowMs: service.clock.now(), publicUrl }
    expect(await Promise.all([1, 2].map(() => releaseHeldAlerts(service.store, held, 10)))).toContain(1)
    expect(await sentOf(checkId)).toEqual(['ALERT_FAILURE'])
  })

  test('holds back a reminder until its end; after a window that only pauses until a run finds the problem again', async () => {
    const settings = {
      useGlobalAlertSettings: false,
      alertSettings: { ...defaultAlertSettings, reminders: { amount: 5, interval: 1 } },
    }
    const checkId = await monitored(settings)
    await run(true)
    await window(0, 1.5, { silenceAllAlerts: true })
    await window(1.5, 2.5, { pauseAllChecks: true })
    for (let count = 0; count < 3; count += 1) {
      service.clock.advance(minuteMs)
      await remindAndRelease()
    }
    expect(await sentOf(checkId)).toEqual(['ALERT_FAILURE'])
    await run(true)
    await remindAndRelease()
    expect((await notificationsOf(checkId)).map(({ silence, isReminder }) => [isReminder, silence])).toEqual([
      [false, null],
      [true, 'SILENCED_BY_MAINTENANCE'],
      [true, null],
    ])
    expect(await alertsOf(checkId)).toHaveLength(2)
  })
})
