import { beforeAll, describe, expect, test } from 'vitest'
import type { AlertType } from '#contract'
import { hourMs, timeOrderedId } from '#kernel'
import { insertCheckAlerts, insertNotifications } from '#storage/alerts'
import type { NewNotification } from '#storage/alerts'
import { useDatabase } from '../../../tests/support/database.ts'
import { facts } from '../../../tests/support/notification.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const ago = (ms: number): number => service.clock.now() - ms
const idsOf = (body: unknown): string[] => (body as { id: string }[]).map(({ id }) => id)

async function planned(accountId: string, checkId: string, changes: Partial<NewNotification>, atMs = ago(0)) {
  const id = timeOrderedId(atMs)
  const created = new Date(atMs)
  const row: NewNotification = {
    accountId,
    id,
    checkId,
    checkType: 'TCP',
    checkAlertId: id,
    checkResultId: null,
    channelId: null,
    channelType: null,
    status: 'SUCCESS',
    silence: null,
    isGroupable: false,
    facts: { ...facts, checkName: 'database', alertType: 'ALERT_FAILURE' },
    claimableAt: null,
    createdAt: created,
    ...changes,
  }
  await insertNotifications(service.db, [row])
  return id
}

async function alerted(accountId: string, checkId: string, atMs = ago(0)): Promise<string> {
  const id = timeOrderedId(atMs)
  await insertCheckAlerts(service.db, [
    {
      accountId,
      id,
      checkId,
      checkName: 'database',
      checkType: 'TCP',
      alertType: 'ALERT_FAILURE',
      runLocation: `private:${accountId}:office`,
      responseTimeMs: null,
      statusCode: 503,
      error: 'Refused.',
      checkResultId: null,
      startedAt: new Date(atMs),
      createdAt: new Date(atMs),
    },
  ])
  return id
}

