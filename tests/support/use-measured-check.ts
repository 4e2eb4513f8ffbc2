import { beforeAll, expect } from 'vitest'
import type { CheckAnalytics } from '#contract'
import { rollUpResults } from '#analytics'
import { dayMs, minuteMs, timeOrderedId } from '#kernel'
import { insertCheckResults } from '#storage/runs'
import type { NewCheckResult } from '#storage/runs'
import { checkResultRow } from './check-result-row.ts'
import { useDatabase } from './database.ts'
import { seededRandom } from './seeded-random.ts'
import { TestService } from './test-service.ts'
import type { Send } from './test-service.ts'
import { randomMeasurement } from './naive-metrics.ts'
import type { Measurement } from './naive-metrics.ts'

const regions = ['eu-west-1', 'us-east-1', 'ap-south-1']

/**
 * One API check that was measured every three minutes in three places for four days, rolled up as far as it goes. What
 * it answers may be used inside tests and hooks only.
 */
export function useMeasuredCheck() {
  const database = useDatabase()
  let service: TestService
  let send: Send
  let key: string
  let accountId: string
  let checkId: string
  let nowMs: number
  let results: Measurement[]

  beforeAll(async () => {
    service = new TestService(database.db())
    const account = await service.account()
    accountId = account.accountId
    key = account.key
    send = service.as(account.key)
    const created = await send('POST', '/v1/checks/api', {
      name: 'shop',
      tags: ['team:web', 'critical'],
      request: { method: 'GET', url: 'https://shop.example/' },
      locations: ['eu-west-1'],
    })
    checkId = String(Object(created.body).id)
    nowMs = service.clock.now() + 17 * minuteMs + 123
    service.clock.advance(nowMs - service.clock.now())
    const random = seededRandom(20_260_301)
    results = []
    for (let atMs = nowMs - 4 * dayMs; atMs < nowMs - 120_000; atMs += 180_000)
      for (const location of regions) results.push(randomMeasurement(random, atMs, location))
    const rows = results.map((measurement, index) => storedResult({ accountId, checkId }, measurement, index))
    for (let from = 0; from < rows.length; from += 97)
      await insertCheckResults(database.db(), rows.slice(from, from + 97))
    for (let isMore = true; isMore;) isMore = await rollUpResults(service.store, nowMs)
  })

  return {
    database,
    service: () => service,
    send: (...call: Parameters<Send>) => send(...call),
    /** Calls with the key of the account and these headers. */
    sendWith: (headers: Record<string, string>): Send => service.as(key, headers),
    accountId: () => accountId,
    checkId: () => checkId,
    /** The time of the service, in epoch milliseconds. */
    nowMs: () => nowMs,
    /** The measurements of final results that `keep` takes. */
    finals: (keep: (result: Measurement) => boolean): Measurement[] =>
      results.filter((result) => result.resultType === 'FINAL' && keep(result)),
    ask: async (query: string, segment = 'api-checks', id = checkId): Promise<CheckAnalytics> => {
      const answer = await send('GET', `/v1/analytics/${segment}/${id}?${query}`)
      expect(answer.status).toBe(200)
      return answer.body as CheckAnalytics
    },
  }
}

/** Measurements from `fromMs` on and before `toMs`. */
export const within = (fromMs: number, toMs: number) => (result: Measurement) =>
  result.at.getTime() >= fromMs && result.at.getTime() < toMs

/** As the service stores it: up to an hour and a half after its run was queued. */
function storedResult(
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string },
  measurement: Measurement,
  index: number,
): NewCheckResult {
  const id = timeOrderedId(measurement.at.getTime() - (index % 11) * 500_000)
  const isRunnerError = measurement.outcome === 'failed' && index % 2 === 0
  return checkResultRow({ accountId, checkId }, measurement.at.getTime(), {
    id,
    sessionId: id,
    sequenceId: id,
    checkName: 'shop',
    checkType: 'API',
    location: measurement.location,
    resultType: measurement.resultType,
    attempt: measurement.retries + 1,
    outcome: isRunnerError ? 'passed' : measurement.outcome,
    hasErrors: isRunnerError,
    responseTimeMs: 1,
    statusCode: measurement.statusCode === 0 ? null : measurement.statusCode,
    measured: measurement.values,
  })
}
