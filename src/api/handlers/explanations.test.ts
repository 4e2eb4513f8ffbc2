import { beforeEach, expect, test } from 'vitest'
import type { AlertExplanation, CheckExplanation } from '#contract'
import { minuteMs } from '#kernel'
import { createGroup } from '#management'
import { deleteOldAlerts } from '#notifying'
import { recordPing } from '#runs'
import { AlertScene, remindsEvery } from '../../../tests/support/alert-scene.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let scene: AlertScene
beforeEach(async () => {
  const service = new TestService(database.db())
  scene = new AlertScene(service, await service.account())
})

async function explain(at?: number): Promise<CheckExplanation> {
  const query = at === undefined ? '' : `?at=${new Date(at).toISOString()}`
  const { status, body } = await scene.send('GET', `/v1/checks/${scene.checkId}/explain${query}`)
  expect(status).toBe(200)
  return body as CheckExplanation
}
const sentences = (steps: CheckExplanation['steps'] = []): readonly string[] => steps.map(({ text }) => text)
const textsOf = ({ change }: CheckExplanation) => sentences(change?.steps)
const twoRuns = {
  useGlobalAlertSettings: false,
  alertSettings: { runBasedEscalation: { failedRunThreshold: 2 as const } },
}

test('a check that never failed says that nothing changed, and what becomes an alert', async () => {
  await scene.check()
  expect(await explain()).toMatchObject({
    state: 'PENDING',
    change: null,
    runs: [],
    steps: [{ code: 'EXPLAIN_NO_RUN' }],
  })
  await scene.run('passed')
  const explained = await explain()
  expect(explained).toMatchObject({ state: 'PASSING', change: null, runs: [{ outcome: 'passed', attempts: 1 }] })
  expect(sentences(explained.steps)).toEqual([
    'No change of its state is recorded.',
    'The next run that fails becomes an alert.',
  ])
})

test('below its threshold the state has its figures, where they are set, and how many runs are left', async () => {
  await scene.check(twoRuns)
  await scene.run('passed', 'failed')
  const explained = await explain()
  expect(explained).toMatchObject({ state: 'FAILING', change: { silenceReason: 'BELOW_THRESHOLD', isNotified: false } })
  expect(explained.change?.rule).toEqual({
    escalation: 'RUN_BASED',
    threshold: 2,
    windowRuns: null,
    passedRuns: 1,
    rollingResponseTime: null,
    frequencyWhileFailing: null,
    locationShare: null,
    source: 'CHECK',
    retries: 0,
    retriesSource: 'CHECK',
  })
  expect(textsOf(explained)).toEqual([
    'The run from eu-west-1 failed.',
    'Failed runs are not retried, set on the check.',
    'The run before it passed.',
    'The alert threshold is 2 failed runs in a row, set on the check.',
    'The threshold was not reached, so nobody was notified.',
  ])
  expect(explained.change?.runs).toMatchObject([{ location: 'eu-west-1', outcome: 'failed', attempts: 1 }])
  expect(explained.change?.runs[0]?.checkResultId).toBe(explained.runs[0]?.checkResultId)
  expect(sentences(explained.steps)).toEqual([
    'The next run that fails becomes an alert.',
    'The next run that passes ends the problem.',
  ])
})

test('policies over runs have their figures, now and at an earlier time, while no run is decided about', async () => {
  const policies = {
    windowBasedEscalation: { failedRunThreshold: 2, runs: 4 },
    runBasedRecovery: { passedRunThreshold: 3 },
  }
  const limits = {
    frequencyWhileFailing: 10,
    rollingResponseTime: { statistic: 'MEDIAN', runs: 5, degradedResponseTime: 900 },
  } as const
  await scene.check({ useGlobalAlertSettings: false, alertSettings: policies, ...limits })
  await scene.run('failed', 'passed')
  const progress = '1 of the last 4 runs did not pass; the alert threshold is 2 of 4, set on the check.'
  expect(sentences((await explain()).steps)).toEqual([progress, 'The next run that fails becomes an alert.'])
  await scene.run('failed', 'passed', 'passed')
  const recovering = [
    'No reminder follows.',
    '2 of 3 better runs in a row so far; the problem is over after 3, set on the check.',
    'The next run that passes ends the problem.',
    'While it is failing it runs every 10 seconds.',
  ]
  const explained = await explain()
  expect(sentences(explained.steps)).toEqual(recovering)
  expect(explained).toMatchObject({
    state: 'FAILING',
    change: { rule: { escalation: 'WINDOW_BASED', threshold: 2, windowRuns: 4, passedRuns: 3, ...limits } },
  })
  const then = scene.service.clock.now()
  await scene.run('passed')
  expect(sentences((await explain(then)).steps)).toEqual(recovering)
  expect(textsOf(await explain())).toContain(
    'An alerted problem is over after 3 better runs in a row, set on the check.',
  )
})

