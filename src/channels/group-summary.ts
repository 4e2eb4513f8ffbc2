import type { AlertFacts } from '#contract'
import { alertStyles } from './alert-style.ts'
import type { AlertStyle } from './alert-style.ts'
import type { MessageItem } from './alert-message.ts'
import { leadText } from './alert-text.ts'
import { cutText } from './cut-text.ts'

/** One line of a message about many checks. Texts are plain: each medium escapes them. */
export interface GroupLine {
  readonly style: AlertStyle
  readonly word: string
  readonly name: string
  /** Empty when there is nothing to add to the state. */
  readonly reason: string
  readonly links: MessageItem['links']
}

export interface GroupSummary {
  readonly title: string
  /** Of the worst state. */
  readonly style: AlertStyle
  readonly lines: readonly GroupLine[]
  /** How many are not listed. */
  readonly more: number
}

/** The worst first. A change between failing and degraded counts as the resulting state. */
const states = [
  { state: 'Failing', one: 'is failing', many: 'are failing', short: 'failing' },
  { state: 'Degraded', one: 'is degraded', many: 'are degraded', short: 'degraded' },
  {
    state: 'Certificate expires',
    one: 'has an expiring certificate',
    many: 'have expiring certificates',
    short: 'with expiring certificates',
  },
  { state: 'Passing', one: 'has recovered', many: 'have recovered', short: 'recovered' },
] as const

const lengths = { name: 80, reason: 160 }
const rankOf = ({ facts }: MessageItem): number =>
  states.findIndex(({ state }) => state === alertStyles[facts.alertType].word)

/** A summary of many alerts: counts in the title, then one line for each alert, with a maximum number of lines. */
export function groupSummary(group: readonly MessageItem[], maxLines: number): GroupSummary {
  const latest = [...new Map(group.map((item) => [keyOf(item.facts), item])).values()]
  const sorted = latest.toSorted((a, b) => rankOf(a) - rankOf(b))
  const worst = sorted[0]?.facts.alertType ?? 'NO_ALERT'
  return {
    title: titleOf(latest),
    style: alertStyles[worst],
    lines: sorted.slice(0, maxLines).map(lineOf),
    more: Math.max(0, sorted.length - maxLines),
  }
}

/**
 * A check that changed twice while the message waited is listed once, with its last state; a certificate separately.
 */
const keyOf = ({ checkId, alertType }: AlertFacts): string =>
  `${checkId}${alertType === 'ALERT_SSL' ? '-certificate' : ''}`

function titleOf(items: readonly MessageItem[]): string {
  const counts = states
    .map((stateLabels) => ({
      ...stateLabels,
      count: items.filter(({ facts }) => alertStyles[facts.alertType].word === stateLabels.state).length,
    }))
    .filter(({ count }) => count > 0)
  const [only] = counts
  const total = `${items.length} ${items.length === 1 ? 'check' : 'checks'}`
  if (only && counts.length === 1) return `${total} ${items.length === 1 ? only.one : only.many}`
  return `${total}: ${counts.map(({ count, short }) => `${count} ${short}`).join(', ')}`
}

function lineOf({ facts, links }: MessageItem): GroupLine {
  const style = alertStyles[facts.alertType]
  const reason = facts.alertType === 'ALERT_SSL' ? facts.alertTitle : leadText(facts)
  return {
    style,
    word: style.word === 'Passing' ? 'Recovered' : style.word,
    name: cutText(facts.checkName, lengths.name),
    reason: cutText(reason, lengths.reason),
    links,
  }
}

/** The line after the last one, when not all are listed. */
export const moreLine = ({ more }: GroupSummary): string => (more === 0 ? '' : `… and ${more} more`)
