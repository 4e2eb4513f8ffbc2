import { beforeEach, describe, expect, it } from 'vitest'
import { SystemClock, hourMs } from '#kernel'
import { recordChannelAttempt } from '#storage/alerts'
import { useDatabase } from '../../../tests/support/database.ts'
import { idOf } from '../../../tests/support/delivery-harness.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { LoopWatch } from '../loops/loop-watch.ts'
import { RunProblems } from '../runner/run-problems.ts'
import { renderMetrics } from '../metrics/metrics-page.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { checkHealth } from './check-health.ts'

const database = useDatabase()
let service: TestService
let accountId: string
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  await service.db.rows('delete from accounts')
  await service.db.rows('delete from users')
  const owner = await service.owner()
  accountId = owner.account.accountId
  send = owner.send
})

const channel = async (): Promise<number> =>
  idOf(await send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'ops@mail.example' } }))
const attempted = (channelId: number, outcome: 'sent' | 'rejected') =>
  recordChannelAttempt(service.db, {
    accountId,
    channelId,
    at: new Date(service.clock.now()),
    outcome,
    response: 'canary of a receiver',
    isOver: true,
  })
const healthOf = async (canMail = false) => {
  const { db, clock } = service
  const health = await checkHealth({
    db,
    clock,
    readDatabaseClock: async () => clock.now(),
    watch: new LoopWatch(new SystemClock()),
    runProblems: new RunProblems(),
    locations: [],
    canMail,
  })
  const finding = health.findings.find(({ name }) => name === 'alert channels')
  return { ...health, finding }
}

describe('health', () => {
  it('is degraded by a channel that keeps failing, named by its number only, and whole when it delivers again', async () => {
    const [failing, other] = [await channel(), await channel()]
    await attempted(other, 'sent')
    await attempted(failing, 'rejected')
    service.clock.advance(2 * hourMs)
    const health = await healthOf()
    const message = `Failing alert channels: ${failing}.`
    expect(health).toMatchObject({ status: 'degraded', reasons: [message] })
    expect(health.finding).toEqual({ name: 'alert channels', ok: true, degraded: true, message, failing: 1 })
    await attempted(failing, 'sent')
    expect(await healthOf()).toMatchObject({ status: 'ok', finding: { ok: true, failing: 0 } })
  })

  it('fails when every channel has failed for an hour and no owner can be mailed', async () => {
    await attempted(await channel(), 'rejected')
    expect((await healthOf()).status).toBe('degraded')
    service.clock.advance(hourMs)
    expect(await healthOf(true)).toMatchObject({ status: 'failing', finding: { ok: false } })
    await service.db.rows(`update users set email = 'owner@mail.example'`)
    expect((await healthOf(true)).status).toBe('degraded')
    expect((await healthOf(false)).status).toBe('failing')
    await channel()
    expect((await healthOf(false)).status).toBe('degraded')
  })

  it('has its counts on the page of metrics', async () => {
    await attempted(await channel(), 'rejected')
    await channel()
    const { db, clock } = service
    const { text } = await renderMetrics(createSelfMetrics('service'), { db, clock, serviceName: 'service' })
    expect(text).toContain('service_alert_channels{state="FAILING"} 1')
    expect(text).toContain('service_alert_channels{state="UNKNOWN"} 1')
    expect(text).toContain('service_alert_channels{state="OK"} 0')
    expect(text).toContain('service_notifications_undelivered 0')
  })
})
