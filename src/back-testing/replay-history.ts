import { runsToRecover } from '#alerting'
import type { AlertSettings } from '#contract'
import { dayMs, firstIdAt, hourMs, minuteMs, timeOfId } from '#kernel'
import { listPackedPasses, listPassedRows, listProblemRuns } from '#storage/runs'
import type { PacksWanted, PassedRun, ProblemRun } from '#storage/runs'
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
/** Behind a problem: the first pass ends it, and the others are there for those that finished in another order. */
const decidingPasses = 3
const mostPacks = 30

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
    passes:
      decidingPasses +
      Math.max(0, ...checks.flatMap(({ variants }) => variants.map(({ settings }) => lookBack(settings)))),
    withAttempts: checks.some(({ variants }) => variants.some(({ retries }) => retries !== undefined)),
  }
  const endId = firstIdAt(toMs)
  let portion: Portion | null = await readPortion(world, firstIdAt(Math.max(0, fromMs - leadMs)), endId)
  while (portion !== null) {
    // The database reads the next one meanwhile.
    const [next]: [Portion | null, void] = await Promise.all([
      readPortion(world, portion.beforeId, endId),
      replayPortion(world, portion),
    ])
    portion = next
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
  /** How many passes behind a problem are read. */
  readonly passes: number
  readonly withAttempts: boolean
}

/** Through how many passes a policy remembers a problem. */
const lookBack = (settings: AlertSettings): number =>
  Math.max(settings.windowBasedEscalation?.runs ?? 0, runsToRecover(settings) - 1)

/** Runs that did not pass with ids from the first on, before the second. */
interface Portion {
  readonly fromId: string
  readonly beforeId: string
  readonly runs: readonly ProblemRun[]
}

/** The runs of a day, or as many as fit into memory; null behind the last id. */
async function readPortion(
  { db, accountId, checkIds, withAttempts }: ReplayedWorld,
  fromId: string,
  endId: string,
): Promise<Portion | null> {
  if (fromId >= endId) return null
  const dayEnd = firstIdAt((Math.floor(timeOfId(fromId) / dayMs) + 1) * dayMs)
  const dayId = dayEnd < endId ? dayEnd : endId
  const span = { accountId, checkIds, fromId, beforeId: dayId }
  const runs = await listProblemRuns(db, span, { withAttempts, limit: mostRows })
  const last = runs.length === mostRows ? runs.pop() : undefined
  return { fromId, beforeId: last?.id ?? dayId, runs }
}

async function replayPortion(world: ReplayedWorld, { fromId, beforeId, runs }: Portion): Promise<void> {
  const { histories } = world
  const problems = addProblems(histories, runs, fromId)
  for (const pass of await listPasses(world, problems, beforeId)) histories.get(pass.checkId)?.addPass(pass)
  for (const checkId of problems.keys()) histories.get(checkId)?.replayTo(timeOfId(beforeId) - lagMs)
}

/** The sessions of these runs by check; where a problem lasts already, what the portion begins with counts as one. */
function addProblems(
  histories: ReadonlyMap<string, CheckHistory>,
  runs: readonly ProblemRun[],
  fromId: string,
): ReadonlyMap<string, readonly string[]> {
  const problems = new Map<string, string[]>()
  for (const [checkId, history] of histories) if (history.wantsPasses) problems.set(checkId, [fromId])
  for (const run of runs) {
    histories.get(run.checkId)?.addProblem(run)
    const known = problems.get(run.checkId)
    if (known) known.push(run.sessionId)
    else problems.set(run.checkId, [run.sessionId])
  }
  return problems
}

/** The passes that may decide something after these problems, each of which is the id of a session. */
async function listPasses(
  { db, accountId, intervals, passes }: ReplayedWorld,
  problems: ReadonlyMap<string, readonly string[]>,
  beforeId: string,
): Promise<PassedRun[]> {
  const wanted = [...problems].flatMap(([checkId, sessions]) =>
    packsWanted(checkId, sessions, passes * (intervals.get(checkId) ?? hourMs)),
  )
  const first = [...problems].map(([checkId, sessions]) => ({ checkId, fromId: smallest(sessions) }))
  const found = [
    ...(await listPassedRows(db, accountId, first, beforeId)),
    ...(await listPackedPasses(db, accountId, wanted, beforeId)),
  ]
  return [...Map.groupBy(found, ({ checkId }) => checkId)].flatMap(([checkId, runs]) =>
    decisivePasses(runs, problems.get(checkId) ?? [], passes),
  )
}

const smallest = (ids: readonly string[]): string => ids.reduce((least, id) => (id < least ? id : least), ids[0] ?? '')

/** The hours of problems, each once, with the packs behind them until enough passes are known. */
function packsWanted(checkId: string, sessions: readonly string[], enoughMs: number): PacksWanted[] {
  const packs = 2 + Math.min(mostPacks, Math.ceil(enoughMs / hourMs))
  const latest = new Map<number, number>()
  for (const id of sessions) {
    const ms = timeOfId(id)
    const hour = Math.floor(ms / hourMs)
    latest.set(hour, Math.max(ms, latest.get(hour) ?? 0))
  }
  return [...latest].map(([hour, ms]) => ({
    checkId,
    fromId: firstIdAt(hour * hourMs),
    enoughId: firstIdAt(ms + enoughMs),
    packs,
  }))
}

/** So many passes behind each of these problems, in the order of their sessions. */
export function decisivePasses(
  passes: readonly PassedRun[],
  problems: readonly string[],
  count: number,
): readonly PassedRun[] {
  const sorted = problems.toSorted()
  let next = 0
  let left = 0
  let previous = ''
  return passes
    .toSorted((one, other) => (one.sessionId < other.sessionId ? -1 : one.sessionId > other.sessionId ? 1 : 0))
    .filter(({ sessionId }) => {
      for (; next < sorted.length && (sorted[next] ?? '') <= sessionId; next += 1) left = count + 1
      if (sessionId !== previous) left -= 1
      previous = sessionId
      return left > 0
    })
}
