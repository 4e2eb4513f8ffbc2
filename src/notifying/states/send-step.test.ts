import { beforeEach, expect, test } from 'vitest'
import type { AlertExplanation, CheckExplanation, EscalationPolicyResource } from '#contract'
import { AlertScene } from '../../../tests/support/alert-scene.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let scene: AlertScene
let [sms, call] = [0, 0]
let policyId = ''
beforeEach(async () => {
  const service = new TestService(database.db())
  scene = new AlertScene(service, await service.account())
  sms = await aChannel('sms@example.com')
  call = await aChannel('call@example.com')
  const steps = [
    { afterMinutes: 5, alertChannelIds: [sms] },
    { afterMinutes: 15, alertChannelIds: [call] },
  ]
  const policy = { name: 'On call', steps, repeat: { everyMinutes: 10, times: null } }
  policyId = ((await scene.send('POST', '/v1/escalation-policies', policy)).body as EscalationPolicyResource).id
  await scene.check({ useGlobalAlertSettings: false, alertSettings: { escalationPolicyId: policyId } })
})

async function aChannel(address: string): Promise<number> {
  const body = { type: 'EMAIL', config: { address }, sendDegraded: true }
  return ((await scene.send('POST', '/v1/alert-channels', body)).body as { readonly id: number }).id
}

/** What was sent to whom, in order. */
async function sent(): Promise<string[]> {
  const names = new Map([
    [scene.channelId, 'chat'],
    [sms, 'sms'],
    [call, 'call'],
  ])
  return (await scene.sent()).map(({ type, channelId }) => `${names.get(channelId)} ${type.replace('ALERT_', '')}`)
}

const path = (verb: string): string => `/v1/checks/${scene.checkId}/${verb}`

test('an outage that nobody acknowledges reaches every step once, then repeats the last, and all are told of its end', async () => {
  await scene.run('passed', 'failed')
  await scene.pass(4)
  expect(await sent()).toEqual(['chat FAILURE'])
  await scene.pass(1)
  await scene.pass(0)
  await scene.pass(10)
  await scene.pass(10)
  expect(await sent()).toEqual(['chat FAILURE', 'sms FAILURE', 'call FAILURE', 'call FAILURE_REMAIN'])
  await scene.run('passed')
  expect((await sent()).slice(4).toSorted()).toEqual(['call RECOVERY', 'chat RECOVERY', 'sms RECOVERY'])
  await scene.pass(60)
  expect(await sent()).toHaveLength(7)
})

test('an acknowledgement stops the steps until the recovery, of which only channels are told that know of the problem', async () => {
  await scene.run('passed', 'failed')
  await scene.pass(5)
  expect((await scene.send('POST', path('acknowledge'), { note: 'On it' })).status).toBe(200)
  await scene.pass(120)
  await scene.run('failed', 'passed')
  expect(await sent()).toEqual(['chat FAILURE', 'sms FAILURE', expect.anything(), expect.anything()])
  expect((await sent()).slice(2).toSorted()).toEqual(['chat RECOVERY', 'sms RECOVERY'])
  await scene.run('failed')
  await scene.pass(5)
  expect((await sent()).slice(4)).toEqual(['chat FAILURE', 'sms FAILURE'])
})

test('no step is sent while a check is muted, and channels of earlier steps are told of a recovery that the mute held back', async () => {
  await scene.run('passed', 'failed')
  await scene.pass(5)
  await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { muted: true })
  await scene.pass(20)
  expect(await sent()).toEqual(['chat FAILURE', 'sms FAILURE'])
  await scene.run('passed')
  await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { muted: false })
  await scene.pass(15)
  expect((await sent()).slice(2).toSorted()).toEqual(['chat RECOVERY', 'sms RECOVERY'])
})

const editSms = (fields: object) =>
  scene.send('PUT', `/v1/alert-channels/${sms}`, { type: 'EMAIL', config: { address: 'sms@example.com' }, ...fields })
const setMuted = (muted: boolean) => scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { muted })

test('a channel of a step that is paused is told of the recovery at the end of the pause, and no other is told twice', async () => {
  await scene.run('passed', 'failed')
  await scene.pass(5)
  await scene.pass(10)
  await setMuted(true)
  await scene.run('passed')
  expect(await editSms({ pausedUntil: scene.inMinutes(60) })).toMatchObject({ status: 200 })
  await setMuted(false)
  await scene.pass(0)
  expect((await sent()).slice(3).toSorted()).toEqual(['call RECOVERY', 'chat RECOVERY'])
  await scene.run('failed', 'passed')
  expect((await sent()).slice(5)).toEqual(['chat FAILURE', 'chat RECOVERY'])
  await scene.pass(60)
  await scene.pass(60)
  expect((await sent()).slice(7)).toEqual(['sms RECOVERY'])
})

