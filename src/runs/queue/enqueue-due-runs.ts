import { isPrivateQueue } from '#contract'
import { intervalMs, locationsOfTick, nextRunAt, planWhileFailing } from '#schedule'
import { listUnavailableQueues } from '#storage/agents'
import { lockDueSchedules, moveSchedules } from '#storage/checks'
import { notify } from '#storage/database'
import { busyChecks, insertCheckSessions, insertRunTasks, isImplied } from '#storage/runs'
import type { CheckScheduleRow, ScheduleMove } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import type { NewCheckSession, NewRunTask } from '#storage/runs'
import { pausedChecks } from '#management'
import { newSession } from './new-session.ts'
import { planAfterCrash } from './plan-after-crash.ts'
import type { ReplacedRun } from './replace-waiting-runs.ts'

export interface EnqueueSummary {
  /** Schedules that were due. */
  readonly due: number
  /** Run tasks created: one for each location of a tick. */
  readonly enqueued: number
  /**
   * Ticks without a run: the previous run was still in progress, a maintenance window pauses the check, none of its
   * locations is available, or no scheduler was running.
   */
  readonly skipped: number
  /** The largest delay of a tick, in milliseconds. */
  readonly lagMs: number
}

interface Tick {
  readonly move: ScheduleMove
  readonly session: NewCheckSession | null
  readonly tasks: readonly NewRunTask[]
}

/**
 * Creates sessions and run tasks for the schedules that are due, and moves the schedules to their next slot, in one
 * transaction: each slot is run exactly once, also with several schedulers. Of several missed slots only the latest
 * runs. A run in place of one of `replaced` keeps its turn in the queue.
 */
export async function enqueueDueRuns(
  store: Store,
  nowMs: number,
  limit: number,
  replaced: readonly ReplacedRun[] = [],
): Promise<EnqueueSummary> {
  await planAfterCrash(store, nowMs)
  const now = new Date(nowMs)
  const work = async (tx: Queryable): Promise<EnqueueSummary> => {
    const due = await lockDueSchedules(tx, now, limit)
    if (due.length === 0) return { due: 0, enqueued: 0, skipped: 0, lagMs: 0 }
    const busy = await busyChecks(
      tx,
      due.map((row) => row.checkId),
      now,
    )
    const paused = await pausedChecks(tx, due, nowMs)
    const unavailable = await unavailableQueues(tx, due)
    const ticks = due.map((row) => {
      const isHeld = busy.has(row.checkId) || paused.has(row.checkId)
      return tickOf(row, { nowMs, isHeld, except: unavailable })
    })
    await insertCheckSessions(
      tx,
      ticks.filter(({ tasks }) => !tasks.some(isImplied)).flatMap((tick) => tick.session ?? []),
    )
    const tasks = waitingLonger(
      ticks.flatMap((tick) => tick.tasks),
      replaced,
    )
    await insertRunTasks(tx, tasks)
    await moveSchedules(
      tx,
      ticks.map((tick) => tick.move),
    )
    if (tasks.length > 0) await notify(tx, 'run_tasks')
    return {
      due: due.length,
      enqueued: tasks.length,
      skipped: ticks.reduce((sum, tick) => sum + tick.move.skippedTicks, 0),
      lagMs: Math.max(...due.map((row) => nowMs - row.nextRunAt.getTime())),
    }
  }
  return store.db.transaction(work, { isKeyedBatch: true })
}

function waitingLonger(tasks: readonly NewRunTask[], replaced: readonly ReplacedRun[]): NewRunTask[] {
  const placeOf = ({ checkId, queue }: Pick<ReplacedRun, 'checkId' | 'queue'>): string => `${checkId} ${queue}`
  const since = new Map(replaced.toReversed().map((run) => [placeOf(run), run.claimableAt]))
  return tasks.map((task) => ({ ...task, claimableAt: since.get(placeOf(task)) ?? task.claimableAt }))
}

async function unavailableQueues(tx: Queryable, due: readonly CheckScheduleRow[]): Promise<ReadonlySet<string>> {
  const concerned = due.filter(({ locations }) => locations.some(isPrivateQueue))
  return new Set(await listUnavailableQueues(tx, [...new Set(concerned.map(({ accountId }) => accountId))]))
}

interface TickState {
  readonly nowMs: number
  /** Whether the check runs nowhere now. */
  readonly isHeld: boolean
  /** Locations in which no check runs now. */
  readonly except: ReadonlySet<string>
}

function tickOf(row: CheckScheduleRow, { nowMs, isHeld, except }: TickState): Tick {
  const { checkId, frequency, frequencyOffset, failingSeconds } = row
  const plan = planWhileFailing({ checkId, frequency, frequencyOffset }, row.isFailing ? failingSeconds : null)
  const next = nextRunAt(plan, nowMs)
  const interval = intervalMs(plan)
  const due = row.nextRunAt.getTime()
  // A check that was requested to run at once is due between two slots; then that time is its slot.
  const slot = new Date(Math.max(next - interval, due))
  const missed = Math.max(0, Math.round((slot.getTime() - due) / interval))
  const hasRun = row.lastSlot !== null && slot <= row.lastSlot
  const rotation = locationsOfTick({
    locations: row.locations,
    runParallel: row.runParallel,
    cursor: row.locationCursor,
    except,
  })
  const runs = !isHeld && !hasRun && rotation.locations.length > 0
  return {
    move: {
      checkId: row.checkId,
      nextRunAt: new Date(next),
      slot: runs ? slot : null,
      locationCursor: runs ? rotation.cursor : row.locationCursor,
      skippedTicks: missed + (runs || hasRun ? 0 : 1),
    },
    ...(runs ? runOf(row, slot, rotation.locations, nowMs) : { session: null, tasks: [] }),
  }
}

function runOf(
  row: CheckScheduleRow,
  slot: Date,
  queues: readonly string[],
  nowMs: number,
): Pick<Tick, 'session' | 'tasks'> {
  return newSession(
    { accountId: row.accountId, checkId: row.checkId, checkType: row.checkType, checkName: row.checkName },
    { runSource: 'SCHEDULER', scheduledFor: slot, queues, nowMs },
  )
}
