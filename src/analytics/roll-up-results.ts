import { firstMeasuredAt, lockRollupProgress, rollUp, rollupMinutes, saveRollupProgress } from '#storage'
import type { Queryable, RollupLength, Store } from '#storage'

/** Transactions that settle results are over long before: no measurement arrives in an hour that is rolled up. */
const graceMs = 600_000

/**
 * Rolls up the oldest hour or day that has ended and is not yet. Answers whether there was one. Any number of processes
 * may call it.
 */
export async function rollUpResults(store: Store, nowMs: number): Promise<boolean> {
  const hour = await store.db.transaction((tx) => rollUpNext(tx, 'hour', nowMs - graceMs))
  const day = await store.db.transaction(async (tx) => {
    const hoursUntil = await lockRollupProgress(tx, 'hour')
    return hoursUntil === null ? false : rollUpNext(tx, 'day', hoursUntil)
  })
  return hour || day
}

/** The first unit is that of the first measurement there is. */
async function rollUpNext(tx: Queryable, length: RollupLength, completeMs: number): Promise<boolean> {
  const unitMs = rollupMinutes[length] * 60_000
  const startOf = (ms: number): number => Math.floor(ms / unitMs) * unitMs
  const lastMs = startOf(completeMs)
  const known = await lockRollupProgress(tx, length)
  const fromMs = known ?? startOf((await firstMeasuredAt(tx)) ?? lastMs)
  if (fromMs >= lastMs) {
    if (known === null) await saveRollupProgress(tx, rollupMinutes[length], lastMs)
    return false
  }
  await rollUp(tx, length, fromMs)
  await saveRollupProgress(tx, rollupMinutes[length], fromMs + unitMs)
  return true
}
