import { beforeAll, describe, expect, test } from 'vitest'
import type { Delivery } from '#contract'
import { hourMs, minuteMs, secondMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'
import { claimPendingNotifications, recordTry } from '../index.ts'
import type { PendingNotification } from '../index.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const sent: Delivery = { outcome: 'sent', response: '' }
const refused: Delivery = { outcome: 'retry', response: 'busy' }

/** Sound for the answer to creating a check. */
const idOf = ({ body }: TestAnswer): string => (body as { readonly id: string }).id

/** A check with a webhook. */
async function watched() {
  const call = service.as((await service.account()).key)
  await call('POST', '/v1/alert-channels', { type: 'WEBHOOK', config: { name: 'hook', url: 'https://a.example' } })
  const request = { hostname: 'db.example', port: 1 }
  const checkId = idOf(
    await call('POST', '/v1/checks/tcp', { name: 'db', request, locations: ['eu-west-1'], retryStrategy: null }),
  )
  const run = async (outcome: 'passed' | 'failed'): Promise<void> => {
    await call('POST', '/v2/check-sessions/trigger', { target: { checkId: [checkId] } })
    const runner = new HandRunner(service.store, service.clock)
    await runner.settle(
      (await runner.claim()).filter((task) => task.checkId === checkId),
      outcome,
    )
  }
  const claim = async (): Promise<PendingNotification[]> => {
    const due = { nowMs: service.clock.now(), limit: 10, leaseMs: minuteMs }
    const claimed = await claimPendingNotifications(service.store, due)
    return claimed.filter(({ facts }) => facts.checkId === checkId)
  }
  const log = async () => {
    const { body } = await call('GET', `/v1/alert-notifications?checkId=${checkId}`)
    return (body as { readonly data?: unknown }).data ?? body
  }
  return { run, claim, log }
}

const typesOf = (pending: readonly PendingNotification[]) => pending.map(({ facts }) => facts.alertType)

async function record(pending: readonly PendingNotification[], delivery: Delivery): Promise<void> {
  const policy = { firstSeconds: 20, tries: 5 }
  for (const one of pending)
    await recordTry(service.store, one, delivery, { nowMs: service.clock.now(), policy, fallbackAfterMs: hourMs })
}

describe('the alerts of a check on a channel', () => {
  test('wait for the one before, which the receiver has not taken yet', async () => {
    const { run, claim } = await watched()
    await run('failed')
    await record(await claim(), refused)
    service.clock.advance(secondMs)
    await run('passed')
    expect(await claim()).toEqual([])
    service.clock.advance(20 * secondMs)
    const again = await claim()
    expect(typesOf(again)).toEqual(['ALERT_FAILURE'])
    expect(await claim()).toEqual([])
    await record(again, sent)
    expect(typesOf(await claim())).toEqual(['ALERT_RECOVERY'])
  })

  test('go one by one when several are due', async () => {
    const { run, claim } = await watched()
    await run('failed')
    await run('passed')
    const first = await claim()
    expect(typesOf(first)).toEqual(['ALERT_FAILURE'])
    await record(first, sent)
    expect(typesOf(await claim())).toEqual(['ALERT_RECOVERY'])
  })

  test('wait two minutes at most, and are never followed by one from before', async () => {
    const { run, claim, log } = await watched()
    await run('failed')
    await record(await claim(), { outcome: 'retry', response: 'busy', retryAfterSeconds: 3_600 })
    await run('passed')
    service.clock.advance(2 * minuteMs)
    expect(await claim()).toEqual([])
    service.clock.advance(secondMs)
    const later = await claim()
    expect(typesOf(later)).toEqual(['ALERT_RECOVERY'])
    await record(later, sent)
    service.clock.advance(2 * hourMs)
    expect(await claim()).toEqual([])
    expect(JSON.stringify(await log())).toContain('A later alert of the check was delivered first.')
  })
})
