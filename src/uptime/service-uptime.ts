import { clip, lengthOf, subtract } from './interval.ts'
import type { Interval } from './interval.ts'

/** Days over which status pages tell uptime (semantics 7.2). */
export const uptimeDays = 90

export interface ServiceHistory {
  /** Incidents of the service, manual and automatic alike. */
  readonly incidents: readonly Interval[]
  /** Published maintenances that show the services they affect: incident time within them is no downtime. */
  readonly maintenances: readonly Interval[]
}

/** When a service was down within a window: incidents without maintenances, each moment once. */
export const downtime = ({ incidents, maintenances }: ServiceHistory, within: Interval): Interval[] =>
  clip(subtract(incidents, maintenances), within)

/** The share of a window in which a service was up, in percent from 0 to 100; an empty window counts as up. */
export function uptimePercent(history: ServiceHistory, within: Interval): number {
  const totalMs = within.endMs - within.startMs
  if (totalMs <= 0) return 100
  return ((totalMs - lengthOf(downtime(history, within))) / totalMs) * 100
}

/** The uptime of a card: the mean of its services; null without one. */
export const cardUptimePercent = (services: readonly number[]): number | null =>
  services.length === 0 ? null : services.reduce((sum, percent) => sum + percent, 0) / services.length
