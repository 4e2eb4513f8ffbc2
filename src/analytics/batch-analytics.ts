import { columnOfMetric, descriptorOf, isInboundType, mainColumn } from '#contract'
import type { AnalyticsType, CheckBatchAnalytics, QuickRange } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findAnalyticsChecks, heartbeatFigures } from '#storage'
import type { AnalyticsCheckRow, Store } from '#storage'
import { metricOf } from './asked-metrics.ts'
import { findFigures } from './figures.ts'
import { groupByColumns } from './group-by-columns.ts'
import type { Figure } from './tally.ts'
import { availabilityOf, rounded, statisticOf } from './statistic.ts'
import { rangeOf } from './time-range.ts'
import type { TimeRange } from './time-range.ts'

type Named = readonly (readonly [figure: string, metric: string])[]

/** Which metrics stand behind the figures of a type; a figure that is not named does not apply to it. */
function figuresOf(checkType: AnalyticsType): Named {
  const { main, mainFigure, figures = [] } = descriptorOf(checkType).analytics
  if (main === null || mainFigure === null) return figures
  const ofMain = ['avg', 'p50', 'p95', 'p99'].map(
    (statistic) => [`${mainFigure}_${statistic}`, `${main}_${statistic}`] as const,
  )
  return [...ofMain, ...figures]
}

/**
 * The main figures of many checks, in the order asked for (semantics 10.2): null without data, absent where a type has
 * no such thing. Percentiles are at most 1 % off. Throws CHECK_UNKNOWN for an id that is no check of the account.
 */
export async function getChecksAnalytics(
  store: Store,
  caller: Caller,
  question: { readonly checkIds: readonly string[]; readonly quickRange: QuickRange },
): Promise<CheckBatchAnalytics[]> {
  const ids = [...new Set(question.checkIds)]
  const rows = new Map((await findAnalyticsChecks(store.db, caller.accountId, ids)).map((row) => [row.id, row]))
  const checks = ids.map((id) => {
    const row = rows.get(id)
    if (!row) throw new Fault('CHECK_UNKNOWN', { values: { checkId: id } })
    return row
  })
  const range = rangeOf({ quickRange: question.quickRange }, caller.nowMs)
  const figures = await figuresOfChecks(store, caller.accountId, checks, range)
  const events = await eventsOfHeartbeats(store, caller.accountId, checks, range)
  return checks.map((check) => ({
    checkId: check.id,
    checkType: check.checkType,
    ...(isInboundType(check.checkType)
      ? { availability: events.get(check.id) ?? null }
      : { availability: availabilityOf(figures.get(check.id)?.get(0)) }),
    ...namedFigures(check.checkType, figures.get(check.id)),
  }))
}

function namedFigures(checkType: AnalyticsType, figures: ReadonlyMap<number, Figure> | undefined) {
  const values = figuresOf(checkType).map(([figure, name]) => {
    const metric = metricOf(checkType, name)
    const value =
      metric?.column && metric.statistic
        ? statisticOf(figures?.get(metric.column), metric.statistic, metric.unit)
        : null
    return [figure, value] as const
  })
  return Object.fromEntries(values)
}

/** Checks whose figures stand in the same columns are read together. */
async function figuresOfChecks(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheckRow[],
  range: TimeRange,
): Promise<Map<string, ReadonlyMap<number, Figure>>> {
  const measured = checks.filter((check) => !isInboundType(check.checkType))
  const groups = groupByColumns(measured, (check) => columnsOf(check.checkType))
  const found = await Promise.all(
    groups.map(({ columns, checks: some }) =>
      findFigures(
        store,
        {
          accountId,
          checkIds: some.map((check) => check.id),
          columns,
          groupBy: null,
          status: null,
        },
        [{ place: 0, ...range }],
      ),
    ),
  )
  return new Map(found.flat().map((group) => [group.checkId, group.figures]))
}

function columnsOf(checkType: AnalyticsType): number[] {
  const names = figuresOf(checkType).map(([, name]) => name.slice(0, name.lastIndexOf('_')))
  return [...new Set(names)].flatMap((name) => columnOfMetric(checkType, name) ?? mainColumn(checkType) ?? [])
}

async function eventsOfHeartbeats(
  store: Store,
  accountId: string,
  checks: readonly AnalyticsCheckRow[],
  range: TimeRange,
): Promise<Map<string, number>> {
  const checkIds = checks.filter((check) => isInboundType(check.checkType)).map((check) => check.id)
  if (checkIds.length === 0) return new Map()
  const rows = await heartbeatFigures(store.db, { accountId, checkIds, states: null }, [{ place: 0, ...range }])
  return new Map(rows.map((row) => [row.checkId, rounded((100 * (row.size - row.failures)) / row.size, 2)]))
}
