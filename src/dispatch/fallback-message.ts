import { channelTypes, isImplementedChannelType } from '#contract'
import type { AlertFacts } from '#contract'
import { invariant } from '#kernel'
import type { FallbackChannel, NotificationRow } from '#storage'

/** Alerts their channels did not deliver, the newest of each check, and the channels. */
export interface Undelivered {
  readonly rows: readonly NotificationRow[]
  readonly channels: readonly FallbackChannel[]
}

export interface FallbackMessage {
  /** The most urgent one, which the message is about. */
  readonly lead: NotificationRow
  readonly facts: AlertFacts
}

const mostNamed = 20
const mostChannels = 5
const longestError = 300

/**
 * What the message that takes them another way says: the facts of the most urgent alert, headed by why it comes this
 * way, and the titles of the others.
 */
export function fallbackMessage({ rows, channels }: Undelivered): FallbackMessage {
  const latest = [...new Map(rows.map((row) => [row.check_id, row])).values()]
  const [lead, ...others] = latest.toSorted((a, b) => urgencyOf(b) - urgencyOf(a) || (a.id < b.id ? -1 : 1))
  invariant(lead, 'a message is made of at least one alert')
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const reason = reasonOf(channels)
  const list = listOf(others)
  const parts = [reason, ownWords(lead.facts), list].filter((part) => part !== '')
  const alertTitle = `[Fallback] ${withoutMark(lead.facts.alertTitle)}${more}`
  const reasons = [...ownReasons(lead.facts), reason, list].filter((part) => part !== '')
  return { lead, facts: { ...lead.facts, alertTitle, reasons, checkErrorMessage: parts.join('\n\n') } }
}

/** What moved another way and failed there moves on with its words; its heading is written anew. */
const withoutMark = (title: string): string => title.replace(/^\[Fallback\] /, '').replace(/ \(and \d+ more\)$/, '')
const opening = 'Sent here because'
const ownWords = ({ checkErrorMessage }: AlertFacts): string =>
  checkErrorMessage.startsWith(opening) ? checkErrorMessage.split('\n\n').slice(1).join('\n\n') : checkErrorMessage

const listHeading = 'Other alerts that were not delivered:'

/** Messages begin with the first reason, and templates with the error message. */
const ownReasons = ({ alertType, reasons = [], ...facts }: AlertFacts): readonly string[] => {
  if (alertType.endsWith('RECOVERY')) return []
  const own = reasons.filter((reason) => !reason.startsWith(opening) && !reason.startsWith(listHeading))
  return own.length > 0 ? own : [ownWords({ alertType, ...facts })]
}

const urgencyOf = ({ facts: { alertType } }: NotificationRow): number =>
  alertType.endsWith('RECOVERY') ? 0 : alertType.includes('FAILURE') ? 2 : 1

function reasonOf(channels: readonly FallbackChannel[]): string {
  const named = channels.slice(0, mostChannels).map(troubleOf)
  const more = channels.length > mostChannels ? [`${channels.length - mostChannels} more alert channels as well.`] : []
  return `${opening} the alert could not be delivered where it belongs. ${[...named, ...more].join(' ')}`
}

function troubleOf({ id, type, name, failingSince, lastError }: FallbackChannel): string {
  const label = isImplementedChannelType(type) ? channelTypes[type].label : type
  const called = `Alert channel ${id} (${label}${name === '' ? '' : ` "${name}"`})`
  if (failingSince === null) return `${called} did not deliver it, and delivers again now.`
  const error = (lastError ?? '').split('\n', 1)[0]?.slice(0, longestError).toWellFormed() ?? ''
  return `${called} has been failing since ${failingSince.toISOString()}${error === '' ? '.' : `: ${error}`}`
}

function listOf(others: readonly NotificationRow[]): string {
  if (others.length === 0) return ''
  const lines = others.slice(0, mostNamed).map(({ facts }) => `- ${facts.startedAt}: ${withoutMark(facts.alertTitle)}`)
  const left = others.length - mostNamed
  return [listHeading, ...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n')
}
