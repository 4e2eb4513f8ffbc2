import { incidentSeverities } from '#contract'
import type { ComponentImpact, IncidentSeverity, IncidentStatus } from '#contract'
import type { PublicIncidentUpdateRow, PageIncidentRow } from '#storage/status-pages'
import { incidentInterval } from '../uptime/incident-interval.ts'
import type { Interval } from '#schedule'
import { publicKey } from './public-key.ts'
import { incidentTimes } from './incident-times.ts'
import type { PublicIncident, PublicState } from './public-status-page.ts'

/** How an incident affects one service for a time. */
export interface ServiceImpact {
  readonly serviceId: string
  readonly impact: ComponentImpact
  /** Up to now while it lasts. */
  readonly interval: Interval
  /** Null while it lasts. */
  readonly endMs: number | null
}

/** The public part of an incident, without the text of its updates. */
export interface IncidentSummary {
  readonly id: string
  readonly name: string
  /** Its severity, or the worst of its impacts. */
  readonly severity: PublicState
  readonly status: IncidentStatus
  readonly serviceIds: readonly string[]
  /** The duration; null when its only status is RESOLVED. */
  readonly interval: Interval | null
  readonly startMs: number
  readonly endMs: number | null
  /** In Markdown; null until it is published. */
  readonly postMortem: string | null
  readonly postMortemPublishedAt: Date | null
  /** Of an incident on components; one on services affects all of them all the time. */
  readonly impacts?: readonly ServiceImpact[]
}

/** Null when all updates are dated into the future. An incident without updates is open. */
export function incidentSummaryOf(row: PageIncidentRow, nowMs: number): IncidentSummary | null {
  const said = row.said.map(([status, atMs]) => ({ status, atMs })).filter(({ atMs }) => atMs <= nowMs)
  if (said.length === 0 && row.said.length > 0) return null
  const { id, name, severity, serviceIds, postMortem, postMortemPublishedAt } = row
  const interval = incidentInterval(said, nowMs)
  const times = incidentTimes(said, interval, row.createdAt.getTime())
  const common = { id, name, serviceIds, interval, postMortem, postMortemPublishedAt }
  return { ...common, severity: severityOf(severity), ...times }
}

/** The contract allows no other value. */
const severityOf = (text: string): IncidentSeverity => incidentSeverities.find((one) => one === text) ?? 'MINOR'

/** Adds the names of its services and its updates, newest first. */
export const publicIncident = (
  summary: IncidentSummary,
  nameOf: ReadonlyMap<string, string>,
  updateRows: readonly PublicIncidentUpdateRow[],
): PublicIncident => ({
  kind: 'INCIDENT',
  id: summary.id,
  name: summary.name,
  severity: summary.severity,
  status: summary.status,
  services: summary.serviceIds.flatMap((id) => nameOf.get(id) ?? []),
  serviceKeys: summary.serviceIds.filter((id) => nameOf.has(id)).map(publicKey),
  startsAt: new Date(summary.startMs),
  endsAt: summary.endMs === null ? null : new Date(summary.endMs),
  postMortem: summary.postMortem,
  postMortemPublishedAt: summary.postMortemPublishedAt,
  updates: updateRows.map(({ id, status, description, publicAt }) => ({ id, status, description, at: publicAt })),
})
