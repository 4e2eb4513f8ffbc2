import { dashboardRanges, getDashboardFigures } from '#analytics'
import type { DashboardFigures, DashboardRange, FiguresOfRanges } from '#analytics'
import { descriptorOf, isInboundType } from '#contract'
import type { CheckType } from '#contract'
import { listChecksOfDashboard, listIncidentsOfDashboard } from '#publishing'
import type { PublishedDashboard, ShownCheck, ShownChecks, ShownIncident, ShownResult, ShownStatus } from '#publishing'
import type { PageSources } from '../page-sources.ts'

/** The content of a dashboard as data: its page is rendered from it, and it is the JSON next to the page. */
export interface DashboardDocument {
  readonly header: string
  readonly description: string | null
  readonly updatedAt: string
  readonly page: number
  readonly pages: number
  readonly checkCount: number
  /** Of all pages. */
  readonly statusCounts: ShownChecks['counts']
  readonly checks: readonly DocumentCheck[]
  readonly incidents: readonly DocumentIncident[]
}

/** Without what the settings of the dashboard hide. */
export interface DocumentCheck {
  readonly name: string
  readonly checkType: CheckType
  readonly groupName?: string | null
  readonly tags?: readonly string[]
  readonly status: ShownStatus
  readonly figures: { readonly [R in DashboardRange]: Partial<DashboardFigures> }
  /** Oldest first. */
  readonly recentResults: readonly DocumentResult[]
}

export interface DocumentResult {
  readonly at: string
  readonly outcome: ShownResult['outcome']
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
  const { accountId, settings } = dashboard
  const [shown, incidents] = await Promise.all([
    listChecksOfDashboard(store, dashboard, { page, nowMs }),
    settings.enableIncidents ? listIncidentsOfDashboard(store, dashboard, nowMs) : [],
  ])
  const asked = shown.items.map(({ id, checkType }) => ({ id, checkType }))
  const figures = await getDashboardFigures(store, { accountId, nowMs }, asked)
  return {
    header: settings.header,
    description: settings.description,
    updatedAt: new Date(nowMs).toISOString(),
    page: shown.page,
    pages: shown.pages,
    checkCount: shown.total,
    statusCounts: shown.counts,
    checks: shown.items.flatMap((check) => {
      const known = figures.get(check.id)
      return known ? [documentCheck(check, known, { settings, publicUrl })] : []
    }),
    incidents: incidents.map(documentIncident),
  }
}

interface Showing {
  readonly settings: PublishedDashboard['settings']
  readonly publicUrl: string
}

const documentCheck = (check: ShownCheck, figures: FiguresOfRanges, showing: Showing): DocumentCheck => ({
  name: check.name,
  checkType: check.checkType,
  ...(showing.settings.showGroupNames && { groupName: check.groupName }),
  ...(!showing.settings.hideTags && { tags: check.tags }),
  status: check.status,
  figures: shownFigures(check.checkType, figures, showing),
  recentResults: check.results.map((result) => ({
    at: result.at.toISOString(),
    outcome: result.outcome,
    responseTime: result.responseTimeMs,
    ...(showing.settings.showCheckRunLinks && { url: `${showing.publicUrl}${pathOf(check, result)}` }),
  })),
})

const pathOf = ({ id, checkType }: ShownCheck, result: ShownResult): string =>
  isInboundType(checkType) ? `/v1/checks/heartbeats/${id}/events/${result.id}` : `/v1/check-results/${id}/${result.id}`

/** The cast is safe because the ranges are those of the metrics. */
function shownFigures(checkType: CheckType, figures: FiguresOfRanges, { settings }: Showing): DocumentCheck['figures'] {
  const names = Object.keys(dashboardRanges) as DashboardRange[]
  const shown = names.map((name) => {
    const { availability, p95, p99, packetLossP95 } = figures[name]
    return [name, { availability, ...percentilesShown(checkType, { p95, p99, packetLossP95 }, settings) }] as const
  })
  return Object.fromEntries(shown) as DocumentCheck['figures']
}

/** Where packets are lost, the 95th percentile of that replaces the 99th; what waits for pings has no duration. */
function percentilesShown(
  checkType: CheckType,
  { p95, p99, packetLossP95 }: Omit<DashboardFigures, 'availability'>,
  { showP95, showP99 }: Showing['settings'],
): Partial<DashboardFigures> {
  if (isInboundType(checkType)) return {}
  if (descriptorOf(checkType).analytics.packetLoss !== undefined) return showP95 ? { p95, packetLossP95 } : {}
  return { ...(showP95 && { p95 }), ...(showP99 && { p99 }) }
}

const documentIncident = ({ incident, updates }: ShownIncident): DocumentIncident => ({
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
