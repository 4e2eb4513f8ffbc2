import type { Answer } from '../api/operations.ts'
import type { FakeApi } from './fake-api.ts'
import { sample } from './sample.ts'

type Result = Answer<'getCheckResult'>

const minuteMs = 60_000

/** A result of a check, so many minutes before ten o'clock on the day at which pages begin. It passed, unless a test says otherwise. */
export function aResult(number: number, minutesBefore: number, fields: Partial<Result> = {}): Result {
  const at = new Date(Date.parse('2026-11-26T10:00:00.000Z') - minutesBefore * minuteMs).toISOString()
  return sample('getCheckResult', {
    id: `0198c6a0-0000-7000-8000-${String(number).padStart(12, '0')}`,
    checkId: '0198c6a0-0000-7000-8000-0000000000c1',
    name: 'Checkout',
    isDegraded: false,
    overMaxResponseTime: false,
    runLocation: 'eu-west-1',
    startedAt: at,
    created_at: at,
    responseTime: 120,
    attempts: 1,
    ...fields,
  })
}

/** Has a fake answer these results of a check, the oldest first, each with its neighbours. */
export function storeResults(api: FakeApi, results: readonly Result[]): void {
  api.answer('getCheckResult', ({ params }) => results.find(({ id }) => id === params.checkResultId) ?? aResult(0, 0))
  api.answer('getResultDifferences', () => ({ comparedWith: null, differences: [] }))
  api.answer('getResultNeighbours', (_input, { params, query }) => {
    const chosen = query['hasFailures'] === 'true' ? results.filter(({ hasFailures }) => hasFailures) : results
    const at = chosen.findIndex(({ id }) => id === params['checkResultId'])
    const before = results.slice(0, results.findIndex(({ id }) => id === params['checkResultId']) + 1)
    const passing = before.findLastIndex(({ hasFailures }) => !hasFailures)
    return {
      previous: chosen[at - 1] ?? null,
      next: chosen[at + 1] ?? null,
      around: [...chosen],
      lastPassing: before[passing] ?? null,
      firstFailing: before[passing + 1] ?? null,
    }
  })
}