test('a channel of a step whose recovery a mute held back until the next problem is told when that is over', async () => {
  await scene.run('passed', 'failed')
  await scene.pass(5)
  await setMuted(true)
  await scene.run('passed', 'failed')
  await setMuted(false)
  await scene.pass(0)
  expect((await sent()).slice(2)).toEqual(['chat FAILURE'])
  await scene.run('passed')
  expect((await sent()).slice(3).toSorted()).toEqual(['chat RECOVERY', 'sms RECOVERY'])
})

test('a policy may be named in capital letters', async () => {
  const alertSettings = { escalationPolicyId: policyId.toUpperCase() }
  await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { alertSettings })
  await scene.send('PUT', '/v1/accounts/me/defaults', { check: { alertSettings } })
  await scene.run('passed', 'failed')
  await scene.pass(5)
  expect(await sent()).toEqual(['chat FAILURE', 'sms FAILURE'])
  const usedBy = { account: true, groups: 0, checks: 1 }
  expect(await scene.send('GET', `/v1/escalation-policies/${policyId}`)).toMatchObject({ body: { usedBy } })
})

test('the explanation says which step was due after which time, and when the next one is', async () => {
  await scene.run('passed', 'failed')
  await scene.pass(5)
  const { decisions, steps } = (await scene.send('GET', path('explain'))).body as CheckExplanation
  expect(decisions[0]?.steps.map(({ text }) => text)).toEqual([
    'Step 1 of 2 of the escalation policy "On call" was due, 5 min after the alert, because nobody had acknowledged it.',
  ])
  expect(decisions[0]?.channels).toMatchObject([{ channelId: sms, silenceReason: null }])
  expect(steps.map(({ code }) => code)).toContain('EXPLAIN_NEXT_ESCALATION')
  const alertId = decisions[0]?.checkAlertId
  const ofAlert = (await scene.send('GET', `/v1/check-alerts/${alertId}/explain`)).body as AlertExplanation
  expect(ofAlert.decisions).toHaveLength(2)
})

test('a policy that alert settings name is kept, and one that cannot be is rejected wherever it is sent', async () => {
  const url = `/v1/escalation-policies/${policyId}`
  expect(await scene.send('GET', url)).toMatchObject({ body: { usedBy: { account: false, groups: 0, checks: 1 } } })
  expect(await scene.send('DELETE', url)).toMatchObject({ status: 409 })
  const early = [
    { afterMinutes: 9, alertChannelIds: [sms] },
    { afterMinutes: 5, alertChannelIds: [call] },
  ]
  const unknown = [{ afterMinutes: 1, alertChannelIds: [999_999_999] }]
  const quietHours = [{ from: '22:00', to: '07:00', timeZone: 'Mars/Base', kinds: ['DEGRADED'] }]
  for (const body of [{ steps: early }, { steps: unknown }, { quietHours }, { steps: [] }])
    expect(await scene.send('PUT', url, body)).toMatchObject({ status: 400 })
  const other = { escalationPolicyId: '11111111-1111-4111-8111-111111111111' }
  const message = expect.stringContaining('no escalation policy with this id')
  const answers = [
    await scene.send('PUT', '/v1/accounts/me/alert-settings', other),
    await scene.send('PUT', '/v1/accounts/me/defaults', { check: { alertSettings: other } }),
    await scene.send('POST', '/v2/check-groups', { name: 'shop', alertSettings: other }),
    await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { alertSettings: other }),
  ]
  expect(answers).toMatchObject(answers.map(() => ({ status: 400, body: { message } })))
  await scene.send('PUT', '/v1/accounts/me/alert-settings', { escalationPolicyId: policyId })
  await scene.send('PUT', `/v1/checks/tcp/${scene.checkId}`, { alertSettings: {} })
  expect(await scene.send('DELETE', url)).toMatchObject({ status: 409 })
  await scene.send('PUT', '/v1/accounts/me/alert-settings', { escalationPolicyId: null })
  expect(await scene.send('DELETE', url)).toMatchObject({ status: 204 })
  await scene.send('DELETE', `/v1/alert-channels/${sms}`)
})
