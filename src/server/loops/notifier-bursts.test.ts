import { beforeEach, expect, it } from 'vitest'
import { claimPendingNotifications } from '#notifying'
import { createEgress } from '#egress'
import { Activity, hourMs, minuteMs, silentLog, SystemClock } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import type { WebReceiver } from '../../../tests/support/web-receiver.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { notifierLoop } from './notifier.ts'
import { webPushKeys } from '../../../tests/support/web-push-keys.ts'

const database = useDatabase()
let service: TestService
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  send = service.as((await service.account()).key)
})

/** Claims and delivers everything that is due. */
async function iteration(): Promise<void> {
  const loop = notifierLoop({
    store: service.store,
    clock: service.clock,
    log: silentLog,
    metrics: createSelfMetrics('service'),
    activity: new Activity(),
    fallbackAfterMs: hourMs,
    signal: new AbortController().signal,
    channelTools: {
      http: createEgress({ allowPrivateTargets: true }, new SystemClock()).http,
      mail: null,
      slackBotToken: null,
      twilio: null,
      webPushKeys,
      serviceName: 'service',
      publicUrl: 'https://belfry.example',
    },
  })
  await loop.iteration()
  await loop.finish?.()
}

/** Sound for answers to creating a check or a channel. */
const idOf = <Id>({ body }: TestAnswer): Id => (body as { readonly id: Id }).id

const newSlack = async (url: string): Promise<number> =>
  idOf(await send('POST', '/v1/alert-channels', { type: 'SLACK', config: { url }, sendRecovery: true }))

/** So many new checks fail once, and their failures are pending for the channel. */
async function failOnce(alertChannelId: number, count: number, changes: object = {}): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const alertChannelSubscriptions = [{ alertChannelId, activated: true }]
    const request = { hostname: 'db.example', port: 1 }
    const body = {
      name: `db ${index}`,
      request,
      locations: ['eu-west-1'],
      retryStrategy: null,
      alertChannelSubscriptions,
    }
    ids.push(idOf(await send('POST', '/v1/checks/tcp?autoAssignAlerts=false', { ...body, ...changes })))
  }
  await send('POST', '/v2/check-sessions/trigger', { target: { checkId: ids } })
  const runner = new HandRunner(service.store, service.clock)
  await runner.settle(await runner.claim(), 'failed')
}

const startSlack = (statusOf: () => number = () => 200) =>
  startWebReceiver((response) => response.writeHead(statusOf()).end('ok'))
const texts = ({ requests }: WebReceiver): string[] => requests.map(({ body }) => String(JSON.parse(body).text))

interface Listed {
  readonly id: string
  readonly status: string
  readonly attempts: number
  readonly messageId: string | null
}
/** Oldest first. Sound for answers of the log. */
const listed = async (): Promise<Listed[]> =>
  ((await send('GET', '/v1/alert-notifications?limit=100')).body as Listed[]).toReversed()

const one = expect.stringContaining('has failed')

it('delivers the first failure at once and the others of the next 30 seconds as one message', async () => {
  await using slack = await startSlack()
  const channel = await newSlack(slack.url)
  await failOnce(channel, 1)
  await iteration()
  expect(texts(slack)).toEqual([one])
  await failOnce(channel, 5)
  await iteration()
  service.clock.advance(15_000)
  await failOnce(channel, 6)
  await iteration()
  service.clock.advance(14_999)
  await iteration()
  expect(slack.requests).toHaveLength(1)
  service.clock.advance(1)
  await iteration()
  expect(texts(slack)).toEqual([one, '🔴 11 checks are failing'])

  const [first, ...others] = await listed()
  expect(first).toMatchObject({ status: 'SUCCESS', attempts: 1, messageId: first?.id })
  expect(new Set(others.map(({ messageId }) => messageId))).toEqual(new Set([others[0]?.id]))
  expect(others.map(({ status, attempts }) => [status, attempts])).toEqual(others.map(() => ['SUCCESS', 1]))

  service.clock.advance(1000)
  await failOnce(channel, 1)
  await iteration()
  expect(texts(slack).slice(2)).toEqual([one])
})

it('delays the first of many that fail at the same moment no more than a single one', async () => {
  await using slack = await startSlack()
  await failOnce(await newSlack(slack.url), 12)
  await iteration()
  expect(texts(slack)).toEqual([one])
  service.clock.advance(30_000)
  await iteration()
  expect(texts(slack)).toEqual([one, '🔴 11 checks are failing'])
})

