import { expect, test } from 'vitest'
import type { AlertPreviewResource } from '#contract'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()

async function scene() {
  const service = new TestService(database.db())
  const { account, send } = await service.owner()
  const checkId = await service.check(account.accountId, { tags: ['shop'] })
  const channel = async (address: string, more = {}): Promise<number> => {
    const body = { type: 'EMAIL', config: { address }, ...more }
    const { id } = (await send('POST', '/v1/alert-channels', body)).body as { readonly id: number }
    await send('PUT', `/v1/alert-channels/${id}/subscriptions`, { checkId, activated: true })
    return id
  }
  const preview = async (): Promise<AlertPreviewResource> =>
    (await send('GET', `/v1/checks/${checkId}/alert-preview`)).body as AlertPreviewResource
  return { service, send, checkId, channel, preview }
}

test('without a channel nobody would be notified, and with some each that wants failures', async () => {
  const { channel, preview } = await scene()
  expect(await preview()).toMatchObject({ silenceReason: 'NO_CHANNEL', silencedUntil: null, channels: [] })
  const ops = await channel('ops@shop.example')
  const quiet = await channel('quiet@shop.example', { sendFailure: false, sendRecovery: false })
  expect(await preview()).toMatchObject({
    silenceReason: null,
    threshold: 1,
    channels: [
      { channelId: ops, name: 'ops@shop.example', silenceReason: null, notifiesRecovery: true },
      { channelId: quiet, silenceReason: 'CHANNEL_FLAG_OFF', notifiesRecovery: false },
    ],
  })
})

test('a mute, a snooze and a maintenance window say why nobody would be notified, and until when', async () => {
  const { service, send, checkId, channel, preview } = await scene()
  await channel('ops@shop.example')
  await send('POST', `/v1/checks/${checkId}/mute`, { minutes: 30 })
  const until = new Date(service.clock.now() + 30 * minuteMs).toISOString()
  expect(await preview()).toMatchObject({
    silenceReason: 'CHECK_MUTED',
    silencedUntil: until,
    channels: [{ name: 'ops@shop.example', silenceReason: null }],
  })
  await send('DELETE', `/v1/checks/${checkId}/mute`)
  await send('POST', '/v1/maintenance-windows', {
    name: 'database',
    tags: [],
    silenceAllAlerts: true,
    startsAt: new Date(service.clock.now() - minuteMs).toISOString(),
    endsAt: new Date(service.clock.now() + 60 * minuteMs).toISOString(),
  })
  expect(await preview()).toMatchObject({ silenceReason: 'SILENCED_BY_MAINTENANCE', isPaused: false })
  await send('PUT', `/v1/checks/${checkId}`, { activated: false })
  expect(await preview()).toMatchObject({ activated: false })
})

test('the threshold is that of the settings in force, and a check of another account does not exist', async () => {
  const { service, send, checkId, preview } = await scene()
  const alertSettings = { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 3 } }
  await send('PUT', `/v1/checks/${checkId}`, { useGlobalAlertSettings: false, alertSettings })
  await database.db().rows(`update check_states set status = 'failing', alert_state = $2::jsonb where check_id = $1`, [
    checkId,
    JSON.stringify({
      status: 'failing',
      statusSince: service.clock.now(),
      problemRuns: 2,
      problemSince: service.clock.now(),
      failureNotified: false,
      degradedNotified: false,
      lastNotifiedKind: null,
      reminder: null,
    }),
  ])
  expect(await preview()).toMatchObject({ threshold: 3, failedRuns: 2, isAlerted: false, status: 'failing' })
  const { send: stranger } = await service.owner()
  expect(await stranger('GET', `/v1/checks/${checkId}/alert-preview`)).toMatchObject({ status: 404 })
})
