import { dashboardChecksPerPage, isInboundType } from '#contract'
import { dayMs } from '#kernel'
import { findUnobserved } from '#observation'
import {
  countDashboardChecks,
  listRecentEvents,
  listRecentResults,
  listDashboardChecks,
  dashboardStatuses,
} from '#storage/dashboards'
import type { RecentFilter, DashboardCheckRow, DashboardStatus, ListedDashboardCheckRow } from '#storage/dashboards'
import type { Store } from '#storage/database'
import type { PublishedDashboard } from './published-dashboard.ts'

export type { DashboardStatus } from '#storage/dashboards'

/** One result of a check, or one event of a heartbeat. */
export interface DashboardResult {
  readonly id: string
  readonly at: Date
  readonly outcome: 'passed' | 'degraded' | 'failed'
  /** Null for heartbeats. */
  readonly responseTimeMs: number | null
}

export interface DashboardCheck extends Omit<ListedDashboardCheckRow, 'sinceMs'> {
  /** Since when it fails or is degraded; null otherwise. */
  readonly since: Date | null
  /** Since when nobody runs it; null while somebody does. */
  readonly notRunningSince: Date | null
  /** Oldest first. */
  readonly results: readonly DashboardResult[]
}

export interface DashboardChecks {
  readonly items: readonly DashboardCheck[]
  /** From 1; the last when a later one was requested. */
  readonly page: number
  readonly pages: number
  readonly total: number
  /** Of all pages. */
  readonly counts: { readonly [S in DashboardStatus]: number }
  /** How many of the unknown ones nobody runs, of all pages. */
  readonly notRunning: number
}

export const resultsPerCheck = 24
const lookBackMs = 7 * dayMs

/**
 * One page of the checks of a dashboard with their latest results. The number of statements does not depend on the
 * number of checks.
 */
export async function listChecksOfDashboard(
  store: Store,
  { accountId, settings }: PublishedDashboard,
  requested: { readonly page: number; readonly nowMs: number },
): Promise<DashboardChecks> {
  const reasons = await findUnobserved(store.db, accountId)
  const unobserved = [...reasons.keys()]
  const filter = { accountId, tags: settings.tags, needsAllTags: settings.useTagsAndOperator ?? false, unobserved }
  const counted = await countDashboardChecks(store.db, filter)
  const found = new Map(counted.map((row) => [row.status, row.count]))
  const total = [...found.values()].reduce((sum, count) => sum + count, 0)
  const limit = settings.checksPerPage ?? dashboardChecksPerPage.default
  const pages = Math.max(1, Math.ceil(total / limit))
  const page = Math.min(requested.page, pages)
  const window = { limit, offset: (page - 1) * limit, isWorstFirst: settings.sortByStatus }
  const rows = total === 0 ? [] : await listDashboardChecks(store.db, { ...filter, ...window })
  const results = await resultsOf(store, accountId, rows, requested.nowMs)
  return {
    items: rows.map(({ sinceMs, tags, ...row }) => ({
      ...row,
      since: sinceMs === null ? null : new Date(sinceMs),
      tags: [...new Set(tags)],
      results: results.get(row.id) ?? [],
      notRunningSince: row.status === 'unknown' ? (reasons.get(row.id)?.since ?? null) : null,
    })),
    page,
    pages,
    total,
    counts: countsOf(found),
    notRunning: counted.reduce((sum, row) => sum + row.unobserved, 0),
  }
}

/** The cast is safe because every status gets a number. */
function countsOf(found: ReadonlyMap<DashboardStatus, number>): DashboardChecks['counts'] {
  return Object.fromEntries(
    dashboardStatuses.map((status) => [status, found.get(status) ?? 0]),
  ) as DashboardChecks['counts']
}

async function resultsOf(
  store: Store,
  accountId: string,
  checks: readonly DashboardCheckRow[],
  nowMs: number,
): Promise<Map<string, DashboardResult[]>> {
  const filterOf = (some: readonly DashboardCheckRow[]): RecentFilter => ({
    accountId,
    checkIds: some.map(({ id }) => id),
    sinceMs: nowMs - lookBackMs,
    limit: resultsPerCheck,
  })
  const heartbeats = checks.filter((check) => isInboundType(check.checkType))
  const others = checks.filter((check) => !isInboundType(check.checkType))
  const [events, results] = await Promise.all([
    heartbeats.length === 0 ? [] : listRecentEvents(store.db, filterOf(heartbeats)),
    others.length === 0 ? [] : listRecentResults(store.db, filterOf(others)),
  ])
  const byCheck = new Map<string, DashboardResult[]>()
  const add = (checkId: string, result: DashboardResult): void => {
    byCheck.set(checkId, [result, ...(byCheck.get(checkId) ?? [])])
  }
  for (const { checkId, id, at, outcome, responseTimeMs } of results) add(checkId, { id, at, outcome, responseTimeMs })
  for (const { checkId, id, at, state } of events)
    add(checkId, { id, at, outcome: state === 'FAILING' ? 'failed' : 'passed', responseTimeMs: null })
  return byCheck
}