test('an alert says that its threshold was reached, who was notified, and who was not and why', async () => {
  await scene.check(twoRuns)
  const body = { type: 'EMAIL', config: { address: 'quiet@example.com' }, sendFailure: false }
  const { id } = (await scene.send('POST', '/v1/alert-channels', body)).body as { readonly id: number }
  await scene.send('PUT', `/v1/alert-channels/${id}/subscriptions`, { checkId: scene.checkId, activated: true })
  await scene.run('passed', 'failed', 'failed')
  const { decisions, change } = await explain()
  const [alert] = decisions
  expect(sentences(alert?.steps).slice(2)).toEqual([
    expect.stringMatching(/^2 runs in a row did not pass, since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\.$/),
    'The alert threshold is 2 failed runs in a row, set on the check.',
    'So it became an alert.',
  ])
  expect(alert?.channels.map(({ step }) => step.text)).toEqual([
    'A notification to "ops@example.com" was planned.',
    '"quiet@example.com" was not notified: it is set to send no failures.',
  ])
  expect(change).toMatchObject({ checkAlertId: null })
  const ofAlert = await scene.send('GET', `/v1/check-alerts/${alert?.checkAlertId}/explain`)
  await database
    .db()
    .rows(`delete from alert_decisions where check_id = $1 and check_alert_id is null`, [scene.checkId])
  const { steps } = await explain()
  expect(sentences(steps).slice(0, 3)).toEqual([
    'No change of its state is recorded.',
    expect.stringMatching(/^2 runs in a row did not pass, since /),
    'The alert threshold is 2 failed runs in a row, set on the check.',
  ])
  expect(ofAlert.body as AlertExplanation).toEqual({
    checkAlertId: alert?.checkAlertId,
    checkId: scene.checkId,
    steps: [],
    decisions: [alert],
  })
})

test('the state of an earlier time is explained as it was decided then, whatever is set now', async () => {
  await scene.check(twoRuns)
  await scene.run('passed', 'failed')
  const then = scene.service.clock.now()
  await scene.run('failed', 'passed')
  await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { useGlobalAlertSettings: true })
  const explained = await explain(then + 1_000)
  expect(explained).toMatchObject({
    state: 'FAILING',
    change: { rule: { threshold: 2, source: 'CHECK' } },
    decisions: [],
  })
  expect(sentences(explained.steps)[0]).toBe('The next run that fails becomes an alert.')
  expect(explained.runs.map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
  expect(await explain()).toMatchObject({ state: 'PASSING', change: { alertType: 'ALERT_RECOVERY', isNotified: true } })
  expect(await explain(then - 10 * minuteMs)).toMatchObject({ state: 'PENDING', change: null, runs: [] })
})

test('what a group mutes, a window silences and nobody is subscribed to is why nobody was notified', async () => {
  await scene.check()
  await scene.window(0, 2.5)
  await scene.run('passed', 'failed')
  expect(textsOf(await explain()).slice(-3)).toEqual([
    'So it became an alert.',
    expect.stringMatching(/^Maintenance silenced the check until .* UTC \("Upgrade"\), so nobody was notified\.$/),
    'It is sent when that ends, if it is still true then.',
  ])
  await scene.pass(1)
  expect((await explain()).decisions[0]).toMatchObject({ isNotified: true, steps: [{ code: 'EXPLAIN_RELEASED' }] })
  await scene.run('passed')
  const { group } = await createGroup(scene.service.store, scene.caller(), {
    generation: 2,
    body: { name: 'Shop', muted: true, ...twoRuns },
    autoAssignAlerts: false,
  })
  await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { groupId: group.id })
  await scene.run('failed', 'failed')
  expect(sentences((await explain()).decisions[0]?.steps).slice(-4)).toEqual([
    'The alert threshold is 2 failed runs in a row, set on the group "Shop".',
    'So it became an alert.',
    'The group "Shop" was muted, so nobody was notified.',
    'It is sent when that ends, if it is still true then.',
  ])
})

