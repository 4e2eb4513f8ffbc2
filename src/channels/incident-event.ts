import type { AlertFacts, AlertType } from '#contract'
import { readableFacts } from './alert-style.ts'
import type { Row } from './alert-style.ts'
import type { MessageItem } from './alert-message.ts'
import { deliveryNote, furtherLines, leadText } from './alert-text.ts'
import { cutText } from './cut-text.ts'

/** An alert as an event for incident management tools: it opens or updates an incident, or resolves it. */
export interface IncidentEvent {
  /**
   * The deduplication key: the same for all events of one incident, so that a recovery resolves what a failure opened.
   */
  readonly key: string
  readonly isResolved: boolean
  readonly severity: 'critical' | 'warning' | 'info'
}

const critical: ReadonlySet<AlertType> = new Set(['ALERT_FAILURE', 'ALERT_FAILURE_REMAIN', 'ALERT_DEGRADED_FAILURE'])
const resolved: ReadonlySet<AlertType> = new Set(['ALERT_RECOVERY', 'ALERT_DEGRADED_RECOVERY'])

/**
 * The key is the id of the check. A certificate alert has a separate key, since a recovery of the check does not
 * renew the certificate; so has a drill, since its recovery must not resolve an incident of the check.
 */
export function incidentEvent({ alertType, checkId, drillId }: AlertFacts): IncidentEvent {
  return {
    key: drillId ?? (alertType === 'ALERT_SSL' ? `${checkId}-certificate` : checkId),
    isResolved: resolved.has(alertType),
    severity: resolved.has(alertType) ? 'info' : critical.has(alertType) ? 'critical' : 'warning',
  }
}

/** Maximum lengths in characters: receivers limit messages, and error pages of targets may be long. */
const limits = { error: 8000, detail: 500 }

/** An alert as plain text: the error, the facts line by line, the check's description and the links. */
export function alertDescription({ facts, links }: MessageItem): string {
  const rows = detailRows(facts).map(([label, value]) => `${label}: ${value}`)
  const parts = [
    deliveryNote(facts),
    cutText([leadText(facts), furtherLines(facts)].filter((part) => part !== '').join('\n'), limits.error),
    rows.join('\n'),
    facts.checkDescription,
    links.map(({ label, url }) => (url === facts.resultLink ? url : `${label}: ${url}`)).join('\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** The facts by their labels. */
export const alertDetails = (facts: AlertFacts): Record<string, string> =>
  Object.fromEntries([...reasonRows(facts), ...detailRows(facts)])

const detailRows = (facts: AlertFacts): Row[] =>
  [...readableFacts(facts), ...longFacts(facts)].map(([label, value]) => [label, cutText(value, limits.detail)])

const reasonRows = (facts: AlertFacts): Row[] => {
  const reason = cutText(leadText(facts), limits.detail)
  return reason === '' ? [] : [['Reason', reason]]
}

/** Long facts, displayed below the table where there is room. */
export const longFacts = ({ cause, differences = [], answer }: AlertFacts): readonly Row[] => [
  ...(differences.length > 0 ? ([['What changed', differences.join(' ')]] as const) : []),
  ...(cause ? ([['Likely cause', cause.text]] as const) : []),
  ...(answer ? ([['Response', answer]] as const) : []),
]

/** The http or https link to the result; null without one. */
export const webLink = ({ facts, links }: MessageItem): string | null =>
  links.find(({ url }) => url === facts.resultLink)?.url ?? null

/** The links in the form of products that accept several. */
export const linkList = ({ links }: MessageItem) => links.map(({ label, url }) => ({ href: url, text: label }))
