import { dashboardRanges, getDashboardMetrics } from '#analytics'
import type { DashboardMetrics, DashboardRange, MetricsByRange } from '#analytics'
import { descriptorOf, isInboundType } from '#contract'
import type { CheckType } from '#contract'
import { listChecksOfDashboard, listIncidentsOfDashboard } from '#publishing'
import type {
  PublishedDashboard,
  DashboardCheck,
  DashboardChecks,
  DashboardIncident,
  DashboardResult,
} from '#publishing'
import type { DashboardStatus } from '#storage/dashboards'
import type { PageSources } from '../page-sources.ts'
import { reasonOf } from './reason-of.ts'

/** The content of a dashboard as data: its page is rendered from it, and it is the JSON next to the page. */
export interface DashboardDocument {
  readonly header: string
  readonly description: string | null
  readonly updatedAt: string
  readonly page: number
  readonly pages: number
  readonly checkCount: number
  /** Of all pages. */
  readonly statusCounts: DashboardChecks['counts']
  /** How many of the unknown ones nobody runs now, of all pages. */
  readonly notRunning: number
  readonly checks: readonly DocumentCheck[]
  readonly incidents: readonly DocumentIncident[]
}

/** Without what the settings of the dashboard hide. */
export interface DocumentCheck {
  readonly name: string
  readonly checkType: CheckType
  readonly groupName?: string | null
  readonly tags?: readonly string[]
  readonly status: DashboardStatus
  /** Since when nobody runs it, which is then unknown; null while somebody does. */
  readonly notRunningSince: string | null
  /** Since when it fails or is degraded; null otherwise. */
  readonly since: string | null
  /** Why it fails or is degraded, as far as readers may know. */
  readonly reason: string | null
  readonly metrics: { readonly [R in DashboardRange]: Partial<DashboardMetrics> }
  /** Oldest first. */
  readonly recentResults: readonly DocumentResult[]
}

export interface DocumentResult {
  readonly at: string
  readonly outcome: DashboardResult['outcome']
  /** Milliseconds. */
  readonly responseTime: number | null
  /** URL of the complete result for holders of an API key. */
  readonly url?: string
}

interface DocumentIncident {
  readonly name: string
  readonly impact: string
  readonly isOver: boolean
  readonly startedAt: string
  readonly stoppedAt: string | null
  /** Newest first. */
  readonly updates: readonly { readonly status: string; readonly description: string; readonly at: string }[]
}

/** Reads one page of a dashboard, in a number of statements that does not depend on the number of checks. */
export async function readDashboard(
  { store, clock, publicUrl }: Pick<PageSources, 'store' | 'clock' | 'publicUrl'>,
  dashboard: PublishedDashboard,
  page: number,
): Promise<DashboardDocument> {
  const nowMs = clock.now()
  const { accountId, isPrivate, settings } = dashboard
  const [listed, incidents] = await Promise.all([
    listChecksOfDashboard(store, dashboard, { page, nowMs }),
    settings.enableIncidents ? listIncidentsOfDashboard(store, dashboard, nowMs) : [],
  ])
  const targets = listed.items.map(({ id, checkType }) => ({ id, checkType }))
  const metrics = await getDashboardMetrics(store, { accountId, nowMs }, targets)
  return {
    header: settings.header,
    description: settings.description,
    updatedAt: new Date(nowMs).toISOString(),
    page: listed.page,
    pages: listed.pages,
    checkCount: listed.total,
    statusCounts: listed.counts,
    notRunning: listed.notRunning,
    checks: listed.items.flatMap((check) => {
      const known = metrics.get(check.id)
      return known ? [documentCheck(check, known, { settings, isPrivate, publicUrl })] : []
    }),
    incidents: incidents.map(documentIncident),
  }
}

interface Showing extends Pick<PublishedDashboard, 'settings' | 'isPrivate'> {
  readonly publicUrl: string
}

const documentCheck = (check: DashboardCheck, metrics: MetricsByRange, showing: Showing): DocumentCheck => ({
  name: check.name,
  checkType: check.checkType,
  ...(showing.settings.showGroupNames && { groupName: check.groupName }),
  ...(!showing.settings.hideTags && { tags: check.tags }),
  status: check.status,
  notRunningSince: check.notRunningSince?.toISOString() ?? null,
  since: check.since?.toISOString() ?? null,
  reason: reasonOf(check, showing),
  metrics: visibleMetrics(check.checkType, metrics, showing),
  recentResults: check.results.map((result) => ({
    at: result.at.toISOString(),
    outcome: result.outcome,
    responseTime: result.responseTimeMs,
    ...(showing.settings.showCheckRunLinks && { url: `${showing.publicUrl}${pathOf(check, result)}` }),
  })),
})

const pathOf = ({ id, checkType }: DashboardCheck, result: DashboardResult): string =>
  isInboundType(checkType) ? `/v1/checks/heartbeats/${id}/events/${result.id}` : `/v1/check-results/${id}/${result.id}`

/** The cast is safe because the ranges are those of the metrics. */
function visibleMetrics(
  checkType: CheckType,
  metrics: MetricsByRange,
  { settings }: Showing,
): DocumentCheck['metrics'] {
  const names = Object.keys(dashboardRanges) as DashboardRange[]
  const listed = names.map((name) => {
    const { availability, p95, p99, packetLossP95 } = metrics[name]
    return [name, { availability, ...visiblePercentiles(checkType, { p95, p99, packetLossP95 }, settings) }] as const
  })
  return Object.fromEntries(listed) as DocumentCheck['metrics']
}

/** Where packets are lost, the 95th percentile of that replaces the 99th; what waits for pings has no duration. */
function visiblePercentiles(
  checkType: CheckType,
  { p95, p99, packetLossP95 }: Omit<DashboardMetrics, 'availability'>,
  { showP95, showP99 }: Showing['settings'],
): Partial<DashboardMetrics> {
  if (isInboundType(checkType)) return {}
  if (descriptorOf(checkType).analytics.packetLoss !== undefined) return showP95 ? { p95, packetLossP95 } : {}
  return { ...(showP95 && { p95 }), ...(showP99 && { p99 }) }
}

const documentIncident = ({ incident, updates }: DashboardIncident): DocumentIncident => ({
  name: incident.name,
  impact: incident.impact,
  isOver: incident.isOver,
  startedAt: (incident.startedAt ?? incident.createdAt).toISOString(),
  stoppedAt: incident.stoppedAt?.toISOString() ?? null,
  updates: updates.map(({ status, description, createdAt }) => ({
    status,
    description,
    at: createdAt.toISOString(),
  })),
})