test('without a channel, and for a heartbeat and a reminder, the sentences say so', async () => {
  await scene.heartbeat()
  const [timer] = await database
    .db()
    .rows<{ encryptedToken: string }>(`select encrypted_token from heartbeat_timers where check_id = $1`, [
      scene.checkId,
    ])
  const token = scene.service.store.encryption.decrypt(timer?.encryptedToken ?? '')
  await recordPing(scene.service.store, { token, source: 'HTTPS GET', userAgent: 'curl' }, scene.context())
  await scene.pass(60 * 24 * 2)
  expect(textsOf(await explain())).toEqual([
    'A ping was missing, or it reported a failure.',
    'The alert threshold is 1 failed run, set on the account.',
    'So it became an alert.',
  ])
  await scene.check({ ...remindsEvery(5), name: 'reminded' })
  await scene.run('passed', 'failed')
  await scene.pass(5)
  const { decisions, steps } = await explain()
  expect(decisions[0]).toMatchObject({ isNotified: true, steps: [{ code: 'EXPLAIN_REMINDER', params: { count: 1 } }] })
  expect(sentences(steps)[0]).toMatch(/^The next reminder is due at /)
  await scene.send('PUT', `/v1/alert-channels/${scene.channelId}/subscriptions`, {
    checkId: scene.checkId,
    activated: false,
  })
  await scene.run('passed')
  expect((await explain()).change?.channels.map(({ step }) => step.text)).toEqual([
    '"ops@example.com" was not notified: its subscription is not active.',
  ])
  await scene.send('DELETE', `/v1/alert-channels/${scene.channelId}`)
  await scene.run('failed')
  expect(textsOf(await explain()).at(-1)).toBe(
    'No alert channel is subscribed to the check or its group, so nobody was notified.',
  )
})

test('what nobody is notified of keeps no subscriptions, and is decided again as it was', async () => {
  await scene.check(twoRuns)
  await scene.run('failed', 'failed')
  const { change, decisions } = await explain()
  const stored = await database
    .db()
    .rows<{ id: string; count: number }>(
      `select id, jsonb_array_length(derivation -> 'subscriptions') as count from alert_decisions where check_id = $1 order by id`,
      [scene.checkId],
    )
  expect(stored).toEqual([
    { id: change?.id, count: 0 },
    { id: decisions[0]?.id, count: 1 },
  ])
  expect(textsOf(await explain()).at(-1)).toBe('The threshold was not reached, so nobody was notified.')
})

test('how something was decided is kept as long as the results that it is about', async () => {
  await scene.check()
  await scene.run('failed')
  const { change } = await explain()
  await deleteOldAlerts(scene.service.store, new Date(change?.at ?? ''))
  expect((await explain()).change).toEqual(change)
  await deleteOldAlerts(scene.service.store, new Date(scene.service.clock.now() + minuteMs))
  const later = await explain()
  expect(later).toMatchObject({ state: 'FAILING', change: null, decisions: [] })
  expect(sentences(later.steps)[0]).toBe('No change of its state is recorded.')
})

test('times that cannot be read are refused, and checks and alerts of others do not exist', async () => {
  await scene.check()
  const path = `/v1/checks/${scene.checkId}/explain`
  expect(await scene.send('GET', `${path}?at=yesterday`)).toMatchObject({ status: 400 })
  expect(
    await scene.send('GET', `${path}?at=${new Date(scene.service.clock.now() + 60_000).toISOString()}`),
  ).toMatchObject({
    status: 400,
    body: { attributes: { code: 'TIME_RANGE_INVALID' } },
  })
  const stranger = await new TestService(database.db()).owner()
  expect(await stranger.send('GET', path)).toMatchObject({ status: 404 })
  const missing = { status: 404, body: { attributes: { code: 'CHECK_ALERT_NOT_FOUND' } } }
  expect(await scene.send('GET', '/v1/check-alerts/nothing/explain')).toMatchObject(missing)
  await scene.run('failed')
  const { change } = await explain()
  expect(await stranger.send('GET', `/v1/check-alerts/${change?.checkAlertId}/explain`)).toMatchObject(missing)
  await database.db().rows(`delete from alert_decisions where id = $1`, [change?.id])
  expect((await scene.send('GET', `/v1/check-alerts/${change?.checkAlertId}/explain`)).body).toMatchObject({
    steps: [{ code: 'EXPLAIN_NOT_RECORDED' }],
    decisions: [],
  })
})
