import { describe, expect, it } from 'vitest'
import { silentLog, TestClock, hourMs } from '#kernel'
import { openDatabase } from '#storage/database'
import { useDatabase } from '../../tests/support/database.ts'
import { createRateLimiter } from './shared-rate-limiter.ts'
import type { RateLimiter } from './shared-rate-limiter.ts'

const database = useDatabase()
const allowedOf = async (
  limiters: readonly RateLimiter[],
  bucket: string,
  limit: { requests: number; seconds: number },
  tries: number,
) => {
  const decisions = await Promise.all(
    Array.from({ length: tries }, async (_, index) => limiters[index % limiters.length]?.take(bucket, limit)),
  )
  return decisions.filter((decision) => decision?.isAllowed).length
}

describe('the limiter', () => {
  it.each([
    { requests: 600, seconds: 60 },
    { requests: 5, seconds: 10 },
    { requests: 1, seconds: 1 },
    { requests: 37, seconds: 86_400 },
  ])('shares %j exactly among processes, and starts anew with each window', async (limit) => {
    const clock = new TestClock()
    const pools = [database.open(), database.open(), database.open()]
    const limiters = pools.map((pool) => createRateLimiter(pool, clock, silentLog))
    const bucket = `shared ${limit.requests}`
    expect(await allowedOf(limiters, bucket, limit, 3 * limit.requests + 3)).toBe(limit.requests)
    expect(await allowedOf(limiters, bucket, limit, 50)).toBe(0)
    clock.advance(limit.seconds * 1000)
    expect(await allowedOf(limiters, bucket, limit, 3 * limit.requests + 3)).toBe(limit.requests)
    await Promise.all(pools.map((pool) => pool.close()))
  })

  it('takes few statements for many requests', async () => {
    let statements = 0
    const db = database.db()
    const counting = {
      ...db,
      namedRows: (...input: Parameters<typeof db.namedRows>) => ((statements += 1), db.namedRows(...input)),
    }
    const limiter = createRateLimiter(counting as typeof db, new TestClock(), silentLog)
    expect(await allowedOf([limiter], 'few', { requests: 600, seconds: 60 }, 700)).toBe(600)
    expect(statements).toBeLessThan(60)
  })

  it('says what is left and when the window ends', async () => {
    const clock = new TestClock('2026-01-01T00:00:10.500Z')
    const limiter = createRateLimiter(database.db(), clock, silentLog)
    const limit = { requests: 2, seconds: 60 }
    const decisions = [
      await limiter.take('said', limit),
      await limiter.take('said', limit),
      await limiter.take('said', limit),
    ]
    expect(decisions.map(({ isAllowed, remaining, resetSeconds }) => [isAllowed, remaining, resetSeconds])).toEqual([
      [true, 1, 50],
      [true, 0, 50],
      [false, 0, 50],
    ])
  })

  it('enforces the limit alone while the database is away', async () => {
    const away = openDatabase({ connectionString: 'postgresql://nobody@127.0.0.1:1/nothing' })
    const limiter = createRateLimiter(away, new TestClock(), silentLog)
    expect(await allowedOf([limiter], 'away', { requests: 20, seconds: 60 }, 50)).toBe(20)
    await away.close()
  })

  it('removes windows that ended', async () => {
    const clock = new TestClock()
    const limiter = createRateLimiter(database.db(), clock, silentLog)
    await limiter.take('short', { requests: 1, seconds: 60 })
    await limiter.take('long', { requests: 1, seconds: 86_400 })
    clock.advance(hourMs)
    await limiter.take('next', { requests: 1, seconds: 60 })
    await expect
      .poll(() => database.db().rows(`select bucket from rate_windows where bucket ~ '/(short|long)$'`))
      .toEqual([{ bucket: '86400/long' }])
  })
})
