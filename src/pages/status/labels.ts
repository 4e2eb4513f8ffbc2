import type { IncidentStatus, MaintenanceStatus } from '#contract'
import type { PublicState } from '#publishing'

/** A state as displayed: a service that nothing monitors is never shown as operational. */
export type ShownState = PublicState | 'UNKNOWN'

export const shownState = (state: PublicState, isMonitored: boolean): ShownState =>
  state === 'OPERATIONAL' && !isMonitored ? 'UNKNOWN' : state

export const stateLabels: Readonly<Record<ShownState, string>> = {
  UNKNOWN: 'Unknown: not currently monitored',
  OPERATIONAL: 'Operational',
  MAINTENANCE: 'Under maintenance',
  UNDER_MAINTENANCE: 'Under maintenance',
  MINOR: 'Minor disruption',
  DEGRADED_PERFORMANCE: 'Degraded performance',
  MEDIUM: 'Medium disruption',
  MAJOR: 'Major disruption',
  PARTIAL_OUTAGE: 'Partial outage',
  CRITICAL: 'Critical disruption',
  MAJOR_OUTAGE: 'Major outage',
}

export const pageStateLabels: Readonly<Record<ShownState, string>> = {
  ...stateLabels,
  UNKNOWN: 'Some services are not currently monitored',
  OPERATIONAL: 'All systems operational',
  MAINTENANCE: 'Maintenance in progress',
  UNDER_MAINTENANCE: 'Maintenance in progress',
}

export const severityLabels: Readonly<Record<PublicState, string>> = {
  ...stateLabels,
  OPERATIONAL: 'No impact',
  MINOR: 'Minor',
  MEDIUM: 'Medium',
  MAJOR: 'Major',
  CRITICAL: 'Critical',
}

export const statusLabels: Readonly<Record<IncidentStatus | MaintenanceStatus, string>> = {
  INVESTIGATING: 'Investigating',
  IDENTIFIED: 'Identified',
  MONITORING: 'Monitoring',
  RESOLVED: 'Resolved',
  SCHEDULED: 'Scheduled',
  IN_PROGRESS: 'In progress',
  VERIFYING: 'Verifying',
  COMPLETED: 'Completed',
  CANCELLED: 'Cancelled',
}

/** Rounded down, so that only an uptime without any outage is 100%. */
export const percentText = (percent: number): string =>
  percent === 100 ? '100%' : `${(Math.floor(percent * 100) / 100).toFixed(2)}%`

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The two largest units, for example `1 h 20 min`. */
export function durationText(seconds: number): string {
  if (seconds < minute) return `${Math.round(seconds)} s`
  if (seconds < hour) return `${Math.floor(seconds / minute)} min`
  if (seconds < day) return pair(seconds, [hour, 'h'], [minute, 'min'])
  return pair(seconds, [day, 'd'], [hour, 'h'])
}

type Unit = readonly [seconds: number, name: string]

function pair(seconds: number, [large, largeName]: Unit, [small, smallName]: Unit): string {
  const rest = Math.floor((seconds % large) / small)
  const first = `${Math.floor(seconds / large)} ${largeName}`
  return rest === 0 ? first : `${first} ${rest} ${smallName}`
}

/** The first names, and how many more there are. */
export function listText(names: readonly string[], max: number): string {
  const first = names.slice(0, max).join(', ')
  return names.length > max ? `${first} and ${names.length - max} more` : first
}
