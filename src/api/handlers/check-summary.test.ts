import { expect, test } from 'vitest'
import type { CheckSummaryResource } from '#contract'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'

const database = useDatabase()

test('a summary has the next run while one is planned, and the neighbours by name', async () => {
  const service = new TestService(database.db())
  const { account, send } = await service.owner()
  const [second, first, third] = await Promise.all(
    ['beta', 'Alpha', 'gamma'].map((name) => service.check(account.accountId, { name, frequency: 5 })),
  )
  const summary = async (id: string | undefined): Promise<CheckSummaryResource> =>
    (await send('GET', `/v1/checks/${id}/summary`)).body as CheckSummaryResource
  const found = await summary(second)
  expect(found).toMatchObject({ checkId: second, alerts: 0, errors: 0, previousId: first, nextId: third })
  const untilMs = Date.parse(found.nextRunAt ?? '') - service.clock.now()
  expect(untilMs).toBeGreaterThanOrEqual(0)
  expect(untilMs).toBeLessThanOrEqual(5 * minuteMs)
  expect(await summary(first)).toMatchObject({ previousId: null, nextId: second })
  expect(await summary(third)).toMatchObject({ previousId: second, nextId: null })
  await send('PUT', `/v1/checks/${second}`, { activated: false })
  expect(await summary(second)).toMatchObject({ nextRunAt: null })
  const backup = await service.heartbeat(account.accountId)
  expect(await summary(backup)).toMatchObject({ nextRunAt: null, previousId: first, nextId: second })
  const { send: other } = await service.owner()
  expect((await other('GET', `/v1/checks/${second}/summary`)).status).toBe(404)
  expect((await send('GET', '/v1/checks/nonsense/summary')).status).toBe(404)
})
