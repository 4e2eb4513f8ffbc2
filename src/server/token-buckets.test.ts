import { expect, it } from 'vitest'
import { TokenBuckets } from './token-buckets.ts'

const limit = { requests: 10, seconds: 5 }

it('a caller may use its limit at once and gets it back evenly', () => {
  const buckets = new TokenBuckets(limit)
  const taken = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => buckets.take('a', nowMs)).filter(({ isAllowed }) => isAllowed).length
  expect(taken(15, 1000)).toBe(10)
  expect(buckets.take('a', 1000)).toEqual({ isAllowed: false, limit, remaining: 0, resetSeconds: 1 })
  expect(taken(15, 2000)).toBe(2)
  expect(taken(15, 100_000)).toBe(10)
})

it('callers do not use up what others have, and looking uses nothing', () => {
  const buckets = new TokenBuckets({ requests: 1, seconds: 60 })
  expect(buckets.look('a', 0)).toMatchObject({ isAllowed: true })
  expect(buckets.has('a')).toBe(false)
  expect(buckets.take('a', 0)).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(buckets.take('a', 0)).toMatchObject({ isAllowed: false, resetSeconds: 60 })
  expect(buckets.take('b', 0)).toMatchObject({ isAllowed: true })
})

it('a clock that jumps back takes nothing away and gives nothing', () => {
  const buckets = new TokenBuckets({ requests: 2, seconds: 1 })
  buckets.take('a', 10_000)
  expect(buckets.take('a', 0).isAllowed).toBe(true)
  expect(buckets.take('a', 0).isAllowed).toBe(false)
})

it('a flood of callers does not fill the memory', () => {
  const buckets = new TokenBuckets(limit)
  for (let caller = 0; caller < 50_001; caller += 1) buckets.take(String(caller), 0)
  expect([buckets.has('0'), buckets.has('1'), buckets.has('50000')]).toEqual([false, true, true])
})
