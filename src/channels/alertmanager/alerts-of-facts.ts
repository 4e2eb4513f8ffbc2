import type { AlertFacts } from '#contract'
import { alertDescription, incidentEvent } from '../incident-event.ts'
import type { MessageItem } from '../alert-message.ts'
import { cutText } from '../cut-text.ts'

/** One alert as Alertmanager's API v2 takes it. */
export interface PostedAlert {
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly startsAt?: string
  readonly endsAt?: string
  readonly generatorURL?: string
}

/** Marks alerts of other tools that went through here, so that they do not go round in circles. */
export const forwardedLabel = 'forwarded_by'

const lengths = { label: 1024, annotation: 8000 }
const names = { failure: 'CheckFailing', degraded: 'CheckDegraded', certificate: 'CertificateExpiring' } as const
const severities = { CheckFailing: 'critical', CheckDegraded: 'warning', CertificateExpiring: 'warning' } as const
type AlertName = keyof typeof severities

/**
 * The changes of an event: the alerts that fire now and those that are over. Labels identify an alert, so they have nothing
 * that changes while a check fails. `nowMs` in epoch milliseconds.
 */
export function alertsOfFacts(message: MessageItem, nowMs: number): PostedAlert[] {
  const { facts } = message
  const { isResolved, severity } = incidentEvent(facts)
  if (facts.received)
    return [isResolved ? over(forwardedLabels(facts), message, nowMs) : firing(forwardedLabels(facts), message)]
  if (facts.alertType === 'ALERT_SSL') return [firing(labelsOf(facts, names.certificate), message)]
  const [current, other] =
    severity === 'critical' ? ([names.failure, names.degraded] as const) : ([names.degraded, names.failure] as const)
  if (isResolved) return [current, other].map((name) => over(labelsOf(facts, name), message, nowMs))
  const changed = facts.alertType === 'ALERT_DEGRADED_FAILURE' || facts.alertType === 'ALERT_FAILURE_DEGRADED'
  return [firing(labelsOf(facts, current), message), ...(changed ? [over(labelsOf(facts, other), message, nowMs)] : [])]
}

function firing(labels: PostedAlert['labels'], message: MessageItem): PostedAlert {
  const { facts } = message
  const link = message.links.find(({ url }) => url === facts.resultLink)?.url
  return {
    labels,
    annotations: annotationsOf(message),
    startsAt: facts.failingSince ?? facts.startedAt,
    ...(link !== undefined && { generatorURL: link }),
  }
}

const over = (labels: PostedAlert['labels'], message: MessageItem, nowMs: number): PostedAlert => ({
  labels,
  annotations: annotationsOf(message),
  endsAt: new Date(nowMs).toISOString(),
})

/** Without the links by which anyone acts on the alert: everyone who opens Alertmanager reads them. */
const annotationsOf = ({ facts, links }: MessageItem) => ({
  summary: facts.alertTitle,
  description: cutText(
    alertDescription({ facts, links: links.filter(({ url }) => url === facts.resultLink) }),
    lengths.annotation,
  ),
})

/** A drill has a separate id, so that it concerns no alert of its check. */
const labelsOf = (facts: AlertFacts, alertname: AlertName): PostedAlert['labels'] =>
  cleanLabels({
    ...Object.fromEntries(facts.tags.flatMap(labelOfTag)),
    alertname,
    check: facts.checkName,
    check_id: facts.drillId ?? facts.checkId,
    check_type: facts.checkType,
    severity: severities[alertname],
    group: facts.groupName,
    ...(facts.alertType === 'ALERT_SSL' && { domain: facts.sslCheckDomain ?? '' }),
  })

const forwardedLabels = (facts: AlertFacts): PostedAlert['labels'] =>
  cleanLabels({ ...facts.received?.labels, alertname: facts.checkName, [forwardedLabel]: 'belfry' })

/** `team:shop` is the label `team`; a tag without a value is the label `tag_…` with the value `true`. */
function labelOfTag(tag: string): [string, string][] {
  const at = tag.search(/[:=]/)
  return at > 0 ? [[labelName(tag.slice(0, at)), tag.slice(at + 1)]] : [[labelName(`tag_${tag}`), 'true']]
}

/** As all versions take them: letters, digits and underscores. */
const labelName = (text: string): string => text.replaceAll(/[^a-zA-Z0-9_]/g, '_').replace(/^(?=\d)/, '_')

/** Alertmanager drops empty values; the order is that of its own messages. */
const cleanLabels = (labels: Readonly<Record<string, string>>): PostedAlert['labels'] =>
  Object.fromEntries(
    Object.entries(labels)
      .flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, cutText(value, lengths.label)] as const]))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
