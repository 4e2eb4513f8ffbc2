import { dayMs, firstIdAt, hourMs, minuteMs, timeOfId } from '#kernel'
import { listPackedPasses, listPassedRows, listProblemRuns } from '#storage/runs'
import type { PassedRun, PassesWanted, ProblemRun } from '#storage/runs'
import type { Queryable } from '#storage/database'
import { CheckHistory } from './check-history.ts'
import type { VariantReplay, Variant } from './variant-replay.ts'

/** A check with the settings to replay it with. */
export interface CheckToReplay {
  readonly id: string
  /** Between two of its runs, in milliseconds. */
  readonly intervalMs: number
  readonly variants: readonly Variant[]
}

/** Epoch milliseconds; `toMs` lies outside. */
export interface ReplayedRange {
  readonly fromMs: number
  readonly toMs: number
}

/** A problem that began before a range is known to have begun when its runs within this time before it are looked at. */
const leadMs = dayMs
/** Later than this before the end of what was read, something may be missing. */
const lagMs = 30 * minuteMs
/** Rows that are in memory at a time. */
const mostRows = 20_000
/** Passes after a problem that may decide something: rules may look back at so many runs. */
const decidingPasses = 20

/**
 * Replays the history of checks of one account, a day at a time. Only runs that did not pass are read, and the passes after
 * them until another pass would change nothing. Returns the replays of each check in the order of its variants.
 */
export async function replayHistory(
  db: Queryable,
  accountId: string,
  checks: readonly CheckToReplay[],
  { fromMs, toMs }: ReplayedRange,
): Promise<ReadonlyMap<string, readonly VariantReplay[]>> {
  const histories = new Map(checks.map((check) => [check.id, new CheckHistory(check.variants, fromMs)]))
  const world: ReplayedWorld = {
    db,
    accountId,
    histories,
    checkIds: checks.map(({ id }) => id),
    intervals: new Map(checks.map((check) => [check.id, check.intervalMs])),
    withAttempts: checks.some(({ variants }) => variants.some(({ retries }) => retries !== undefined)),
  }
  const endId = firstIdAt(toMs)
  for (let fromId = firstIdAt(Math.max(0, fromMs - leadMs)); fromId < endId;) {
    const dayEnd = firstIdAt((Math.floor(timeOfId(fromId) / dayMs) + 1) * dayMs)
    fromId = await replayPortion(world, fromId, dayEnd < endId ? dayEnd : endId)
  }
  for (const history of histories.values()) history.end(toMs)
  return new Map([...histories].map(([id, { variants }]) => [id, variants]))
}

interface ReplayedWorld {
  readonly db: Queryable
  readonly accountId: string
  readonly checkIds: readonly string[]
  readonly histories: ReadonlyMap<string, CheckHistory>
  readonly intervals: ReadonlyMap<string, number>
  readonly withAttempts: boolean
}

/** Replays what has ids from the first on, as far as fits into memory; returns where the next portion begins. */
async function replayPortion(world: ReplayedWorld, fromId: string, endId: string): Promise<string> {
  const { db, accountId, checkIds, histories, withAttempts } = world
  const span = { accountId, checkIds, fromId, beforeId: endId }
  const found = await listProblemRuns(db, span, { withAttempts, limit: mostRows })
  const last = found.length === mostRows ? found.pop() : undefined
  const beforeId = last?.id ?? endId
  const open = [...histories].flatMap(([checkId, history]) => (history.wantsPasses ? [{ checkId, fromId }] : []))
  for (const run of found) histories.get(run.checkId)?.addProblem(run)
  for (const pass of await listPasses(world, [...open, ...hoursOf(found)], beforeId))
    histories.get(pass.checkId)?.addPass(pass)
  for (const history of histories.values()) if (history.wantsPasses) history.replayTo(timeOfId(beforeId) - lagMs)
  return beforeId
}

/** The hours in which runs did not pass, each check with each of its hours once. */
function hoursOf(runs: readonly ProblemRun[]): PassesWanted[] {
  const hours = new Map<string, Set<number>>()
  for (const { checkId, sessionId } of runs) {
    const some = hours.get(checkId) ?? new Set()
    hours.set(checkId, some.add(Math.floor(timeOfId(sessionId) / hourMs)))
  }
  return [...hours].flatMap(([checkId, some]) =>
    [...some].map((hour) => ({ checkId, fromId: firstIdAt(hour * hourMs) })),
  )
}

async function listPasses(
  { db, accountId, intervals }: ReplayedWorld,
  wanted: readonly PassesWanted[],
  beforeId: string,
): Promise<PassedRun[]> {
  const first = new Map<string, string>()
  for (const { checkId, fromId } of wanted) {
    const known = first.get(checkId)
    if (known === undefined || fromId < known) first.set(checkId, fromId)
  }
  const rows = await listPassedRows(
    db,
    accountId,
    [...first].map(([checkId, fromId]) => ({ checkId, fromId })),
    beforeId,
  )
  const hours = wanted.map((one) => ({ ...one, packs: packsOf(intervals.get(one.checkId) ?? hourMs) }))
  return [...rows, ...(await listPackedPasses(db, accountId, hours, beforeId))]
}

/** Packs of an hour that hold enough passes after a problem. */
const packsOf = (intervalMs: number): number =>
  2 + Math.min(decidingPasses, Math.floor((decidingPasses * intervalMs) / hourMs))
