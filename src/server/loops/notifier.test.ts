import { beforeAll, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { Activity, hourMs, silentLog, SystemClock } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { notifierLoop } from './notifier.ts'
import { webPushKeys } from '../../../tests/support/web-push-keys.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const notifierOf = ({ store, clock }: TestService) =>
  notifierLoop({
    store,
    clock,
    log: silentLog,
    metrics: createSelfMetrics('service'),
    activity: new Activity(),
    signal: new AbortController().signal,
    fallbackAfterMs: hourMs,
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

/** Sound for answers to creating a check or a channel. */
const idOf = <Id>({ body }: TestAnswer): Id => (body as { readonly id: Id }).id

const newHook = async (send: Send, url: string): Promise<number> =>
  idOf(await send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config: { name: 'hook', url } }))

/** So many new checks fail once, and their failures are pending for the channel. */
async function failOnce(send: Send, alertChannelId: number, count: number): Promise<void> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const alertChannelSubscriptions = [{ alertChannelId, activated: true }]
    const request = { hostname: 'db.example', port: 1 }
    const body = { name: 'db', request, locations: ['eu-west-1'], retryStrategy: null, alertChannelSubscriptions }
    ids.push(idOf(await send('POST', '/v1/checks/tcp?autoAssignAlerts=false', body)))
  }
  await send('POST', '/v2/check-sessions/trigger', { target: { checkId: ids } })
  const runner = new HandRunner(service.store, service.clock)
  await runner.settle(await runner.claim(), 'failed')
}

it('does not let a slow receiver delay the others', async () => {
  const held: (() => void)[] = []
  let isReleased = false
  await using slow = await startWebReceiver((response) => {
    const answer = () => void response.end('ok')
    if (isReleased) answer()
    else held.push(answer)
  })
  const received = Promise.withResolvers<void>()
  await using quick = await startWebReceiver((response) => {
    response.end('ok')
    received.resolve()
  })
  const send = service.as((await service.account()).key)
  const [slowHook, quickHook] = [await newHook(send, slow.url), await newHook(send, quick.url)]
  const loop = notifierOf(service)

  await failOnce(send, slowHook, 12)
  await loop.iteration()
  await failOnce(send, slowHook, 3)
  await failOnce(send, quickHook, 1)
  await loop.iteration()
  await received.promise
  expect(slow.requests.length).toBeLessThanOrEqual(12)

  isReleased = true
  for (const answer of held) answer()
  await loop.finish?.()
  await loop.iteration()
  await loop.finish?.()
  expect(slow.requests).toHaveLength(15)
  const { body } = await send('GET', '/v1/alert-notifications?limit=100')
  const states = (body as readonly { readonly status: string }[]).map(({ status }) => status)
  expect(states).toEqual(Array.from({ length: 16 }, () => 'SUCCESS'))
})

it('has the status RATE_LIMITED while a rate limited receiver waits and when it is given up, and waits as requested', async () => {
  await using busy = await startWebReceiver((response) => response.writeHead(429, { 'retry-after': '90' }).end())
  const send = service.as((await service.account()).key)
  await failOnce(send, await newHook(send, busy.url), 1)
  const loop = notifierOf(service)
  const iteration = async (): Promise<void> => {
    await loop.iteration()
    await loop.finish?.()
  }
  const listed = async (query = '') => (await send('GET', `/v1/alert-notifications${query}`)).body

  await iteration()
  expect(await listed()).toMatchObject([{ status: 'RATE_LIMITED', attempts: 1, notificationResult: 'HTTP 429' }])
  expect(await listed('?hasFailures=true')).toEqual([])
  expect(await listed('?hasFailures=false')).toHaveLength(1)
  service.clock.advance(89_000)
  await iteration()
  expect(busy.requests).toHaveLength(1)
  for (let tries = 2; tries <= 6; tries += 1) {
    service.clock.advance(tries === 2 ? 1000 : 90_000)
    await iteration()
  }
  expect(busy.requests).toHaveLength(5)
  expect(await listed()).toMatchObject([{ status: 'RATE_LIMITED', attempts: 5 }])
  expect(await listed('?hasFailures=true')).toHaveLength(1)
})
