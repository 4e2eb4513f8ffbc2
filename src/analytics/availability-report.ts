import type {
  AvailabilityReport,
  ReportEntry,
  ReportFigures,
  ReportGrouping,
  ReportOrder,
  UnknownTime,
} from '#contract'
import { LRUCache } from 'lru-cache'
import { dayMs, parseInstant, rangeFault } from '#kernel'
import type { Caller } from '#kernel'
import { countHeartbeatsInSpans, countOutagesInSpans, listReportChecks } from '#storage/analytics'
import type { ReportCheck, Span } from '#storage/analytics'
import type { Store } from '#storage/database'
import { availabilityOf } from './availability.ts'
import { Distribution } from './distribution.ts'
import { findMainDistributions } from './find-main-metrics.ts'
import type { MainDistribution, MainDistributionAt } from './main-metric-totals.ts'
import { mainMetricOf } from './metrics.ts'
import { rounded, statisticOf } from './statistic.ts'
import { rangeOf } from './time-range.ts'
import type { TimeRange } from './time-range.ts'
import { findUnknownTimes } from './unknown-times.ts'
import type { UnknownMsOf } from './unknown-times.ts'

export interface AvailabilityQuestion {
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** Where the period to compare with begins. */
  readonly previousFrom?: string | undefined
  readonly groupBy: ReportGrouping
  readonly tags: readonly string[]
  /** Part of the name of an entry, in any case. */
  readonly search: string
  readonly sortBy: ReportOrder
  /** Default: excluded. */
  readonly unknownAs?: UnknownTime
  readonly isDescending: boolean
}

const maxDays = 400
const previous = 0
const current = 1

export type WholeReport = Omit<AvailabilityReport, 'length'>

/** How long further pages of a report are cut from what its first page read. */
const pagesKeptMs = 60_000
const mostKept = 50
const kept = new LRUCache<string, { readonly report: WholeReport; readonly atMs: number }>({ max: mostKept })

export interface ReportWindow {
  readonly offset: number
  readonly limit: number
}

/**
 * One page of `getAvailabilityReport`. The first one reads everything; the next ones are of the same report, so that a list
 * that is read page by page costs one report, and no entry is missed or repeated.
 */
export async function getAvailabilityPage(
  store: Store,
  caller: Caller,
  question: AvailabilityQuestion,
  { offset, limit }: ReportWindow,
): Promise<AvailabilityReport> {
  const key = JSON.stringify([caller.accountId, question])
  const known = offset > 0 ? kept.get(key) : undefined
  const isCurrent = known !== undefined && caller.nowMs - known.atMs < pagesKeptMs && caller.nowMs >= known.atMs
  const report = isCurrent ? known.report : await getAvailabilityReport(store, caller, question)
  const hasMore = report.entries.length > offset + limit
  if (!isCurrent && hasMore) kept.set(key, { report, atMs: caller.nowMs })
  return { ...report, entries: report.entries.slice(offset, offset + limit), length: report.entries.length }
}

/**
 * How checks, groups or tags did in a range and in the period of the same length before it, all of them in the order
 * asked for; what was not measured is last. Throws TIME_RANGE_INVALID.
 */