it('delivers one that waited alone as itself', async () => {
  await using slack = await startSlack()
  await failOnce(await newSlack(slack.url), 2)
  await iteration()
  service.clock.advance(30_000)
  await iteration()
  expect(texts(slack)).toEqual([one, one])
})

it('sends programs a call for each check, at once', async () => {
  await using hook = await startSlack()
  const body = { type: 'WEBHOOK', config: { name: 'hook', url: hook.url } }
  await failOnce(idOf(await send('POST', '/v1/alert-channels', body)), 7)
  await iteration()
  expect(hook.requests).toHaveLength(7)
})

it('sends the same message again after a crash between claiming and recording, and adds nothing to it', async () => {
  await using slack = await startSlack()
  const channel = await newSlack(slack.url)
  await failOnce(channel, 4)
  await iteration()
  service.clock.advance(30_000)
  const claim = { nowMs: service.clock.now(), limit: 50, leaseMs: minuteMs }
  const [lost] = await claimPendingNotifications(service.store, claim)
  expect(lost?.others).toHaveLength(2)
  await failOnce(channel, 1)
  await iteration()
  service.clock.advance(minuteMs)
  await iteration()
  expect(texts(slack)).toEqual([one, one, '🔴 3 checks are failing'])
  expect((await listed()).map(({ status, attempts }) => [status, attempts])).toEqual(
    Array.from({ length: 5 }, () => ['SUCCESS', 1]),
  )
})

it('tries a message again as a whole when the receiver fails, and records it with each notification', async () => {
  let status = 200
  await using slack = await startSlack(() => status)
  await failOnce(await newSlack(slack.url), 4)
  await iteration()
  service.clock.advance(30_000)
  status = 503
  await iteration()
  expect((await listed()).map(({ status: state, attempts }) => [state, attempts])).toEqual([
    ['SUCCESS', 1],
    ...Array.from({ length: 3 }, () => ['IN_PROGRESS', 1]),
  ])
  status = 200
  service.clock.advance(20_000)
  await iteration()
  expect((await listed()).map(({ status: state, attempts }) => [state, attempts])).toEqual([
    ['SUCCESS', 1],
    ...Array.from({ length: 3 }, () => ['SUCCESS', 2]),
  ])
  expect(slack.requests).toHaveLength(3)
})

it('puts every notification into exactly one message when several processes claim at once', async () => {
  await using slack = await startSlack()
  const channels = await Promise.all(Array.from({ length: 3 }, () => newSlack(slack.url)))
  for (const channel of channels) await failOnce(channel, 9)
  const claimAll = async () => {
    const claim = { nowMs: service.clock.now(), limit: 50, leaseMs: 600_000 }
    return (await Promise.all(Array.from({ length: 6 }, () => claimPendingNotifications(service.store, claim)))).flat()
  }
  const first = await claimAll()
  expect(first.map(({ others }) => others.length)).toEqual([0, 0, 0])
  service.clock.advance(30_000)
  const second = await claimAll()
  expect(second.map(({ others }) => others.length)).toEqual([7, 7, 7])
  const all = [...first, ...second].flatMap(({ id, others }) => [id, ...others.map((other) => other.id)])
  expect(new Set(all).size).toBe(27)
})

it('delivers one by one what waited for a channel that programs read by now', async () => {
  await using slack = await startSlack()
  const config = { name: 'chat', url: slack.url, webhookType: 'WEBHOOK_DISCORD' }
  const channel = idOf<number>(await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config }))
  await failOnce(channel, 4)
  await iteration()
  const changed = { type: 'WEBHOOK', config: { ...config, webhookType: 'WEBHOOK_ROOTLY' } }
  expect(await send('PUT', `/v1/alert-channels/${channel}`, changed)).toMatchObject({ status: 200 })
  service.clock.advance(30_000)
  await iteration()
  await iteration()
  expect(slack.requests).toHaveLength(4)
  expect((await listed()).map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'SUCCESS'))
})

it('keeps apart checks whose own variables lead a channel elsewhere', async () => {
  await using slack = await startSlack()
  const channel = await newSlack(`${slack.url}/{{TEAM}}`)
  const ofTeam = (value: string) => ({ environmentVariables: [{ key: 'TEAM', value }] })
  for (const team of ['blue', 'red', 'green']) await failOnce(channel, 1, ofTeam(team))
  await iteration()
  expect(slack.requests.map(({ path }) => path).toSorted()).toEqual(['/blue', '/green', '/red'])
})
