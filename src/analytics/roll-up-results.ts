import {
  firstMeasuredAt,
  insertRollups,
  keepHour,
  lockRollupProgress,
  prepareRollupPartitions,
  readHour,
  readHourlyRollups,
  rollupMinutes,
  saveRollupProgress,
} from '#storage'
import type { NewRollup, Queryable, RollupLength, Store } from '#storage'
import { RollupBuilder } from './rollup-builder.ts'

/** Transactions that settle results are over long before: no result is stored in an hour that is rolled up. */
const graceMs = 600_000

/**
 * Keeps and rolls up the oldest hour that has ended and is not yet, and the oldest such day. Answers whether there was
 * one. Any number of processes may call it.
 */
export async function rollUpResults(store: Store, nowMs: number): Promise<boolean> {
  const hour = await rollUpNext(store, 'hour', async () => nowMs - graceMs)
  const day = await rollUpNext(store, 'day', async (tx) => (await lockRollupProgress(tx, 'hour')) ?? 0)
  return hour || day
}

/** The first unit is that of the first result there is. */
function rollUpNext(
  store: Store,
  length: RollupLength,
  completeMs: (tx: Queryable) => Promise<number>,
): Promise<boolean> {
  const unitMs = rollupMinutes[length] * 60_000
  const startOf = (ms: number): number => Math.floor(ms / unitMs) * unitMs
  return store.db.transaction(
    async (tx) => {
      const known = await lockRollupProgress(tx, length)
      const lastMs = startOf(await completeMs(tx))
      const fromMs = known ?? startOf((await firstMeasuredAt(tx)) ?? lastMs)
      if (fromMs >= lastMs) {
        if (known === null && lastMs > 0) await saveRollupProgress(tx, rollupMinutes[length], lastMs)
        return false
      }
      await prepareRollupPartitions(tx, fromMs)
      await (length === 'hour' ? rollUpHour(tx, fromMs, fromMs + unitMs) : rollUpDay(tx, fromMs, fromMs + unitMs))
      await saveRollupProgress(tx, rollupMinutes[length], fromMs + unitMs)
      return true
    },
    { isUpkeep: true },
  )
}

async function rollUpHour(tx: Queryable, fromMs: number, toMs: number): Promise<void> {
  await keepHour(tx, fromMs, toMs)
  for await (const hours of readHour(tx, fromMs)) {
    const rollups = hours.map((hour) => {
      const builder = new RollupBuilder(hour.account_id, hour.check_id)
      builder.addHour(hour)
      return builder.build(fromMs)
    })
    await insertRollups(tx, 'hour', fromMs, rollups)
  }
}

/** The hours of a check come one after the other. */
async function rollUpDay(tx: Queryable, fromMs: number, toMs: number): Promise<void> {
  let builder: RollupBuilder | null = null
  let built: NewRollup[] = []
  for await (const rollups of readHourlyRollups(tx, fromMs, toMs)) {
    for (const rollup of rollups) {
      if (builder?.checkId !== rollup.check_id) {
        if (builder) built.push(builder.build(fromMs), builder.buildShort(fromMs))
        builder = new RollupBuilder(rollup.account_id, rollup.check_id)
      }
      builder.addRollup(rollup)
    }
    await insertRollups(tx, 'day', fromMs, built)
    built = []
  }
  if (builder) await insertRollups(tx, 'day', fromMs, [builder.build(fromMs), builder.buildShort(fromMs)])
}