export async function getAvailabilityReport(
  store: Store,
  caller: Caller,
  question: AvailabilityQuestion,
): Promise<WholeReport> {
  const range = rangeOf({ ...question, quickRange: 'last30Days' }, caller.nowMs)
  const lengthMs = range.toMs - range.fromMs
  if (lengthMs > maxDays * dayMs + 1) throw rangeFault(`A report covers at most ${maxDays} days.`)
  const before = periodBefore(range, question.previousFrom)
  const spans = [
    { spanIndex: previous, ...before },
    { spanIndex: current, ...range },
  ]
  const checks = await listReportChecks(store.db, caller.accountId, question.tags)
  const times = { fromMs: before.fromMs, nowMs: caller.nowMs }
  const unknownMsOf = await findUnknownTimes(store.db, caller.accountId, times)
  const { unknownAs = 'excluded' } = question
  const read = { ...(await readSpans(store, caller.accountId, checks, spans)), unknownMsOf, unknownAs }
  const figuresOf = (members: readonly ReportCheck[]) => ({
    ...figures(members, current, cut(range, caller.nowMs), read),
    previous: figures(members, previous, before, read),
  })
  const wanted = question.search.toLowerCase()
  const groups = groupsOf(checks, question.groupBy).filter(({ name }) => (name ?? '').toLowerCase().includes(wanted))
  const entries = groups.map(({ members, ...group }) => ({
    ...group,
    checks: members.length,
    ...figuresOf(members),
  }))
  return {
    from: isoOf(range.fromMs),
    to: isoOf(range.toMs),
    previousFrom: isoOf(before.fromMs),
    previousTo: isoOf(before.toMs),
    unknownAs,
    entries: entries.toSorted(orderOf(question)),
    total: { checks: checks.length, ...figuresOf(checks) },
  }
}

/** As long as the range, but over before that begins: months differ. */
function periodBefore({ fromMs, toMs }: TimeRange, asked: string | undefined): TimeRange {
  const lengthMs = toMs - fromMs
  const beforeMs = asked === undefined ? fromMs - lengthMs : parseInstant('previousFrom', asked)
  if (beforeMs >= fromMs && fromMs > 0)
    throw rangeFault('previousFrom must be before from.', {
      path: 'from',
      rule: 'after',
      parameters: { field: 'previousFrom' },
    })
  if (fromMs - beforeMs > maxDays * dayMs + 1)
    throw rangeFault(`previousFrom must be at most ${maxDays} days before from.`)
  const startMs = Math.max(0, beforeMs)
  return { fromMs: startMs, toMs: Math.min(startMs + lengthMs, fromMs) }
}

