import { incidentSeverities } from '#contract'
import type { IncidentSeverity, IncidentStatus } from '#contract'
import type { PublicIncidentUpdateRow, PageIncidentRow } from '#storage/status-pages'
import { incidentInterval } from '../uptime/incident-interval.ts'
import type { Interval } from '#schedule'
import type { PublicIncident } from './public-status-page.ts'

/** The public part of an incident, without the text of its updates. */
export interface IncidentSummary {
  readonly id: string
  readonly name: string
  readonly severity: IncidentSeverity
  readonly status: IncidentStatus
  readonly serviceIds: readonly string[]
  /** The duration; null when its only status is RESOLVED. */
  readonly interval: Interval | null
  readonly startMs: number
  readonly endMs: number | null
}

/** Null when all updates are dated into the future. An incident without updates is open. */
export function incidentSummaryOf(row: PageIncidentRow, nowMs: number): IncidentSummary | null {
  const said = row.said.map(([status, atMs]) => ({ status, atMs })).filter(({ atMs }) => atMs <= nowMs)
  if (said.length === 0 && row.said.length > 0) return null
  const { id, name, severity, serviceIds } = row
  const interval = incidentInterval(said, nowMs)
  const times = timesOf(said, interval, row.createdAt.getTime())
  return { id, name, severity: severityOf(severity), serviceIds, interval, ...times }
}

function timesOf(
  said: readonly { status: IncidentStatus; atMs: number }[],
  interval: Interval | null,
  createdMs: number,
) {
  const status = said.at(-1)?.status ?? 'INVESTIGATING'
  const startMs = interval?.startMs ?? said[0]?.atMs ?? createdMs
  return { status, startMs, endMs: status === 'RESOLVED' ? (interval?.endMs ?? startMs) : null }
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
  startsAt: new Date(summary.startMs),
  endsAt: summary.endMs === null ? null : new Date(summary.endMs),
  updates: updateRows.map(({ id, status, description, publicAt }) => ({ id, status, description, at: publicAt })),
})
