import { beforeEach, describe, expect, test } from 'vitest'
import { sendReminders } from '#notifying'
import { hourMs, minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { DeliveryHarness } from '../../../tests/support/delivery-harness.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliveryLoops } from './testing/delivery-loops.ts'

const database = useDatabase()
const url = '/v1/accounts/me/alert-settings'
let service: TestService
let accountId: string
let send: Send
let reader: Send
beforeEach(async () => {
  service = new TestService(database.db())
  await service.db.rows('delete from notifications')
  const owner = await service.owner()
  accountId = owner.account.accountId
  send = owner.send
  reader = service.as(await owner.account.keyWithRole('READ_WRITE'))
})

const defaults = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  timeBasedEscalation: { minutesFailingThreshold: 5 },
  reminders: { amount: 0, interval: 5 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
}
const remind = () =>
  sendReminders(service.store, { nowMs: service.clock.now(), publicUrl: 'https://belfry.example' }, 100)

/** The titles a webhook got. */
async function withHook(inspect: (harness: DeliveryHarness, check: string, titles: () => string[]) => Promise<void>) {
  await using hook = await startWebReceiver((response) => void response.end('ok'))
  const harness = new DeliveryHarness(service, send, deliveryLoops(service))
  const check = await harness.check('db', [await harness.webhook(hook.url)])
  await inspect(harness, check, () => hook.requests.map(({ body }) => JSON.parse(body).alertTitle))
}

describe('the alert settings of an account', () => {
  test('are read by everybody and changed by administrators, each setting whole', async () => {
    expect((await reader('GET', url)).body).toEqual(defaults)
    expect((await reader('PUT', url, { escalationType: 'TIME_BASED' })).status).toBe(403)
    const changed = await send('PUT', url, { reminders: { amount: 3 }, runBasedEscalation: { failedRunThreshold: 2 } })
    const expected = {
      ...defaults,
      reminders: { amount: 3, interval: 5 },
      runBasedEscalation: { failedRunThreshold: 2 },
    }
    expect({ status: changed.status, body: changed.body }).toEqual({ status: 200, body: expected })
    expect((await send('PUT', url, {})).body).toEqual(expected)
    expect((await send('GET', `/v1/accounts/${accountId}/alert-settings`)).body).toEqual(expected)
    expect((await send('GET', '/v1/accounts/me')).body).toMatchObject({ alertSettings: expected })
    for (const wrong of [{ reminders: { amount: 7 } }, { escalationType: 'x' }, { reminders: null }])
      expect((await send('PUT', url, wrong)).status).toBe(400)
    const foreign = await service.owner()
    expect((await foreign.send('PUT', `/v1/accounts/${accountId}/alert-settings`, {})).status).toBe(404)
  })

  test('count from the next tick on', async () => {
    await withHook(async (harness, check, titles) => {
      await send('PUT', url, { runBasedEscalation: { failedRunThreshold: 2 } })
      await harness.run([check], 'failed')
      await harness.deliver()
      expect(titles()).toEqual([])
      await send('PUT', url, { runBasedEscalation: { failedRunThreshold: 1 } })
      service.clock.advance(minuteMs)
      await harness.run([check], 'failed')
      await harness.deliver()
      expect(titles()).toEqual(['Check "db" has failed'])
    })
  })

  test('start and stop the reminders of what is failing already', async () => {
    await withHook(async (harness, check, titles) => {
      await harness.run([check], 'failed')
      await harness.deliver()
      service.clock.advance(6 * minuteMs)
      await remind()
      await harness.deliver()
      expect(titles()).toHaveLength(1)
      await send('PUT', url, { reminders: { amount: 5, interval: 10 } })
      service.clock.advance(4 * minuteMs)
      await remind()
      await harness.deliver()
      expect(titles().slice(1)).toEqual(['Reminder: check "db" is still failing'])
      await send('PUT', url, { reminders: { amount: 0 } })
      service.clock.advance(hourMs)
      await remind()
      await harness.deliver()
      expect(titles()).toHaveLength(2)
    })
  })

  test('leave alone the reminders of a check that has its own', async () => {
    await withHook(async (harness, check, titles) => {
      const own = { useGlobalAlertSettings: false, alertSettings: { reminders: { amount: 1, interval: 5 } } }
      expect((await send('PUT', `/v1/checks/tcp/${check}`, own)).status).toBe(200)
      await harness.run([check], 'failed')
      await harness.deliver()
      await send('PUT', url, { reminders: { amount: 0 } })
      service.clock.advance(5 * minuteMs)
      await remind()
      await harness.deliver()
      expect(titles()).toHaveLength(2)
    })
  })
})
