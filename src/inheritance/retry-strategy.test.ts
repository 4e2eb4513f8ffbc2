import { describe, expect, it } from 'vitest'
import {
  checkTypeNames,
  defaultRetryStrategy,
  descriptorOf,
  doubleCheckStrategy,
  RetryStrategyObject,
  withDefaults,
} from '#contract'
import type { RetryStrategy } from '#contract'
import { completeRetryStrategy, effectiveRetryStrategy } from './retry-strategy.ts'

describe('effectiveRetryStrategy', () => {
  const own: RetryStrategy = { ...defaultRetryStrategy, maxRetries: 1 }
  it.each([
    [{ doubleCheck: true }, doubleCheckStrategy],
    [{ doubleCheck: false }, null],
    [{ doubleCheck: true, retryStrategy: null }, null],
    [{ doubleCheck: true, retryStrategy: own }, own],
    [{ doubleCheck: false, retryStrategy: own }, own],
  ] as const)('%j is %j', (settings, expected) => {
    expect(effectiveRetryStrategy({ checkType: 'TCP', settings })).toEqual(expected)
  })

  it.each(checkTypeNames())('of a check of type %s without a strategy is the default of its type', (checkType) => {
    const strategy = effectiveRetryStrategy({ checkType, settings: { doubleCheck: true } })
    expect(strategy).toEqual(descriptorOf(checkType).defaultRetryStrategy)
  })
})

describe('completeRetryStrategy', () => {
  it('fills in the defaults that the schema states', () => {
    expect(completeRetryStrategy({})).toEqual(withDefaults(RetryStrategyObject, {}))
    expect(completeRetryStrategy({ type: 'LINEAR', baseBackoffSeconds: 5 })).toEqual({
      ...defaultRetryStrategy,
      type: 'LINEAR',
      baseBackoffSeconds: 5,
    })
  })

  it('retries once for SINGLE_RETRY, whatever else is given', () => {
    const given = { type: 'SINGLE_RETRY', maxRetries: 9, maxDurationSeconds: 5 } as const
    expect(completeRetryStrategy(given)).toMatchObject({ maxRetries: 1, maxDurationSeconds: 600 })
  })

  it('keeps a limit to kinds of errors, and drops an empty one', () => {
    expect(completeRetryStrategy({ onlyOn: ['NETWORK_ERROR'] })).toHaveProperty('onlyOn', ['NETWORK_ERROR'])
    expect(completeRetryStrategy({ onlyOn: [] })).not.toHaveProperty('onlyOn')
    expect(completeRetryStrategy({ onlyOn: null })).not.toHaveProperty('onlyOn')
  })

  it('keeps null, which means no retries', () => {
    expect(completeRetryStrategy(null)).toBeNull()
  })
})
