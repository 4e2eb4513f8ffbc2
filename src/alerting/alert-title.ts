import type { AlertType } from '#contract'

export interface TitleDetails {
  readonly isReminder?: boolean
  /** The alert was held back by a silence until now. */
  readonly isHeldBack?: boolean
  /** ALERT_SSL: whole days until the certificate expires, negative when it has expired, and its domain. */
  readonly days?: number | null
  readonly domain?: string | null
}

// A REMAIN that is not a reminder is the first alert of its episode, so it has the title of a first alert.
const states = {
  NO_ALERT: 'has passed',
  ALERT_FAILURE: 'has failed',
  ALERT_FAILURE_REMAIN: 'has failed',
  ALERT_FAILURE_DEGRADED: 'is degraded and no longer failing',
  ALERT_RECOVERY: 'has recovered',
  ALERT_DEGRADED: 'is degraded',
  ALERT_DEGRADED_REMAIN: 'is degraded',
  ALERT_DEGRADED_FAILURE: 'has failed',
  ALERT_DEGRADED_RECOVERY: 'has recovered',
} as const satisfies Record<Exclude<AlertType, 'ALERT_SSL'>, string>

/** The title of an alert, for example `Check "Shop" has failed`. */
export function alertTitle(type: AlertType, checkName: string, details: TitleDetails = {}): string {
  if (type === 'ALERT_SSL') return sslTitle(details.domain ?? checkName, details.days ?? 0)
  if (details.isReminder) return `Reminder: check "${checkName}" is still ${stateOf(type)}`
  if (details.isHeldBack && !type.endsWith('RECOVERY')) return `Check "${checkName}" is still ${stateOf(type)}`
  return `Check "${checkName}" ${states[type]}`
}

/** The title of an alert of another tool, for example `Alert "HighLoad" from Prometheus fires`. */
export function receivedAlertTitle(
  type: AlertType,
  { name, source, isHeldBack }: { readonly name: string; readonly source: string; readonly isHeldBack: boolean },
): string {
  const alert = `Alert "${name}" from ${source}`
  if (type.endsWith('RECOVERY')) return `${alert} is resolved`
  return `${alert} ${isHeldBack ? 'still fires' : 'fires'}`
}

const degradedTypes: ReadonlySet<AlertType> = new Set([
  'ALERT_DEGRADED',
  'ALERT_DEGRADED_REMAIN',
  'ALERT_FAILURE_DEGRADED',
])
const stateOf = (type: AlertType): string => (degradedTypes.has(type) ? 'degraded' : 'failing')

function sslTitle(domain: string, days: number): string {
  const subject = `SSL certificate for ${domain}`
  if (days < 0) return `${subject} has expired`
  if (days === 0) return `${subject} will expire within a day`
  return `${subject} will expire in ${days} ${days === 1 ? 'day' : 'days'}`
}
