import { beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliveryLoops } from './testing/delivery-loops.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

interface PostedAlert {
  readonly labels: Readonly<Record<string, string>>
  readonly endsAt?: string
}

const resolveTimeoutMs = 5 * minuteMs

/** An Alertmanager as far as it keeps alerts: by their labels, until they end or are not sent again for `resolve_timeout`. */
async function startAlertmanager() {
  const ends = new Map<string, number>()
  const receiver = await startWebReceiver((response, { method, path, headers, body }) => {
    const isKnown = headers.authorization === `Basic ${Buffer.from('belfry:secret').toString('base64')}`
    if (!isKnown || method !== 'POST' || path !== '/am/api/v2/alerts') return void response.writeHead(401).end()
    const alerts = JSON.parse(body) as readonly PostedAlert[]
    for (const { labels, endsAt } of alerts) {
      const key = JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      const endMs = endsAt === undefined ? service.clock.now() + resolveTimeoutMs : Date.parse(endsAt)
      if (endMs > service.clock.now() || ends.has(key)) ends.set(key, endMs)
    }
    response.end()
  })
  const firing = () =>
    [...ends]
      .filter(([, endMs]) => endMs > service.clock.now())
      .map(([key]) => Object.fromEntries(JSON.parse(key) as [string, string][]))
  return { ...receiver, firing, kept: ends }
}

/** An account with a check that is subscribed to a channel with these members. */
async function aCheck(send: Send, urls: readonly string[]) {
  const config = { urls: urls.map((url) => `${url}/am/`), username: 'belfry', password: 'secret' }
  const channel = await send('POST', '/v1/alert-channels', { type: 'ALERTMANAGER', config })
  const { id: alertChannelId } = channel.body as { readonly id: number }
  const request = { hostname: 'db.example', port: 1 }
  const alertChannelSubscriptions = [{ alertChannelId, activated: true }]
  const body = { name: 'db', request, locations: ['eu-west-1'], retryStrategy: null, tags: ['team:shop'] }
  const check = await send('POST', '/v1/checks/tcp?autoAssignAlerts=false', { ...body, alertChannelSubscriptions })
  return check.body as { readonly id: string }
}

async function settle(send: Send, checkId: string, found: 'failed' | 'passed'): Promise<void> {
  await send('POST', '/v2/check-sessions/trigger', { target: { checkId: [checkId] } })
  const runner = new HandRunner(service.store, service.clock)
  await runner.settle(await runner.claim(), found)
}

/** Two processes that deliver. */
async function deliver(): Promise<void> {
  const loops = [deliveryLoops(service).notifier, deliveryLoops(service).notifier]
  await Promise.all(loops.map((loop) => loop.iteration()))
  for (const loop of loops) await loop.finish?.()
}

it('an alert fires at every member while its check fails, sent about once a minute by all processes together', async () => {
  await using one = await startAlertmanager()
  await using other = await startAlertmanager()
  const { send } = await service.owner()
  const { id } = await aCheck(send, [one.url, other.url])
  await settle(send, id, 'failed')
  for (let minute = 0; minute < 20; minute += 1) {
    await deliver()
    expect(one.firing()).toEqual([
      { alertname: 'CheckFailing', check: 'db', check_id: id, check_type: 'TCP', severity: 'critical', team: 'shop' },
    ])
    service.clock.advance(minuteMs)
  }
  expect(other.firing()).toEqual(one.firing())
  expect(one.requests).toHaveLength(20)
  await settle(send, id, 'passed')
  await deliver()
  expect([...one.firing(), ...other.firing()]).toEqual([])
  service.clock.advance(10 * minuteMs)
  await deliver()
  expect(one.requests).toHaveLength(21)
  const { body } = await send('GET', '/v1/alert-notifications')
  expect(body).toMatchObject([
    { alertType: 'ALERT_RECOVERY', status: 'SUCCESS', attempts: 1 },
    { alertType: 'ALERT_FAILURE', status: 'SUCCESS', attempts: 1 },
  ])
})

