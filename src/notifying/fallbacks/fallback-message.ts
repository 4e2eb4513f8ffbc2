import { channelTypes } from '#contract'
import type { AlertFacts } from '#contract'
import { invariant } from '#kernel'
import type { FallbackChannel, NotificationRow } from '#storage/alerts'

/** Undelivered alerts, the newest of each check, and their channels. */
export interface Undelivered {
  readonly rows: readonly NotificationRow[]
  readonly channels: readonly FallbackChannel[]
  /** Whether it goes to the owner's address. */
  readonly isToOwner: boolean
}

export interface FallbackMessage {
  /** The most urgent alert, whose facts the message has. */
  readonly lead: NotificationRow
  readonly facts: AlertFacts
}

const maxNamed = 20
const maxChannels = 5
const maxErrorLength = 300

/**
 * The fallback message for undelivered alerts: the facts of the most urgent alert, preceded by the reason for the
 * fallback, and the titles of the others.
 */
export function fallbackMessage({ rows, channels, isToOwner }: Undelivered): FallbackMessage {
  const { lead, others } = byUrgency(rows)
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const own = { reason: reasonOf(channels), others: listOf(others), ownErrorMessage: lead.facts.checkErrorMessage }
  const checkErrorMessage = [own.reason, own.ownErrorMessage, own.others].filter((part) => part !== '').join('\n\n')
  const alertTitle = `[Fallback] ${lead.facts.alertTitle}${more}`
  return { lead, facts: { ...lead.facts, alertTitle, checkErrorMessage, fallback: { ...own, isToOwner } } }
}

/** The lead alert of a message about these. */
export const leadOf = (rows: readonly NotificationRow[]): NotificationRow => byUrgency(rows).lead

function byUrgency(rows: readonly NotificationRow[]) {
  const latest = [...new Map(rows.map((row) => [row.checkId, row])).values()]
  const [lead, ...others] = latest.toSorted((a, b) => urgencyOf(b) - urgencyOf(a) || (a.id < b.id ? -1 : 1))
  invariant(lead, 'a message is made of at least one alert')
  return { lead, others }
}

const urgencyOf = ({ facts: { alertType } }: NotificationRow): number =>
  alertType.endsWith('RECOVERY') ? 0 : alertType.includes('FAILURE') ? 2 : 1

function reasonOf(channels: readonly FallbackChannel[]): string {
  const named = channels.slice(0, maxChannels).map(failureTextOf)
  const more = channels.length > maxChannels ? [`${channels.length - maxChannels} more alert channels failed too.`] : []
  return `Sent here because the subscribed alert channels did not deliver it. ${[...named, ...more].join(' ')}`
}

function failureTextOf({ id, type, name, failingSince, lastError }: FallbackChannel): string {
  const called = `Alert channel ${id} (${channelTypes[type].label}${name === '' ? '' : ` "${name}"`})`
  if (failingSince === null) return `${called} did not deliver it but has recovered since.`
  const error = (lastError ?? '').split('\n', 1)[0]?.slice(0, maxErrorLength).toWellFormed() ?? ''
  return `${called} has been failing since ${failingSince.toISOString()}${error === '' ? '.' : `: ${error}`}`
}

function listOf(others: readonly NotificationRow[]): string {
  if (others.length === 0) return ''
  const lines = others.slice(0, maxNamed).map(({ facts }) => `- ${facts.startedAt}: ${facts.alertTitle}`)
  const left = others.length - maxNamed
  return ['Other alerts that were not delivered:', ...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}
