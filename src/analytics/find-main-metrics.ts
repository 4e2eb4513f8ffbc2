import { dayMs, hourMs } from '#kernel'
import {
  countAccountResults,
  countChecks,
  findAccountDays,
  findAccountQuarters,
  findRecentAccountResults,
  findRollupProgress,
  rollupSteps,
} from '#storage/analytics'
import type { AnalyticsCheck, RollupProgress, Span, TimeSpan } from '#storage/analytics'
import type { Store } from '#storage/database'
import { around, inner } from './cover-spans.ts'
import { findMetrics } from './find-metrics.ts'
import { Distribution } from './distribution.ts'
import { mainMetric, MainMetricTotals } from './main-metric-totals.ts'
import type { MainDistribution, MainDistributionAt, MainMetricAt } from './main-metric-totals.ts'
import { mainMetricOf } from './metrics.ts'
import { mergedStretches } from './split-hours.ts'

const quarterMs = rollupSteps.accountQuarter.lengthMs
/** Results that are not kept by the quarter yet; more of them are waited for only after an upgrade or a pause. */
const longestRecentMs = 2 * hourMs
/** So many values take 32 MB while they are read. */
const maxResults = 2_000_000
/** A smaller share of an account is read check by check: what is kept together has all the others in it too. */
const smallestShare = 1 / 8

/**
 * The main metric of many checks of an account, all of types that have one, by check and by the index of the
 * span. Everything but percentiles is exact, and so are those of spans without a whole day, UTC; of others they are at
 * most 1 % off.
 */
export async function findMainMetrics(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  spans: readonly Span[],
): Promise<MainMetricAt> {
  const totals = await findTotals(store, accountId, checks, { spans, areMerged: false })
  if (totals !== null) return totals.reader()
  const groupAt = await findByCheck(store, accountId, checks, spans)
  return (checkId, spanIndex) => {
    const found = groupAt(checkId, spanIndex)
    return found && mainMetric(found)
  }
}

/** The same with all that is known of the values, so that those of several checks can be put together. */
export async function findMainDistributions(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  spans: readonly Span[],
): Promise<MainDistributionAt> {
  const totals = await findTotals(store, accountId, checks, { spans, areMerged: true })
  return totals === null ? findByCheck(store, accountId, checks, spans) : totals.distributionReader()
}

interface WantedSpans {
  readonly spans: readonly Span[]
  /** Whether values of several checks are put together, for which no summary of a day is enough. */
  readonly areMerged: boolean
}

/** From what is kept of all checks together; null: it would take more than reading them one by one. */
async function findTotals(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  wanted: WantedSpans,
): Promise<MainMetricTotals | null> {
  const [progress, all] = await Promise.all([findRollupProgress(store.db), countChecks(store.db, accountId)])
  const cover = coverAccount(wanted, progress)
  if (checks.length < all * smallestShare || !(await isKept(store, accountId, cover))) return null
  const totals = new MainMetricTotals(checks.map((check) => check.id))
  await Promise.all([
    addDays(store, accountId, cover, totals),
    addQuarters(store, accountId, cover, totals),
    addRecent(store, accountId, cover, totals),
  ])
  return totals
}

interface AccountCover {
  readonly progress: RollupProgress
  /** Whole days, as single spans or as parts of longer ones. */
  readonly wholeDays: readonly Span[]
  readonly days: readonly Span[]
  /** The parts of the spans that have aggregates, and the whole quarters around them. */
  readonly kept: readonly Span[]
  readonly quarters: readonly TimeSpan[]
  /** The parts that have no aggregates yet. */
  readonly recent: readonly Span[]
}

function coverAccount({ spans, areMerged }: WantedSpans, progress: RollupProgress): AccountCover {
  const inners = spans.map((span) => inner(span, dayMs, progress.accountDayMs))
  const rest = spans.flatMap((span, index) => around(span, inners[index] ?? null))
  const kept = rest.map((span) => ({ ...span, toMs: Math.min(span.toMs, progress.quarterMs) })).filter(isSome)
  const days = inners.filter((day) => day !== null)
  const longer = inners
    .filter((_, index) => areMerged || lengthOf(spans[index]) !== dayMs)
    .filter((day) => day !== null)
  const isPart = ({ fromMs, toMs }: Span): boolean => longer.some((day) => day.fromMs <= fromMs && toMs <= day.toMs)
  return {
    progress,
    wholeDays: days.filter((day) => !isPart(day)),
    days: days.filter(isPart),
    kept,
    quarters: mergedStretches(kept.map(quartersAround)),
    recent: rest.map((span) => ({ ...span, fromMs: Math.max(span.fromMs, progress.quarterMs) })).filter(isSome),
  }
}

