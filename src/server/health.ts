import type { Clock } from '#kernel'
import { earliestNextRun, notificationBacklog, pendingMigrations, queueDepths } from '#storage'
import type { Database } from '#storage'
import type { LoopWatch } from './loop-watch.ts'
import type { RunTrouble } from './run-trouble.ts'

export interface Health {
  readonly status: 'ok' | 'failing'
  /** Every reason in words; empty when all is well. */
  readonly reasons: readonly string[]
}

export interface HealthSources {
  readonly db: Database
  readonly clock: Clock
  readonly watch: LoopWatch
  readonly trouble: RunTrouble
  /** Locations whose runs this installation itself must take. */
  readonly locations: readonly string[]
}

const tickLimitMs = 10_000
const queueLimitMs = 30_000
const notificationLimitSeconds = 120
const usualTurnMs = 20_000
/** Turns that may take longer: mail servers and models answer slowly, old data is dropped or rolled up by the hour. */
const slowTurnsMs: ReadonlyMap<string, number> = new Map([
  ['notifications', 60_000],
  ['subscriber mails', 60_000],
  ['analyses', 300_000],
  ['partitions', 300_000],
  ['roll-ups', 300_000],
])
const databaseLimitMs = 5_000

/**
 * Green only when work is really done: ticks are taken, runs are claimed and stored, notifications leave, migrations
 * are applied. A process that merely answers is not healthy.
 */
export async function judgeHealth({ db, clock, watch, trouble, locations }: HealthSources): Promise<Health> {
  const nowMs = clock.now()
  const stalled = watch
    .stalled(nowMs, (name) => slowTurnsMs.get(name) ?? usualTurnMs)
    .map((loop) => `The loop "${loop.name}" has not finished a turn for ${seconds(loop.forMs)}. The log says why.`)
  const limit = new AbortController()
  const facts = await Promise.race([
    databaseReasons(db, nowMs, locations),
    clock.sleep(databaseLimitMs, limit.signal).then(() => ['The database does not answer.']),
  ]).finally(() => limit.abort())
  const full = watch.isDiskFull() ? ['The disk of the database is full. Work goes on when there is space again.'] : []
  const reasons = [...full, ...stalled, ...trouble.reasons(nowMs), ...facts]
  return { status: reasons.length === 0 ? 'ok' : 'failing', reasons }
}

async function databaseReasons(db: Database, nowMs: number, locations: readonly string[]): Promise<string[]> {
  try {
    const [next, queues, owed, pending] = await Promise.all([
      earliestNextRun(db),
      queueDepths(db, new Date(nowMs)),
      notificationBacklog(db, new Date(nowMs)),
      pendingMigrations(db),
    ])
    const tickLagMs = next === null ? 0 : nowMs - next.getTime()
    const late = queues.filter(
      (queue) =>
        locations.includes(queue.location) &&
        queue.oldest_available_at !== null &&
        nowMs - queue.oldest_available_at.getTime() > queueLimitMs,
    )
    return [
      ...(tickLagMs > tickLimitMs ? [`Ticks are not taken: the oldest is ${seconds(tickLagMs)} late.`] : []),
      ...late.map((queue) => `Results do not land: ${queue.waiting} runs wait in ${queue.location}.`),
      ...(owed.oldestSeconds > notificationLimitSeconds ? [`${owed.owed} notifications are overdue.`] : []),
      ...(pending.length > 0 ? [`${pending.length} migrations are pending.`] : []),
    ]
  } catch {
    // Anybody may ask; addresses, paths and names are for the log.
    return ['The database cannot be reached.']
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`
