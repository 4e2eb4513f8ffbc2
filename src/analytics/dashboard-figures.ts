import { columnOfMetric, descriptorOf, mainColumn } from '#contract'
import type { AnalyticsType } from '#contract'
import { hourMs } from '#kernel'
import type { Caller } from '#kernel'
import { heartbeatFigures } from '#storage'
import type { Span, Store } from '#storage'
import { findFigures } from './figures.ts'
import { groupByColumns } from './group-by-columns.ts'
import type { OfColumns } from './group-by-columns.ts'
import type { FigureGroup } from './figures.ts'
import { availabilityOf, rounded, statisticOf } from './statistic.ts'

/** How far back the figures of dashboards reach, in hours (semantics 7.9). */
export const dashboardRanges = {
  lastHour: 1,
  last3Hours: 3,
  last24Hours: 24,
  last7Days: 7 * 24,
  last30Days: 30 * 24,
} as const
export type DashboardRange = keyof typeof dashboardRanges

/** Percent and milliseconds; null without data and where a type has no such thing. */
export interface DashboardFigures {
  readonly availability: number | null
  /** Of the response time, or of the latency. */
  readonly p95: number | null
  readonly p99: number | null
  /** Of types that lose packets. */
  readonly packetLossP95: number | null
}

export type FiguresOfRanges = { readonly [R in DashboardRange]: DashboardFigures }

interface AskedCheck {
  readonly id: string
  readonly checkType: AnalyticsType
}

const rangeNames = Object.keys(dashboardRanges) as DashboardRange[]
const noFigures: DashboardFigures = { availability: null, p95: null, p99: null, packetLossP95: null }

/**
 * The figures of checks over all ranges up to now, as the analytics of many checks tell them. Checks whose figures stand
 * in the same columns are read together, so the number of statements does not depend on how many there are.
 */
export async function getDashboardFigures(
  store: Store,
  caller: Caller,
  checks: readonly AskedCheck[],
): Promise<Map<string, FiguresOfRanges>> {
  const spans = rangeNames.map((name, place) => ({
    place,
    fromMs: caller.nowMs - dashboardRanges[name] * hourMs,
    toMs: caller.nowMs + 1,
  }))
  const groups = groupByColumns(checks, ({ checkType }) => columnsOf(checkType))
  const found = await Promise.all(
    groups.map(({ columns, checks: some }) =>
      columns.length === 0
        ? ofHeartbeats(store, caller, some, spans)
        : ofResults(store, caller, { checks: some, columns }, spans),
    ),
  )
  const figures = new Map(found.flat().map((one) => [`${one.checkId} ${one.place}`, one.figures]))
  return new Map(checks.map(({ id }) => [id, byRange((place) => figures.get(`${id} ${place}`) ?? noFigures)]))
}

interface FiguresOfSpan {
  readonly checkId: string
  readonly place: number
  readonly figures: DashboardFigures
}

/** Sound because every range gets its figures. */
function byRange(figuresAt: (place: number) => DashboardFigures): FiguresOfRanges {
  return Object.fromEntries(rangeNames.map((name, place) => [name, figuresAt(place)])) as FiguresOfRanges
}

/** What the percentiles are of, and what loses packets when anything does. Nothing for heartbeats. */
function columnsOf(checkType: AnalyticsType): number[] {
  const main = mainColumn(checkType)
  const { packetLoss } = descriptorOf(checkType).analytics
  const lossColumn = packetLoss === undefined ? null : columnOfMetric(checkType, packetLoss)
  return [main, lossColumn].filter((column) => column !== null)
}

async function ofResults(
  store: Store,
  { accountId }: Caller,
  { checks, columns }: OfColumns<AskedCheck>,
  spans: readonly Span[],
): Promise<FiguresOfSpan[]> {
  const filter = { accountId, checkIds: checks.map(({ id }) => id), columns, groupBy: null, status: null }
  const groups = await findFigures(store, filter, spans)
  return groups.map((group) => ({ checkId: group.checkId, place: group.place, figures: figuresOf(group, columns) }))
}

function figuresOf({ figures }: FigureGroup, [main = 0, packetLoss]: readonly number[]): DashboardFigures {
  return {
    availability: availabilityOf(figures.get(0)),
    p95: statisticOf(figures.get(main), 'p95', 'milliseconds'),
    p99: statisticOf(figures.get(main), 'p99', 'milliseconds'),
    packetLossP95: packetLoss === undefined ? null : statisticOf(figures.get(packetLoss), 'p95', 'percentage'),
  }
}

async function ofHeartbeats(
  store: Store,
  { accountId }: Caller,
  checks: readonly AskedCheck[],
  spans: readonly Span[],
): Promise<FiguresOfSpan[]> {
  const filter = { accountId, checkIds: checks.map(({ id }) => id), states: null }
  const rows = await heartbeatFigures(store.db, filter, spans)
  return rows.map(({ checkId, place, size, failures }) => ({
    checkId,
    place,
    figures: { ...noFigures, availability: rounded((100 * (size - failures)) / size, 2) },
  }))
}
