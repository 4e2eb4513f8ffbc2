import { beforeEach, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'

const database = useDatabase()
let service: TestService
let runner: HandRunner
let accountId: string
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  runner = new HandRunner(service.store, service.clock)
  const owner = await service.owner()
  send = owner.send
  accountId = owner.account.accountId
})

const policy = {
  windowBasedEscalation: { failedRunThreshold: 3, runs: 5 },
  runBasedRecovery: { passedRunThreshold: 2 },
}

/** Runs a check every minute, one letter a run, and returns its alerts and the statuses after each run. */
async function played(checkId: string, runs: string) {
  const statuses: unknown[] = []
  for (const letter of runs) {
    service.clock.advance(minuteMs)
    await enqueueDueRuns(service.store, service.clock.now(), 100)
    const tasks = (await runner.claim()).filter((task) => task.checkId === checkId)
    await runner.settle(tasks, letter === 'P' ? 'passed' : 'failed')
    statuses.push((await rows('select status from check_states where check_id = $1', checkId))[0]?.['status'])
  }
  const alerts = await rows('select alert_type from check_alerts where check_id = $1 order by id', checkId)
  return { alerts: alerts.map(({ alertType }) => alertType), statuses }
}

const rows = (sql: string, checkId: string) => database.db().rows<Record<string, unknown>>(sql, [checkId])

test('a check that alternates alerts once by the window of its account, and recovers when its policy says so', async () => {
  await send('PUT', '/v1/accounts/me/alert-settings', policy)
  const checkId = await service.check(accountId, { frequency: 1, retryStrategy: null })
  await send('POST', '/v1/alert-channels', {
    type: 'EMAIL',
    config: { address: 'ops@shop.example' },
    subscriptions: [{ checkId, activated: true }],
  })
  const { alerts, statuses } = await played(checkId, 'FPFPFPFPFPP')
  service.clock.advance(hourMs)
  const { body } = await send('POST', `/v1/checks/${checkId}/back-test`, { alertSettings: policy })
  const same = { failure: 1, recovery: 1, notifications: 2 }
  expect(body, 'what was sent').toMatchObject({ recordedAlerts: 2, now: same, proposed: same, limits: [] })
  expect(alerts).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY'])
  const [F, P] = ['failing', 'passing']
  expect(statuses).toEqual([F, P, F, P, F, F, F, F, F, F, P])
  expect(await rows('select silence from notifications where check_id = $1 and silence is null', checkId)).toHaveLength(
    2,
  )
})

test('a group can say so for its checks, and a passing check without failed runs stores nothing', async () => {
  const group = { name: 'shop', useGlobalAlertSettings: false, alertSettings: policy }
  const { id: groupId } = (await send('POST', '/v2/check-groups', group)).body as { readonly id: number }
  const checkId = await service.check(accountId, { frequency: 1, retryStrategy: null, groupId })
  expect(await played(checkId, 'PP')).toMatchObject({ alerts: [] })
  expect(await rows('select alert_state from check_states where check_id = $1', checkId)).toEqual([
    { alertState: null },
  ])
  expect((await played(checkId, 'FPFPF')).alerts).toEqual(['ALERT_FAILURE'])
  const preview = (await send('GET', `/v1/checks/${checkId}/alert-preview`)).body
  expect(preview).toMatchObject({
    window: { failedRunThreshold: 3, runs: 5 },
    recovery: { passedRunThreshold: 2, passedRuns: 0 },
    isAlerted: true,
  })
})

test('a window in which too few runs are looked at is rejected wherever it is sent, with its place', async () => {
  const alertSettings = { windowBasedEscalation: { failedRunThreshold: 6, runs: 5 } }
  const message = expect.stringContaining('must not be greater than windowBasedEscalation.runs (5)')
  const answers = [
    await send('PUT', '/v1/accounts/me/alert-settings', alertSettings),
    await send('PUT', '/v1/accounts/me/defaults', { check: { alertSettings } }),
    await send('POST', '/v2/check-groups', { name: 'shop', alertSettings }),
    await send('POST', '/v1/checks/tcp', { name: 'x', request: { hostname: 'x.example', port: 1 }, alertSettings }),
  ]
  expect(answers).toMatchObject(answers.map(() => ({ status: 400, body: { message } })))
})
