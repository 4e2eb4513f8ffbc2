import { expect, it } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { isWithinLimits } from './is-within-limits.ts'
import { resetSeconds, windowStartMs } from './rate-window.ts'

const database = useDatabase()
const nowMs = Date.parse('2026-01-01T00:00:10.500Z')

it('limits are counted in their order up to the first that is reached', async () => {
  const one = { key: 'one visitor', requests: 2, seconds: 60 }
  const all = { key: 'all visitors', requests: 3, seconds: 60 }
  const other = { key: 'another visitor', requests: 2, seconds: 60 }
  const decide = (limit: typeof one) => isWithinLimits(database.db(), [limit, all], nowMs)
  expect([await decide(one), await decide(one), await decide(one)]).toEqual([true, true, false])
  expect([await decide(other), await decide(other)]).toEqual([true, false])
  expect(await isWithinLimits(database.db(), [one, all], nowMs + 60_000)).toBe(true)
})

it('what is counted in a transaction is undone with it', async () => {
  const limit = { key: 'undone', requests: 1, seconds: 60 }
  const work = database.db().transaction(async (tx) => {
    expect(await isWithinLimits(tx, [limit], nowMs)).toBe(true)
    throw new Error('nothing of this happens')
  })
  await expect(work).rejects.toThrow('nothing of this happens')
  expect(await isWithinLimits(database.db(), [limit], nowMs)).toBe(true)
  expect(await isWithinLimits(database.db(), [limit], nowMs)).toBe(false)
})

it('a key, which may contain an address, is not stored', async () => {
  await isWithinLimits(database.db(), [{ key: 'from 192.0.2.77', requests: 1, seconds: 60 }], nowMs)
  expect(await database.db().rows("select 1 from rate_windows where bucket like '%192.0.2.77%'")).toEqual([])
})

it('a window begins at a multiple of its length and says when it ends', () => {
  expect(windowStartMs({ seconds: 60 }, nowMs)).toBe(Date.parse('2026-01-01T00:00:00Z'))
  expect(resetSeconds({ seconds: 60 }, nowMs)).toBe(50)
  expect(resetSeconds({ seconds: 60 }, nowMs + 49_499)).toBe(1)
})
