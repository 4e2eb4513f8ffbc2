import { minuteMs } from '#kernel'
import {
  firstMeasuredAt,
  firstRolledUpAt,
  insertRollups,
  keepAccountQuarter,
  keepHour,
  lockRollupProgress,
  readHour,
  readHourlyRollups,
  rollupSteps,
  saveRollupProgress,
} from '#storage/analytics'
import { prepareRollupPartitions } from '#storage/database'
import type { NewRollup, RollupStep, TimeSpan } from '#storage/analytics'
import type { Queryable, Store } from '#storage/database'
import { packAccountDays } from './pack-account-days.ts'
import { RollupBuilder } from './rollup-builder.ts'

/** Transactions that settle results are over long before: no result is stored in what is kept or rolled up. */
const graceMs = 10 * minuteMs

interface StepRules {
  /** Until when there is something to make it of. */
  readonly completeMs: (tx: Queryable, nowMs: number) => Promise<number>
  /** Where the first unit lies; null when there is nothing yet. */
  readonly firstMs: (tx: Queryable) => Promise<number | null>
  readonly make: (tx: Queryable, unit: TimeSpan) => Promise<unknown>
}

const afterGrace = async (_: Queryable, nowMs: number): Promise<number> => nowMs - graceMs
const after = (step: RollupStep) => async (tx: Queryable) => (await lockRollupProgress(tx, step)) ?? 0

const steps: { readonly [S in RollupStep]: StepRules } = {
  accountQuarter: { completeMs: afterGrace, firstMs: firstMeasuredAt, make: keepAccountQuarter },
  hour: { completeMs: afterGrace, firstMs: firstMeasuredAt, make: rollUpHour },
  day: { completeMs: after('hour'), firstMs: firstMeasuredAt, make: rollUpDay },
  accountDay: { completeMs: after('day'), firstMs: firstRolledUpAt, make: packAccountDays },
}
/** Four quarters go with one hour. */
const turn: readonly RollupStep[] = [...Array<RollupStep>(4).fill('accountQuarter'), 'hour', 'day', 'accountDay']

/**
 * Keeps and rolls up the oldest hour that has ended and is not yet, with its quarters, and the oldest such day. Answers
 * whether there was one. Any number of processes may call it.
 */
export async function rollUpResults(store: Store, nowMs: number): Promise<boolean> {
  let isMore = false
  for (const step of turn) if (await makeNext(store, step, nowMs)) isMore = true
  return isMore
}

function makeNext(store: Store, step: RollupStep, nowMs: number): Promise<boolean> {
  const unitMs = rollupSteps[step].lengthMs
  const startOf = (ms: number): number => Math.floor(ms / unitMs) * unitMs
  const { completeMs, firstMs, make } = steps[step]
  return store.db.transaction(
    async (tx) => {
      const known = await lockRollupProgress(tx, step)
      const lastMs = startOf(await completeMs(tx, nowMs))
      const fromMs = known ?? startOf((await firstMs(tx)) ?? lastMs)
      if (fromMs >= lastMs) {
        if (known === null && lastMs > 0) await saveRollupProgress(tx, step, lastMs)
        return false
      }
      await prepareRollupPartitions(tx, fromMs)
      await make(tx, { fromMs, toMs: fromMs + unitMs })
      await saveRollupProgress(tx, step, fromMs + unitMs)
      return true
    },
    { isUpkeep: true },
  )
}

async function rollUpHour(tx: Queryable, hour: TimeSpan): Promise<void> {
  await keepHour(tx, hour)
  for await (const packed of readHour(tx, hour.fromMs)) {
    const rollups = packed.map((one) => {
      const builder = new RollupBuilder(one.accountId, one.checkId)
      builder.addHour(one)
      return builder.build()
    })
    await insertRollups(tx, 'hour', hour.fromMs, rollups)
  }
}

/** The hours of a check come one after the other. */
async function rollUpDay(tx: Queryable, day: TimeSpan): Promise<void> {
  let builder: RollupBuilder | null = null
  let built: NewRollup[] = []
  for await (const rollups of readHourlyRollups(tx, day)) {
    for (const rollup of rollups) {
      if (builder?.checkId !== rollup.checkId) {
        if (builder) built.push(builder.build(), builder.buildShort())
        builder = new RollupBuilder(rollup.accountId, rollup.checkId)
      }
      builder.addRollup(rollup)
    }
    await insertRollups(tx, 'day', day.fromMs, built)
    built = []
  }
  if (builder) await insertRollups(tx, 'day', day.fromMs, [builder.build(), builder.buildShort()])
}
