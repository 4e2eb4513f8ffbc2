import { describe, expect, test } from 'vitest'
import { claimPendingDrills, sendDrill } from '#notifying'
import { expireRuns } from '#runs'
import type { AlertFacts, Delivery } from '#contract'
import { hourMs, minuteMs } from '#kernel'
import { useTestSessions } from '../../../tests/support/use-test-sessions.ts'

const { database, service, runner, accountId, send, claimOwnTasks } = useTestSessions()
const publicUrl = 'https://belfry.example'

interface Sent {
  readonly type: string
  readonly facts: AlertFacts
  readonly links: object | null
}

/** The messages that the drills that are ready send now. */
async function sentDrills(outcome: Delivery['outcome'] = 'sent'): Promise<readonly Sent[]> {
  const { store, clock } = service()
  const sent: Sent[] = []
  const claim = { nowMs: clock.now(), limit: 10, leaseMs: minuteMs }
  for (const drill of await claimPendingDrills(store, claim))
    await sendDrill(store, drill, {
      nowMs: clock.now(),
      publicUrl,
      deliver: ({ type, facts, actionLinks }) => {
        sent.push({ type, facts, links: actionLinks })
        return Promise.resolve({ outcome, response: 'thanks' })
      },
    })
  return sent
}

const tcp = { name: 'Shop', request: { hostname: 'shop.example', port: 443 }, retryStrategy: null }
const mail = { type: 'EMAIL', config: { address: 'ops@example.com' } }
const heartbeat = {
  name: 'Backup',
  heartbeat: { period: 1, periodUnit: 'days', grace: 1, graceUnit: 'hours' },
}
const idOf = ({ body }: { body: unknown }): string => String(Object(body).id)

/** A new check with a channel that is subscribed to it. */
async function check(channel: object = mail, body: object = tcp, type = 'tcp'): Promise<string> {
  await send('POST', '/v1/alert-channels', { ...channel, autoSubscribe: true })
  return idOf(await send('POST', `/v1/checks/${type}`, body))
}

const start = (checkId: string) => send('POST', `/v1/checks/${checkId}/drill`)
const read = async (checkId: string, id: string) => (await send('GET', `/v1/checks/${checkId}/drill/${id}`)).body

/** The tables that a failure would change. */
const traces = () =>
  database.db().rows(
    `select (select count(*) from check_results)::int as results, (select count(*) from check_sessions)::int as sessions,
       (select count(*) from notifications)::int as notifications, (select count(*) from check_alerts)::int as alerts,
       (select count(*) from error_groups)::int as error_groups, (select count(*) from incident_tasks)::int as incidents,
       (select jsonb_agg(check_states order by check_id) from check_states) as states`,
  )

