import { minuteMs, timeOrderedId } from '#kernel'
import type { TestService } from './test-service.ts'

/** The id of the failed result in the documents. */
const failedId = '019ca944-1fa0-7000-8000-000000000403'

const answerOf = (response: object) => ({ apiCheckResult: { assertions: [], response } })
const list = (items: number): string => JSON.stringify({ items: Array.from({ length: items }, (_, id) => ({ id })) })

/** A run of a check that passed, and a later one that failed and differs from it as the documents say. */
export async function storeGoodAndFailed(service: TestService, accountId: string, checkId: string): Promise<void> {
  const id = timeOrderedId(service.clock.now() - 5 * minuteMs)
  const good = answerOf({ status: 200, body: list(20), headers: {}, remoteAddress: '192.0.2.1' })
  await service.result(accountId, checkId, { id, checkType: 'API', detail: good })
  const issuer = "CN=R11, O=Let's Encrypt, C=US"
  const certificates = [{ host: 'shop.example', issuer, validTo: '2026-04-01T12:00:00.000Z' }]
  const answer = answerOf({ status: 403, body: list(0), headers: {}, remoteAddress: '192.0.2.7' })
  await service.result(accountId, checkId, {
    id: failedId,
    checkType: 'API',
    outcome: 'failed',
    detail: { ...answer, certificates },
  })
}
