import type { IncidentUpdateRow } from '#storage'
import { incidentInterval } from '#uptime'

/** How long an incident took, in whole seconds up to now; null when nothing but RESOLVED was said (semantics 7.3). */
export function incidentSeconds(newestFirst: readonly IncidentUpdateRow[], nowMs: number): number | null {
  const said = newestFirst.map(({ status, publicAt }) => ({ status, atMs: publicAt.getTime() })).toReversed()
  const interval = incidentInterval(said, nowMs)
  return interval === null ? null : Math.floor((interval.endMs - interval.startMs) / 1000)
}
