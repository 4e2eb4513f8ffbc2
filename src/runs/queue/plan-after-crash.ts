import { hourMs, firstIdAt, timeOfId } from '#kernel'
import { nextRunAt } from '#schedule'
import {
  insertScheduleTimes,
  isPlannedSinceCrash,
  listEndedWithoutResult,
  listPlansAfterCrash,
  lockPlanning,
  notePlanned,
} from '#storage/checks'
import type { PlanAfterCrash, PlannedTime, StoredRun } from '#storage/checks'
import type { Store } from '#storage/database'

/** Longer than the longest interval, a day: what ran last is within it, or its check is due. */
const searchedMs = 26 * hourMs
const batchMax = 1_000
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * Plans all checks again when a crash of the database has emptied its unlogged tables: each continues with the slot behind
 * the latest one of which anything is stored, so that runs which waited or were under way are due again, and no slot runs
 * twice, whatever is edited later. Any number of processes may call it. Answers how many checks run next at a planned time.
 */
export async function planAfterCrash(store: Store, nowMs: number): Promise<number> {
  if (await isPlannedSinceCrash(store.db)) return 0
  return store.db.transaction(
    async (tx) => {
      if (await lockPlanning(tx)) return 0
      const fromId = firstIdAt(nowMs - searchedMs)
      const ended = await listEndedWithoutResult(tx, fromId)
      let planned = 0
      for (let checkId = noId; ;) {
        const plans = await listPlansAfterCrash(tx, fromId, { checkId, limit: batchMax })
        await insertScheduleTimes(
          tx,
          plans.map((plan) => timeOf(plan, later(plan.latest, ended.get(plan.checkId)), nowMs)),
        )
        planned += plans.filter((plan) => plan.nextRunAt !== null).length
        if (plans.length < batchMax) break
        checkId = plans.at(-1)?.checkId ?? checkId
      }
      await notePlanned(tx)
      return planned
    },
    { isUpkeep: true },
  )
}

const later = (one: StoredRun | null, other: StoredRun | undefined): StoredRun | null =>
  other === undefined || (one !== null && one.sessionId > other.sessionId) ? one : other

/** The id of a session has the time at which its slot became a run, which is not before the slot. */
function timeOf(plan: PlanAfterCrash, latest: StoredRun | null, nowMs: number): PlannedTime {
  const ranMs = latest === null ? null : timeOfId(latest.sessionId)
  return {
    checkId: plan.checkId,
    nextRunAt: nextAfter(plan, ranMs ?? nowMs - searchedMs),
    lastSlot: ranMs === null ? null : new Date(ranMs),
    locationCursor: cursorOf(plan, latest),
  }
}

function nextAfter(plan: PlanAfterCrash, ranMs: number): Date | null {
  if (plan.nextRunAt === null || plan.nextRunAt.getTime() > ranMs) return plan.nextRunAt
  return new Date(nextRunAt(plan, ranMs))
}

/** The turn behind the location that ran last. */
function cursorOf({ locations, runParallel }: PlanAfterCrash, latest: StoredRun | null): number {
  if (runParallel || latest === null || latest.location === null) return 0
  const distinct = [...new Set(locations)]
  return (distinct.indexOf(latest.location) + 1) % Math.max(1, distinct.length)
}