const lengthOf = (span: TimeSpan | undefined): number => (span ? span.toMs - span.fromMs : 0)
const isSome = ({ fromMs, toMs }: TimeSpan): boolean => fromMs < toMs

const quartersAround = ({ fromMs, toMs }: TimeSpan): TimeSpan => ({
  fromMs: Math.floor(fromMs / quarterMs) * quarterMs,
  toMs: Math.ceil(toMs / quarterMs) * quarterMs,
})

/** Otherwise the checks are read one by one, which takes longer and no more memory than what is kept of each. */
async function isKept({ db }: Store, accountId: string, { progress, kept, quarters, recent }: AccountCover) {
  if (kept.some((span) => span.fromMs < progress.resultsFromMs)) return false
  // Together: results between two of them are read too.
  if (recent.length > 0 && lengthOf(outerOf(recent)) > longestRecentMs) return false
  return quarters.length === 0 || (await countAccountResults(db, accountId, quarters)) <= maxResults
}

async function addDays(
  { db }: Store,
  accountId: string,
  { wholeDays, days }: AccountCover,
  into: MainMetricTotals,
): Promise<void> {
  const all = [...wholeDays, ...days]
  if (all.length === 0) return
  for (const row of into.withCheckIndexes(await findAccountDays(db, accountId, outerOf(all), days))) {
    const [{ startMs: fromMs }] = row
    for (const span of wholeDays) if (span.fromMs === fromMs) into.addWholeDay(row, span)
    for (const span of days) if (span.fromMs <= fromMs && fromMs < span.toMs) into.addDay(row, span)
  }
}

const outerOf = (spans: readonly Span[]): TimeSpan => ({
  fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
  toMs: Math.max(...spans.map(({ toMs }) => toMs)),
})

async function addQuarters(
  { db }: Store,
  accountId: string,
  { kept, quarters }: AccountCover,
  into: MainMetricTotals,
): Promise<void> {
  if (quarters.length === 0) return
  const cuts = kept.flatMap(({ fromMs, toMs }) => [fromMs, toMs]).filter((ms) => ms % quarterMs !== 0)
  const cutMs = cuts.map((ms) => Math.floor(ms / quarterMs) * quarterMs)
  for (const row of into.withCheckIndexes(await findAccountQuarters(db, accountId, quarters, cutMs))) {
    const [{ startMs: fromMs }] = row
    const toMs = fromMs + quarterMs
    for (const span of kept)
      if (span.fromMs <= fromMs && toMs <= span.toMs) into.addResults(row, span)
      else if (span.fromMs < toMs && fromMs < span.toMs) into.addCutResults(row, span)
  }
}

async function addRecent(
  { db }: Store,
  accountId: string,
  { recent }: AccountCover,
  into: MainMetricTotals,
): Promise<void> {
  if (recent.length === 0) return
  for (const row of into.withCheckIndexes(await findRecentAccountResults(db, accountId, outerOf(recent))))
    for (const span of recent) into.addCutResults(row, span)
}

async function findByCheck(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheck[],
  spans: readonly Span[],
): Promise<MainDistributionAt> {
  const found = new Map<string, Map<number, MainDistribution>>()
  for (const [position, some] of Map.groupBy(checks, (check) => mainMetricOf(check.checkType)?.position)) {
    const positions = position === undefined ? [] : [position]
    const query = { accountId, checkIds: some.map((check) => check.id), positions, groupBy: null, status: null }
    for (const { checkId, spanIndex, counts, metrics } of await findMetrics(store, query, spans)) {
      const bySpan = found.get(checkId) ?? new Map<number, MainDistribution>()
      const { results, failures } = counts
      const distribution = metrics.get(position ?? 0) ?? new Distribution()
      found.set(checkId, bySpan.set(spanIndex, { results, failures, distribution }))
    }
  }
  return (checkId, spanIndex) => found.get(checkId)?.get(spanIndex)
}
