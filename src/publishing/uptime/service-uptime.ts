import { clip, lengthOf, subtract } from '#schedule'
import type { Interval } from '#schedule'

/** The number of days for which status pages compute uptime. */
export const uptimeDays = 90

export interface ServiceHistory {
  /** Incidents of the service, manual and automatic alike. */
  readonly incidents: readonly Interval[]
  /** Published maintenances that display the services they affect: incident time within them is no downtime. */
  readonly maintenances: readonly Interval[]
  /** Times in which nobody looked: outside of incidents they are neither up nor down. */
  readonly unobserved: readonly Interval[]
}

/** The downtime of a service within a window: incidents without maintenances, each moment once. */
export const downtime = ({ incidents, maintenances }: ServiceHistory, within: Interval): Interval[] =>
  clip(subtract(incidents, maintenances), within)

/** When nothing is known of a service within a window: nobody looked, and nobody reported an incident. */
export const unknownTime = ({ incidents, unobserved }: ServiceHistory, within: Interval): Interval[] =>
  clip(subtract(unobserved, incidents), within)

/** The share of known time in which a service was up, in percent from 0 to 100; null without known time. */
export function uptimePercent(history: ServiceHistory, recorded: Interval): number | null {
  const totalMs = recorded.endMs - recorded.startMs - lengthOf(unknownTime(history, recorded))
  if (totalMs <= 0) return null
  return ((totalMs - lengthOf(downtime(history, recorded))) / totalMs) * 100
}

/** The uptime of a card: the mean of its services that have recorded time; null without one. */
export function cardUptimePercent(services: readonly (number | null)[]): number | null {
  const known = services.filter((percent) => percent !== null)
  return known.length === 0 ? null : known.reduce((sum, percent) => sum + percent, 0) / known.length
}