describe('a drill', () => {
  test('runs a check against a wrong expectation, sends the message of it marked as a drill, and counts nothing', async () => {
    const id = await check()
    const before = await traces()
    const started = await start(id)
    expect(started).toMatchObject({ status: 201, body: { checkId: id, status: 'RUNNING', deliveries: [] } })
    expect(await sentDrills()).toEqual([])
    const tasks = await claimOwnTasks()
    expect(tasks).toMatchObject([
      {
        checkName: 'Shop',
        request: { assertions: [{ source: 'RESPONSE_TIME', comparison: 'LESS_THAN', target: '0' }] },
      },
    ])
    await runner().settle(tasks, 'failed')
    expect(await read(id, idOf(started))).toMatchObject({ status: 'SENDING' })
    const [message, ...others] = await sentDrills()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      type: 'EMAIL',
      facts: {
        drillId: idOf(started),
        alertType: 'ALERT_FAILURE',
        alertTitle: '[Drill] Check "Shop" has failed',
        checkId: id,
        checkResultId: null,
        resultLink: `${publicUrl}/checks/${id}`,
        reasons: ['Refused.'],
        cause: { text: expect.any(String) },
        locations: { failing: 1, total: 1 },
        tags: ['drill'],
        nextReminder: null,
      },
      links: { acknowledge: expect.stringContaining(`${publicUrl}/alerts/`) },
    })
    expect(await read(id, idOf(started))).toMatchObject({
      status: 'SENT',
      title: '[Drill] Check "Shop" has failed',
      reason: 'Refused.',
      deliveries: [{ type: 'EMAIL', name: 'ops@example.com', outcome: 'sent', silenceReason: null, closed: null }],
    })
    expect(await traces()).toEqual(before)
    expect(await sentDrills()).toEqual([])
    expect((await send('GET', '/v1/audit-log?operation=startDrill')).body).toMatchObject({
      entries: [{ operation: 'startDrill', action: 'PERFORMED', resource: { type: 'CHECK', id, name: 'Shop' } }],
    })
  })

  test('of a check whose run passes nevertheless says that it was expected to fail', async () => {
    const id = await check()
    await start(id)
    await runner().settle(await claimOwnTasks())
    expect(await sentDrills()).toMatchObject([
      { facts: { reasons: ['Expected the run to fail, but it passed in 0.0 s.'] } },
    ])
  })

  test('of a heartbeat needs no run: its message is that of a missed ping', async () => {
    const id = await check(mail, heartbeat, 'heartbeat')
    expect((await start(id)).body).toMatchObject({ status: 'SENDING' })
    expect(await claimOwnTasks()).toEqual([])
    expect(await sentDrills()).toMatchObject([
      { facts: { checkErrorMessage: expect.stringContaining('No ping arrived'), reasons: [expect.any(String)] } },
    ])
  })

  test('has actions that do nothing', async () => {
    const id = await check()
    await start(id)
    await runner().settle(await claimOwnTasks(), 'failed')
    const [message] = await sentDrills()
    const link = String(Object(message?.links).mute).replace(publicUrl, '')
    const visitor = service().as(null, { 'content-type': 'application/x-www-form-urlencoded' })
    for (const page of [await visitor('GET', link), await visitor('POST', link, 'action=mute-1440')])
      expect([page.status, page.text.includes('This was a drill')]).toEqual([200, true])
    expect((await send('GET', `/v1/check-statuses/${id}`)).body).toMatchObject({ mutedUntil: null })
  })

  test('resolves the incident that it opened, with the key of the drill', async () => {
    const config = { account: 'acme', serviceName: 'Shop', serviceKey: '0123456789abcdef0123456789abcdef' }
    const id = await check({ type: 'PAGERDUTY', config })
    const started = await start(id)
    await runner().settle(await claimOwnTasks(), 'failed')
    const sent = await sentDrills()
    expect(sent.map(({ facts: { alertType, drillId } }) => [alertType, drillId])).toEqual([
      ['ALERT_FAILURE', idOf(started)],
      ['ALERT_RECOVERY', idOf(started)],
    ])
    expect(await read(id, idOf(started))).toMatchObject({ deliveries: [{ closed: true }] })
  })

  test('is sent although the check is muted, and not to channels that would not be notified of a failure', async () => {
    const id = await check()
    const flagged = { ...mail, config: { address: 'quiet@example.com' }, sendFailure: false }
    await send('POST', '/v1/alert-channels', { ...flagged, subscriptions: [{ checkId: id, activated: true }] })
    await send('POST', `/v1/checks/${id}/mute`, { minutes: 60 })
    const started = await start(id)
    await runner().settle(await claimOwnTasks(), 'failed')
    expect(await sentDrills('rejected')).toHaveLength(1)
    expect(await read(id, idOf(started))).toMatchObject({
      status: 'SENT',
      deliveries: expect.arrayContaining([
        expect.objectContaining({ name: 'ops@example.com', outcome: 'rejected', response: 'thanks' }),
        expect.objectContaining({ name: 'quiet@example.com', outcome: null, silenceReason: 'CHANNEL_FLAG_OFF' }),
      ]),
    })
  })

  test('sends nothing when the check could not be run, and says why', async () => {
    const id = await check()
    const started = await start(id)
    service().clock.advance(6 * minuteMs + 1000)
    await expireRuns(service().store, { nowMs: service().clock.now(), publicUrl })
    expect(await sentDrills()).toEqual([])
    expect(await read(id, idOf(started))).toMatchObject({
      status: 'NOT_SENT',
      reason: expect.stringContaining('No runner of this location'),
    })
    service().clock.advance(hourMs)
    await expireRuns(service().store, { nowMs: service().clock.now(), publicUrl })
    expect(await send('GET', `/v1/checks/${id}/drill/${idOf(started)}`)).toMatchObject({ status: 404 })
  })

  test('that fails inside the service is not sent again and again', async () => {
    const { store, clock } = service()
    await start(await check(mail, heartbeat, 'heartbeat'))
    const claimed: number[] = []
    for (let times = 0; times < 5; times += 1) {
      claimed.push((await claimPendingDrills(store, { nowMs: clock.now(), limit: 10, leaseMs: minuteMs })).length)
      clock.advance(minuteMs)
    }
    expect(claimed).toEqual([1, 1, 1, 0, 0])
  })

  test('is refused where nobody would be notified, where nobody runs the check, and of other accounts', async () => {
    const alone = idOf(await send('POST', '/v1/checks/tcp', tcp))
    expect(await start(alone)).toMatchObject({ status: 409, body: { attributes: { code: 'DRILL_WITHOUT_CHANNEL' } } })
    const location = await send('POST', '/v1/private-locations', { name: 'Office', slugName: 'office' })
    const elsewhere = await check(mail, { ...tcp, locations: [], privateLocations: ['office'] })
    await database.db().query(`update private_locations set unavailable_since = now() where id = $1`, [idOf(location)])
    expect(await start(elsewhere)).toMatchObject({
      status: 409,
      body: { attributes: { code: 'DRILL_WITHOUT_RUNNER' } },
    })
    const { key } = await service().account()
    expect(await service().as(key)('POST', `/v1/checks/${alone}/drill`)).toMatchObject({ status: 404 })
    expect(await database.db().rows(`select from drills where account_id = $1`, [accountId()])).toEqual([])
  })
})
