import type { Granularity, QuickRange, Report } from '#contract'
import { heartbeatFigures, listAnalyticsChecks } from '#storage'
import type { AnalyticsCheckRow, Span, Store } from '#storage'
import { mainColumn } from './check-analytics.ts'
import type { Asker } from './check-analytics.ts'
import { findFigures } from './figures.ts'
import type { Figure } from './tally.ts'
import { availabilityOf, rounded } from './statistic.ts'
import { calendarSpans, checkZone, dayMs, rangeFault, rangeOf } from './time-range.ts'
import type { AskedRange, TimeRange } from './time-range.ts'

export interface ReportQuestion extends AskedRange {
  readonly quickRange: QuickRange
  readonly filterByTags: readonly string[]
  readonly deactivated: boolean | null
  readonly granularity: Granularity | null
  readonly timezone: string | null
}

const mostDays = 400
const mostSpans = 120

type Aggregate = NonNullable<Report['aggregate']>

/**
 * How all checks of an account did (semantics 10.3): over the whole range, or for each day, week or month of it that
 * has results. Percentiles are at most 1 % off. Throws TIME_RANGE_INVALID.
 */
export async function getReport(store: Store, asker: Asker, question: ReportQuestion): Promise<Report[]> {
  if (question.timezone !== null && question.granularity === null)
    throw rangeFault('timezone says where the spans of granularity begin; send it together with granularity.')
  const range = rangeOf(question, asker.nowMs)
  if (range.toMs - range.fromMs > mostDays * dayMs + 1) throw rangeFault(`A report covers at most ${mostDays} days.`)
  const spans = spansOf(range, question)
  const dated = spans.map((span) => ({ ...span, from: isoOf(span.fromMs), to: isoOf(span.toMs) }))
  const checks = await listAnalyticsChecks(store.db, asker.accountId, {
    tags: question.filterByTags,
    activated: question.deactivated === null ? null : !question.deactivated,
  })
  const found = await aggregatesOf(store, asker.accountId, checks, spans)
  return checks.map((check) => {
    const aggregates = found.get(check.id) ?? new Map<number, Aggregate>()
    const head = {
      name: check.name,
      checkId: check.id,
      checkType: check.check_type,
      deactivated: !check.activated,
      tags: check.tags,
    }
    if (question.granularity !== null) return { ...head, aggregates: datedAggregates(dated, aggregates) }
    const aggregate = aggregates.get(0)
    return aggregate ? { ...head, aggregate } : head
  })
}

function spansOf(range: TimeRange, { granularity, timezone }: ReportQuestion): Span[] {
  if (granularity === null) return [{ place: 0, ...range }]
  const spans = calendarSpans(range, granularity, checkZone(timezone ?? 'UTC'), mostSpans)
  return spans.map((span, place) => ({ place, ...span }))
}

const isoOf = (ms: number): string => new Date(ms).toISOString()

type DatedSpan = Span & { readonly from: string; readonly to: string }

const datedAggregates = (spans: readonly DatedSpan[], aggregates: ReadonlyMap<number, Aggregate>) =>
  spans.flatMap(({ place, from, to }) => {
    const aggregate = aggregates.get(place)
    return aggregate ? [{ ...aggregate, from, to }] : []
  })

type AggregatesOfChecks = Map<string, Map<number, Aggregate>>

async function aggregatesOf(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheckRow[],
  spans: readonly Span[],
): Promise<AggregatesOfChecks> {
  const all: AggregatesOfChecks = new Map(checks.map((check) => [check.id, new Map()]))
  const byColumn = Map.groupBy(checks, (check) => mainColumn(check.check_type))
  for (const [column, some] of byColumn) {
    const checkIds = some.map((check) => check.id)
    if (column === null) await addEvents(store, { accountId, checkIds }, spans, all)
    else await addFigures(store, { accountId, checkIds, column }, spans, all)
  }
  return all
}

async function addFigures(
  store: Store,
  { accountId, checkIds, column }: { accountId: string; checkIds: readonly string[]; column: number },
  spans: readonly Span[],
  into: AggregatesOfChecks,
): Promise<void> {
  const filter = { accountId, checkIds, columns: [column], groupBy: null, status: null }
  for (const { checkId, place, figures } of await findFigures(store, filter, spans)) {
    const successRatio = availabilityOf(figures.get(0), 4)
    if (successRatio !== null) into.get(checkId)?.set(place, { successRatio, ...times(figures.get(column)) })
  }
}

/** 0 where nothing was measured: the answer has no other way to say it. */
function times(figure: Figure | undefined): Pick<Aggregate, 'avg' | 'p95' | 'p99'> {
  if (figure === undefined || figure.size === 0) return { avg: 0, p95: 0, p99: 0 }
  const [, , p95 = 0, p99 = 0] = figure.percentiles
  return { avg: rounded(figure.total / figure.size, 2), p95: rounded(p95, 2), p99: rounded(p99, 2) }
}

/** Heartbeats have no duration. */
async function addEvents(
  store: Store,
  filter: { accountId: string; checkIds: readonly string[] },
  spans: readonly Span[],
  into: AggregatesOfChecks,
): Promise<void> {
  for (const row of await heartbeatFigures(store.db, { ...filter, states: null }, spans)) {
    const successRatio = rounded((100 * (row.size - row.failures)) / row.size, 4)
    into.get(row.check_id)?.set(row.place, { successRatio, avg: 0, p95: 0, p99: 0 })
  }
}
