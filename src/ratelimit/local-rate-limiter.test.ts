import { expect, it } from 'vitest'
import { LocalRateLimiter } from './local-rate-limiter.ts'

const limit = { requests: 10, seconds: 5 }

it('a caller may use its limit at once and gets it back evenly', () => {
  const limiter = new LocalRateLimiter(limit)
  const taken = (count: number, nowMs: number) =>
    Array.from({ length: count }, () => limiter.take('a', nowMs)).filter(({ isAllowed }) => isAllowed).length
  expect(taken(15, 1000)).toBe(10)
  expect(limiter.take('a', 1000)).toEqual({ isAllowed: false, limit, remaining: 0, resetSeconds: 1 })
  expect(taken(15, 2000)).toBe(2)
  expect(taken(15, 100_000)).toBe(10)
})

it('callers do not use up what others have, and peeking uses nothing', () => {
  const limiter = new LocalRateLimiter({ requests: 1, seconds: 60 })
  expect(limiter.peek('a', 0)).toMatchObject({ isAllowed: true })
  expect(limiter.has('a')).toBe(false)
  expect(limiter.take('a', 0)).toMatchObject({ isAllowed: true, remaining: 0 })
  expect(limiter.take('a', 0)).toMatchObject({ isAllowed: false, resetSeconds: 60 })
  expect(limiter.take('b', 0)).toMatchObject({ isAllowed: true })
})

it('a clock that jumps back takes nothing away and gives nothing', () => {
  const limiter = new LocalRateLimiter({ requests: 2, seconds: 1 })
  limiter.take('a', 10_000)
  expect(limiter.take('a', 0).isAllowed).toBe(true)
  expect(limiter.take('a', 0).isAllowed).toBe(false)
})

it('a flood of callers does not fill the memory', () => {
  const limiter = new LocalRateLimiter(limit)
  for (let caller = 0; caller < 50_001; caller += 1) limiter.take(String(caller), 0)
  expect([limiter.has('0'), limiter.has('1'), limiter.has('50000')]).toEqual([false, true, true])
})
