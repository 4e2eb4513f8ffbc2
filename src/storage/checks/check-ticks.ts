import type { StoredOutcome } from '#contract'
import { firstIdAt } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { findLatestPacked, mergedById } from '../packs/result-packs.ts'

export interface CheckTicksRow {
  readonly checkId: string
  readonly outcomes: string
  readonly responseTimes: number[]
  readonly startedAt: Date | null
  readonly maxResponseTime: number | null
}

interface TickCheck {
  readonly checkId: string
  /** How many of its latest results are looked at. */
  readonly size: number
  readonly maxResponseTime: number | null
}

interface TickResult {
  readonly checkId: string
  readonly id: string
  readonly sessionId: string
  readonly outcome: StoredOutcome
  readonly responseTimeMs: number
  readonly startedAt: Date
}

/** The last runs of these checks of an account, the oldest first; of a run in several locations the worst outcome. */
export async function listTicks(
  db: Queryable,
  accountId: string,
  checkIds: readonly string[],
  limit: number,
): Promise<CheckTicksRow[]> {
  const checks = await listTickChecks(db, accountId, checkIds, limit)
  const rows = Map.groupBy(await listLatestFinals(db, accountId, checks), ({ checkId }) => checkId)
  const packed = await findLatestPacked(
    db,
    accountId,
    checks.map(({ checkId, size }) => ({ checkId, size, fromId: rows.get(checkId)?.[size - 1]?.id ?? firstIdAt(0) })),
  )
  const packedOf = Map.groupBy<string, TickResult>(packed, ({ checkId }) => checkId)
  return checks.map(({ checkId, size, maxResponseTime }) => {
    const results = mergedById(rows.get(checkId) ?? [], packedOf.get(checkId) ?? [], 'descending').slice(0, size)
    return { checkId, maxResponseTime, ...ticksOf(results, limit) }
  })
}

const letters: Readonly<Record<StoredOutcome, string>> = { unknown: 'U', passed: 'P', degraded: 'D', failed: 'F' }
/** Where one location saw the target, what the others could not see changes nothing. */
const ranks: Readonly<Record<StoredOutcome, number>> = { unknown: 0, passed: 1, degraded: 2, failed: 3 }

/** Of results with the newest first. A run stands where its first result does. */
function ticksOf(
  results: readonly TickResult[],
  limit: number,
): Pick<CheckTicksRow, 'outcomes' | 'responseTimes' | 'startedAt'> {
  const sessions = [...Map.groupBy(results.toReversed(), ({ sessionId }) => sessionId).values()].slice(-limit)
  const begins = sessions.flat().map(({ startedAt }) => startedAt.getTime())
  return {
    outcomes: sessions.map((runs) => letters[worstOf(runs)]).join(''),
    responseTimes: sessions.map((runs) => Math.round(Math.max(...runs.map(({ responseTimeMs }) => responseTimeMs)))),
    startedAt: begins.length === 0 ? null : new Date(Math.min(...begins)),
  }
}

const worstOf = (runs: readonly TickResult[]): StoredOutcome =>
  runs.reduce<StoredOutcome>((worst, { outcome }) => (ranks[outcome] > ranks[worst] ? outcome : worst), 'unknown')

const listTickChecks = (
  db: Queryable,
  accountId: string,
  checkIds: readonly string[],
  limit: number,
): Promise<TickCheck[]> =>
  db.rows<{ [K in keyof TickCheck]: TickCheck[K] }>(
    `select id as check_id, (settings ->> 'maxResponseTime')::double precision as max_response_time,
       $3::int * case when run_parallel
         then greatest(1, least(4, cardinality(locations) + cardinality(private_locations))) else 1 end as size
     from checks where account_id = $1 and id = any($2::uuid[])`,
    [accountId, checkIds, limit],
  )

/** Newest first. */
const listLatestFinals = (db: Queryable, accountId: string, checks: readonly TickCheck[]): Promise<TickResult[]> =>
  db.rows<{ [K in keyof TickResult]: TickResult[K] }>(
    `select wanted.check_id, result.id, result.session_id, result.outcome, result.response_time_ms, result.started_at
     from unnest($2::uuid[], $3::int[]) as wanted (check_id, size)
     cross join lateral (
       select id, session_id, outcome, response_time_ms, started_at from check_results
       where account_id = $1 and check_id = wanted.check_id and result_type = 'FINAL' and not is_cancelled
       order by id desc limit wanted.size) as result
     order by wanted.check_id, result.id desc`,
    [accountId, checks.map(({ checkId }) => checkId), checks.map(({ size }) => size)],
  )