const isoOf = (ms: number): string => new Date(ms).toISOString()
const cut = ({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange => ({ fromMs, toMs: Math.min(toMs, nowMs) })

interface Read {
  readonly resultsAt: MainDistributionAt
  readonly outagesAt: (checkId: string, spanIndex: number) => number
}

async function readSpans(
  store: Store,
  accountId: string,
  checks: readonly ReportCheck[],
  spans: readonly Span[],
): Promise<Read> {
  const measured = checks.filter(isMeasured)
  const checkIds = checks.filter((check) => !isMeasured(check)).map(({ id }) => id)
  const [measuredAt, events, outages] = await Promise.all([
    findMainDistributions(store, accountId, measured, spans),
    checkIds.length === 0 ? [] : countHeartbeatsInSpans(store.db, { accountId, checkIds, states: null }, spans),
    countOutagesInSpans(store.db, accountId, spans),
  ])
  const eventsAt = new Map(
    events.map(({ checkId, spanIndex, size, failures }) => [
      keyOf(checkId, spanIndex),
      { results: size, failures, distribution: new Distribution() },
    ]),
  )
  const counted = new Map(outages.map((one) => [keyOf(one.checkId, one.spanIndex), one.outages]))
  return {
    resultsAt: (checkId, spanIndex) => measuredAt(checkId, spanIndex) ?? eventsAt.get(keyOf(checkId, spanIndex)),
    outagesAt: (checkId, spanIndex) => counted.get(keyOf(checkId, spanIndex)) ?? 0,
  }
}

const isMeasured = ({ checkType }: ReportCheck): boolean => mainMetricOf(checkType) !== undefined
const keyOf = (checkId: string, spanIndex: number): string => `${checkId}/${spanIndex}`

type Group = Pick<ReportEntry, 'id' | 'name' | 'checkType'> & { readonly members: readonly ReportCheck[] }

function groupsOf(checks: readonly ReportCheck[], groupBy: ReportGrouping): readonly Group[] {
  if (groupBy === 'check')
    return checks.map((check) => ({ id: check.id, name: check.name, checkType: check.checkType, members: [check] }))
  if (groupBy === 'group')
    return [...Map.groupBy(checks, ({ groupId }) => groupId)].map(([id, members]) => ({
      id: id === null ? null : String(id),
      name: members[0]?.groupName ?? null,
      checkType: null,
      members,
    }))
  const tagged = checks.flatMap((check) => (check.tags.length > 0 ? check.tags : [null]).map((tag) => ({ tag, check })))
  return [...Map.groupBy(tagged, ({ tag }) => tag)].map(([tag, members]) => ({
    id: tag,
    name: tag,
    checkType: null,
    members: members.map(({ check }) => check),
  }))
}

interface Accounting {
  readonly unknownMsOf: UnknownMsOf
  readonly unknownAs: UnknownTime
}

const meanOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/** Availability and downtime by the share of failed results in the known time, and by what unknown time counts as. */
function accountFor(
  { results, failures }: Pick<ReportFigures, 'results' | 'failures'>,
  time: { readonly observedMs: number; readonly unknownMs: number; readonly unknownAs: UnknownTime },
): Pick<ReportFigures, 'availability' | 'downtime'> {
  const { observedMs, unknownMs, unknownAs } = time
  if (results === 0) return { availability: null, downtime: null }
  const knownDownMs = (failures / results) * (observedMs - unknownMs)
  const downMs = unknownAs === 'down' ? knownDownMs + unknownMs : knownDownMs
  const isPlain = unknownAs === 'excluded' || unknownMs === 0 || observedMs === 0
  return {
    availability: isPlain ? availabilityOf({ results, failures }, 4) : rounded(100 * (1 - downMs / observedMs), 4),
    downtime: rounded(downMs / 1000, 0),
  }
}

/** The figures of a range, of the runs of some checks together. */
function figures(
  members: readonly ReportCheck[],
  spanIndex: number,
  range: TimeRange,
  { resultsAt, outagesAt, unknownMsOf, unknownAs }: Read & Accounting,
): ReportFigures {
  const ran = members.filter(({ id }) => (resultsAt(id, spanIndex)?.results ?? 0) > 0)
  const found = ran.flatMap(({ id }) => resultsAt(id, spanIndex) ?? [])
  const { results, failures, distribution } = joined(found)
  const createdMs = ran.reduce((first, { createdAt }) => Math.min(first, createdAt.getTime()), range.toMs)
  const observed = { fromMs: Math.min(range.toMs, Math.max(range.fromMs, createdMs)), toMs: range.toMs }
  const unknownMs = meanOf(ran.map(({ id }) => unknownMsOf(id, observed)))
  const counted = accountFor(
    { results, failures },
    { observedMs: observed.toMs - observed.fromMs, unknownMs, unknownAs },
  )
  return {
    results,
    failures,
    ...counted,
    ...(unknownMs > 0 && { unknown: rounded(unknownMs / 1000, 0) }),
    outages: members.reduce((sum, { id }) => sum + outagesAt(id, spanIndex), 0),
    mean: statisticOf(distribution, 'avg', 'milliseconds'),
    p50: statisticOf(distribution, 'p50', 'milliseconds'),
    p95: statisticOf(distribution, 'p95', 'milliseconds'),
    p99: statisticOf(distribution, 'p99', 'milliseconds'),
  }
}

function joined(found: readonly MainDistribution[]): MainDistribution {
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const all = { results: 0, failures: 0, distribution: new Distribution() }
  for (const { results, failures, distribution } of found) {
    all.results += results
    all.failures += failures
    if (distribution.size > 0) all.distribution.addDistribution(distribution)
  }
  return all
}

/** Equal ones by name. */
function orderOf({ sortBy, isDescending }: AvailabilityQuestion) {
  const sign = isDescending ? -1 : 1
  const byName = (one: ReportEntry, other: ReportEntry): number => names.compare(one.name ?? '', other.name ?? '')
  return (one: ReportEntry, other: ReportEntry): number => {
    if (sortBy === 'name') return sign * byName(one, other)
    const [a, b] = [one[sortBy], other[sortBy]]
    if (a === null || b === null) return Number(a === null) - Number(b === null) || byName(one, other)
    return sign * (a - b) || byName(one, other)
  }
}

/** "Shop 2" before "Shop 10". */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
