import { minuteMs } from '#kernel'
import { nextRunAt } from '#schedule'
import { bringBackSchedules, lockSchedulesAhead } from '#storage/checks'
import { notify } from '#storage/database'
import type { Store } from '#storage/database'

const batchMax = 1_000
/** Processes read their time before they write, and theirs may differ by seconds. */
const toleranceMs = minuteMs

/**
 * Resets schedules whose next run lies further ahead than their interval, or whose latest slot lies ahead, for example
 * after a clock jump: each continues with its next slot, as if it had been saved now. Returns how many, at most a batch.
 */
export function resetDistantSchedules(store: Store, nowMs: number): Promise<number> {
  const certainlyAfter = new Date(nowMs + toleranceMs)
  return store.db.transaction(async (tx) => {
    const ahead = await lockSchedulesAhead(tx, certainlyAfter, batchMax)
    if (ahead.length === 0) return 0
    const moves = ahead.map((row) => {
      const plan = { checkId: row.checkId, frequency: row.frequency, frequencyOffset: row.frequencyOffset }
      return { checkId: row.checkId, nextRunAt: new Date(nextRunAt(plan, nowMs)) }
    })
    await bringBackSchedules(tx, certainlyAfter, moves)
    await notify(tx, 'schedules')
    return moves.length
  })
}