it('what a process that died had begun to send is sent again, and the alert goes on', async () => {
  await using alertmanager = await startAlertmanager()
  const { send } = await service.owner()
  const { id } = await aCheck(send, [alertmanager.url])
  await settle(send, id, 'failed')
  await deliver()
  service.clock.advance(minuteMs)
  // Claimed, and never recorded.
  await database
    .db()
    .rows(`update notifications set lease_token = gen_random_uuid(), claimable_at = $2 where check_id = $1`, [
      id,
      new Date(service.clock.now() + minuteMs),
    ])
  await deliver()
  expect(alertmanager.requests).toHaveLength(1)
  service.clock.advance(minuteMs)
  await deliver()
  expect(alertmanager.requests).toHaveLength(2)
  expect(alertmanager.firing()).toHaveLength(1)
})

it('a member that is away learns of the alert with the next sending, and one that answers is enough', async () => {
  let isAway = true
  const { send } = await service.owner()
  await using away = await startWebReceiver((response) => response.writeHead(isAway ? 503 : 200).end())
  await using alertmanager = await startAlertmanager()
  const { id } = await aCheck(send, [away.url, alertmanager.url])
  await settle(send, id, 'failed')
  await deliver()
  expect(alertmanager.firing()).toHaveLength(1)
  const [{ status, notificationResult }] = (await send('GET', '/v1/alert-notifications')).body as [
    { status: string; notificationResult: string },
  ]
  expect(status).toBe('SUCCESS')
  expect(notificationResult).toContain('HTTP 503')
  isAway = false
  service.clock.advance(minuteMs)
  await deliver()
  expect(away.requests).toHaveLength(2)
})

it('a channel whose receiver cannot be told again fails, until it can', async () => {
  let isAway = false
  const { send } = await service.owner()
  await using receiver = await startWebReceiver((response) => response.writeHead(isAway ? 503 : 200).end())
  const { id } = await aCheck(send, [receiver.url])
  await settle(send, id, 'failed')
  const stateAfter = async (minutes: number): Promise<unknown> => {
    for (let minute = 0; minute < minutes; minute += 1) {
      await deliver()
      service.clock.advance(minuteMs)
    }
    return Object((await send('GET', '/v1/alert-channels')).body)[0].deliveryState
  }
  expect(await stateAfter(2)).toBe('OK')
  isAway = true
  expect(await stateAfter(3)).toBe('FAILING')
  isAway = false
  expect(await stateAfter(1)).toBe('OK')
})

it('nothing is sent again about a check that was deactivated or deleted, so that its alert ends by itself', async () => {
  for (const end of ['deactivate', 'delete'] as const) {
    await using alertmanager = await startAlertmanager()
    const { send } = await service.owner()
    const { id } = await aCheck(send, [alertmanager.url])
    await settle(send, id, 'failed')
    await deliver()
    if (end === 'delete') await send('DELETE', `/v1/checks/${id}`)
    else await send('PUT', `/v1/checks/tcp/${id}`, { activated: false })
    for (let minute = 0; minute < 6; minute += 1) {
      service.clock.advance(minuteMs)
      await deliver()
    }
    expect(alertmanager.requests).toHaveLength(1)
    expect(alertmanager.firing()).toEqual([])
  }
})

it('a test of the channel fires an alert and ends it', async () => {
  await using alertmanager = await startAlertmanager()
  const { send } = await service.owner()
  const config = { urls: [`${alertmanager.url}/am`], username: 'belfry', password: 'secret' }
  const { body } = await send('POST', '/v1/alert-channels/test', { type: 'ALERTMANAGER', config })
  expect(body).toMatchObject({ outcome: 'sent', closed: true })
  expect(alertmanager.kept.size).toBeGreaterThan(0)
  expect(alertmanager.firing()).toEqual([])
})