describe('alert notifications', () => {
  test('one says what its message says, every attempt, and what was decided from the failure to the recovery', async () => {
    const account = await service.account()
    const send = service.as(account.key)
    const checkId = await service.check(account.accountId)
    const failedAt = ago(3 * hourMs)
    const failing = new Date(failedAt).toISOString()
    const at = (minutes: number): number => failedAt + minutes * 60_000
    const of = (alertType: AlertType) => ({
      facts: { ...facts, alertType, alertTitle: `Database: ${alertType}`, failingSince: failing },
    })
    const silent = { status: 'SILENCED', silence: 'NO_CHANNEL' } as const
    await planned(account.accountId, checkId, of('ALERT_RECOVERY'), failedAt - 60_000)
    const first = await planned(account.accountId, checkId, { ...silent, ...of('NO_ALERT') }, at(0))
    const second = await planned(account.accountId, checkId, of('ALERT_FAILURE'), at(1))
    const recovery = await planned(account.accountId, checkId, of('ALERT_RECOVERY'), at(9))
    await planned(account.accountId, checkId, of('ALERT_FAILURE'), at(60))
    const tries = [{ at: failing, outcome: 'sent', response: 'HTTP 200' }]
    await service.db.rows('update notifications set tries = $2 where id = $1', [second, JSON.stringify(tries)])
    const { status, body } = await send('GET', `/v1/alert-notifications/${second}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: second,
      title: 'Database: ALERT_FAILURE',
      failingSince: failing,
      deliveries: tries,
      attempts: 1,
      history: [{ id: first, silenceReason: 'NO_CHANNEL' }, { id: second }, { id: recovery }],
    })
    const other = await service.account()
    const missing = { status: 404, body: { attributes: { code: 'ALERT_NOTIFICATION_NOT_FOUND' } } }
    for (const path of [`/v1/alert-notifications/${second}`, '/v1/alert-notifications/unknown'])
      expect(await service.as(other.key)('GET', path)).toMatchObject(missing)
  })

  test('one without a beginning of a failure is together with those of its moment', async () => {
    const account = await service.account()
    const checkId = await service.check(account.accountId)
    const changes = { facts: { ...facts, alertType: 'ALERT_SSL' as const, failingSince: null } }
    const id = await planned(account.accountId, checkId, changes, ago(hourMs))
    await planned(account.accountId, checkId, changes)
    const { body } = await service.as(account.key)('GET', `/v1/alert-notifications/${id}`)
    expect(idsOf((body as { readonly history: unknown }).history)).toEqual([id])
  })

  test('contain the channel without its credentials, the attempts and the response of the receiver', async () => {
    const account = await service.account()
    const send = service.as(account.key)
    const config = { url: 'https://hooks.example/x', webhookSecret: 'signing-secret' }
    const channel = await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config })
    const channelId = (channel.body as { id: number }).id
    const checkId = await service.check(account.accountId)
    const changes = { channelId, channelType: 'WEBHOOK', status: 'FAILURE' } as const
    const id = await planned(account.accountId, checkId, changes)
    const tries = [
      { at: '2026-03-01T12:00:00.000Z', outcome: 'retry', response: '502 busy' },
      { at: '2026-03-01T12:00:20.000Z', outcome: 'rejected', response: '410 gone' },
    ]
    await service.db.rows('update notifications set tries = $2 where id = $1', [id, JSON.stringify(tries)])
    const { body, text } = await send('GET', '/v1/alert-notifications')
    expect(body).toEqual([
      {
        id,
        type: 'WEBHOOK',
        status: 'FAILURE',
        alertConfig: expect.objectContaining({ url: '*********', webhookSecret: '*********' }),
        notificationResult: '410 gone',
        timestamp: '2026-03-01T12:00:00.000Z',
        checkType: 'TCP',
        checkId,
        checkName: 'database',
        checkAlertId: id,
        alertType: 'ALERT_FAILURE',
        alertChannelId: channelId,
        attempts: 2,
        silenceReason: null,
        messageId: id,
      },
    ])
    expect(text).not.toContain('signing-secret')
  })

  test('are listed newest first; silenced ones, failures and channels are filters; the total counts the matches', async () => {
    const { accountId, key } = await service.account()
    const checkId = await service.check(accountId)
    const old = await planned(accountId, checkId, { status: 'FAILURE', channelId: 7 }, ago(hourMs))
    const fresh = await planned(accountId, checkId, {}, ago(1000))
    const silent = await planned(accountId, checkId, {
      status: 'SILENCED',
      silence: 'CHECK_MUTED',
      checkAlertId: null,
    })
    const send = service.as(key)
    const all = await send('GET', '/v1/alert-notifications?limit=1')
    expect({ ids: idsOf(all.body), contentRange: all.headers['content-range'] }).toEqual({
      ids: [fresh],
      contentRange: '0-0/2',
    })
    const silenced = await send('GET', '/v1/alert-notifications?includeSilenced=true')
    expect(idsOf(silenced.body)).toEqual([silent, fresh, old])
    expect(silenced.body).toMatchObject([
      { status: 'SILENCED', silenceReason: 'CHECK_MUTED', checkAlertId: null },
      {},
      {},
    ])
    expect(idsOf((await send('GET', '/v1/alert-notifications?hasFailures=true')).body)).toEqual([old])
    expect(idsOf((await send('GET', '/v1/alert-notifications?hasFailures=false')).body)).toEqual([fresh])
    expect(idsOf((await send('GET', '/v1/alert-notifications?alertChannelId=7')).body)).toEqual([old])
  })

  test('cover the last 24 hours, or at most 24 hours that are named in either notation', async () => {
    const { accountId, key } = await service.account()
    const checkId = await service.check(accountId)
    const old = await planned(accountId, checkId, {}, ago(30 * hourMs))
    const send = service.as(key)
    expect((await send('GET', '/v1/alert-notifications')).body).toEqual([])
    const fromSeconds = Math.floor(ago(31 * hourMs) / 1000)
    expect(idsOf((await send('GET', `/v1/alert-notifications?from=${fromSeconds}`)).body)).toEqual([old])
    const to = encodeURIComponent(new Date(ago(29 * hourMs)).toISOString())
    expect(idsOf((await send('GET', `/v1/alert-notifications?to=${to}`)).body)).toEqual([old])
    expect((await send('GET', `/v1/alert-notifications?from=${fromSeconds}&to=${fromSeconds + 90_000}`)).status).toBe(
      400,
    )
  })

  test('can be narrowed to a check and to reasons of silence', async () => {
    const { accountId, key } = await service.account()
    const [one, two] = [await service.check(accountId), await service.check(accountId)]
    const sent = await planned(accountId, one, {})
    const muted = await planned(accountId, one, { status: 'SILENCED', silence: 'CHECK_MUTED' })
    await planned(accountId, two, { status: 'SILENCED', silence: 'NO_CHANNEL' })
    const send = service.as(key)
    const listed = async (query: string) => idsOf((await send('GET', `/v1/alert-notifications?${query}`)).body)
    expect(await listed(`checkId=${one.toUpperCase()}`)).toEqual([sent])
    expect(await listed(`checkId=${one}&includeSilenced=true`)).toEqual([muted, sent])
    expect(await listed('silenceReason=CHECK_MUTED&silenceReason=ACKNOWLEDGED')).toEqual([muted])
    expect((await send('GET', '/v1/alert-notifications?silenceReason=BORED')).status).toBe(400)
  })

  test("another account's notifications are not listed", async () => {
    const { accountId } = await service.account()
    await planned(accountId, await service.check(accountId), {})
    const otherAccount = service.as((await service.account()).key)
    expect((await otherAccount('GET', '/v1/alert-notifications')).body).toEqual([])
  })
})

describe('check alerts', () => {
  test('are listed newest first over the last 6 hours, of all checks or of one', async () => {
    const { accountId, key } = await service.account()
    const [one, two] = [await service.check(accountId), await service.check(accountId)]
    const older = await alerted(accountId, one, ago(5 * hourMs))
    const newer = await alerted(accountId, two, ago(1000))
    await alerted(accountId, one, ago(7 * hourMs))
    const send = service.as(key)
    const all = await send('GET', '/v1/check-alerts')
    expect({ ids: idsOf(all.body), contentRange: all.headers['content-range'] }).toEqual({
      ids: [newer, older],
      contentRange: '0-1/2',
    })
    const ofOne = await send('GET', `/v1/check-alerts/${one}`)
    expect(ofOne.body).toEqual([
      {
        id: older,
        name: 'database',
        checkId: one,
        alertType: 'ALERT_FAILURE',
        checkType: 'TCP',
        runLocation: 'office',
        responseTime: 0,
        error: 'Refused.',
        statusCode: '503',
        created_at: new Date(ago(5 * hourMs)).toISOString(),
        startedAt: new Date(ago(5 * hourMs)).toISOString(),
      },
    ])
    const from = Math.floor(ago(7 * hourMs) / 1000)
    expect((await send('GET', `/v1/check-alerts?from=${from}&to=${from + 6 * 3600 + 1}`)).status).toBe(400)
  })

  test('of a check that is malformed, unknown or of another account are not found', async () => {
    const foreign = await service.check((await service.account()).accountId)
    const send = service.as((await service.account()).key)
    for (const id of ['no-uuid', '00000000-0000-4000-8000-000000000000', foreign])
      expect((await send('GET', `/v1/check-alerts/${id}`)).status).toBe(404)
  })
})
