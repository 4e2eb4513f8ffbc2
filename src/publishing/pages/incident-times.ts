import type { IncidentStatus } from '#contract'
import type { Interval } from '#schedule'

/** The status of an incident, and when it began and ended by what was said of it until now. */
export function incidentTimes(
  said: readonly { readonly status: IncidentStatus; readonly atMs: number }[],
  interval: Interval | null,
  createdMs: number,
) {
  const status = said.at(-1)?.status ?? 'INVESTIGATING'
  const startMs = interval?.startMs ?? said[0]?.atMs ?? createdMs
  return { status, startMs, endMs: status === 'RESOLVED' ? (interval?.endMs ?? startMs) : null }
}
