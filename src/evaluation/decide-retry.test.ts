import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retryTypes, retryWaits } from '#contract'
import type { RetryStrategy } from '#contract'
import { decideRetry } from './decide-retry.ts'
import type { RetryQuestion } from './decide-retry.ts'

const strategyOf = (fields: Partial<RetryStrategy> = {}): RetryStrategy => ({
  type: 'FIXED',
  baseBackoffSeconds: 5,
  sameRegion: true,
  maxRetries: 3,
  maxDurationSeconds: 600,
  ...fields,
})

const ask = (fields: Partial<RetryQuestion> = {}) =>
  decideRetry({
    strategy: strategyOf(),
    attempt: 1,
    firstStartedAtMs: 0,
    stoppedAtMs: 1000,
    verdict: { outcome: 'failed' },
    isNetworkError: false,
    checkType: 'API',
    location: 'eu-west-1',
    candidateLocations: ['us-east-1', 'eu-west-1', 'ap-east-1'],
    runParallel: false,
    randomNumber: 0,
    ...fields,
  })

describe('when to try again', () => {
  it.each([
    ['SINGLE_RETRY', 5, 3, [5]],
    ['FIXED', 5, 3, [5, 5, 5]],
    ['LINEAR', 5, 3, [5, 10, 15]],
    ['EXPONENTIAL', 5, 3, [5, 25, 125]],
    ['FIXED', 0, 1, [0]],
    ['EXPONENTIAL', 60, 3, [60]],
    ['SINGLE_RETRY', 86_400, 1, [86_400]],
  ] as const)('%s with base %i and %i retries waits %j seconds', (type, baseBackoffSeconds, maxRetries, waits) => {
    expect(retryWaits(strategyOf({ type, baseBackoffSeconds, maxRetries }))).toEqual(waits)
  })

  it('counts the run time of the attempts into the duration', () => {
    const strategy = strategyOf({ maxDurationSeconds: 120, baseBackoffSeconds: 30 })
    expect(ask({ strategy, stoppedAtMs: 90_000 })).toMatchObject({ retry: true, afterMs: 30_000 })
    expect(ask({ strategy, stoppedAtMs: 90_001 })).toEqual({ retry: false, reason: 'DURATION_USED_UP' })
  })

  it.each([
    [{ verdict: { outcome: 'passed' } }, 'NOT_FAILED'],
    [{ verdict: { outcome: 'degraded' } }, 'NOT_FAILED'],
    [{ strategy: null }, 'NO_RETRIES'],
    [{ checkType: 'HEARTBEAT' }, 'NO_RETRIES'],
    [{ attempt: 4 }, 'ATTEMPTS_USED_UP'],
    [{ strategy: strategyOf({ onlyOn: ['NETWORK_ERROR'] }) }, 'NOT_A_NETWORK_ERROR'],
  ] satisfies [Partial<RetryQuestion>, string][])('%j is not tried again: %s', (fields, reason) => {
    expect(ask(fields)).toEqual({ retry: false, reason })
  })

  it('retries a network error when only those are to be retried', () => {
    const strategy = strategyOf({ onlyOn: ['NETWORK_ERROR'] })
    expect(ask({ strategy, isNetworkError: true }).retry).toBe(true)
    expect(ask({ strategy: strategyOf({ onlyOn: [] }) }).retry).toBe(true)
  })

  it('always ends', () => {
    const anyStrategy = fc.record({
      type: fc.constantFrom(...retryTypes),
      baseBackoffSeconds: fc.double({ min: 0, max: 86_400, noNaN: true }),
      sameRegion: fc.boolean(),
      maxRetries: fc.integer({ min: 1, max: 10 }),
      maxDurationSeconds: fc.integer({ min: 0, max: 600 }),
    })
    fc.assert(
      fc.property(anyStrategy, (strategy) => {
        const waits = retryWaits(strategy)
        expect(waits.length).toBeLessThanOrEqual(strategy.type === 'SINGLE_RETRY' ? 1 : strategy.maxRetries)
        expect(waits.every((wait) => Number.isFinite(wait) && wait >= 0)).toBe(true)
      }),
    )
  })
})

describe('where to try again', () => {
  const elsewhere = strategyOf({ sameRegion: false })
  const one = ['eu-west-1']
  it.each([
    ['the same location by sameRegion', {}, 'eu-west-1'],
    ['another one otherwise', { strategy: elsewhere }, 'us-east-1'],
    ['chosen by the random number', { strategy: elsewhere, randomNumber: 0.999 }, 'ap-east-1'],
    ['the same one in parallel runs', { strategy: elsewhere, runParallel: true }, 'eu-west-1'],
    ['the same one when there is no other', { strategy: elsewhere, candidateLocations: one }, 'eu-west-1'],
    ['the same one when nothing is left', { strategy: elsewhere, candidateLocations: [] }, 'eu-west-1'],
  ] as const)('%s', (_name, fields, location) => {
    expect(ask(fields)).toMatchObject({ retry: true, location })
  })
})

it('a strategy of one immediate retry elsewhere retries once, at once, elsewhere', () => {
  const strategy = strategyOf({ baseBackoffSeconds: 0, maxRetries: 1, sameRegion: false })
  expect(ask({ strategy })).toEqual({ retry: true, afterMs: 0, location: 'us-east-1' })
  expect(ask({ strategy, attempt: 2 }).retry).toBe(false)
})
