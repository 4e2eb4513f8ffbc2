import type { IncidentUpdateRow } from '#storage/status-pages'
import { incidentInterval } from '../uptime/incident-interval.ts'

/** The duration of an incident in whole seconds, up to now; null when its only status is RESOLVED. */
export function incidentSeconds(newestFirst: readonly IncidentUpdateRow[], nowMs: number): number | null {
  const statuses = newestFirst.map(({ status, publicAt }) => ({ status, atMs: publicAt.getTime() })).toReversed()
  const interval = incidentInterval(statuses, nowMs)
  return interval === null ? null : Math.floor((interval.endMs - interval.startMs) / 1000)
}
