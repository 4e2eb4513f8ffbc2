import { textHash } from '#kernel'
import type { ReceivedEvent, ReceivedMessage } from '#notifying'
import { annotationsOf, cut, fieldsOf, labelsOf, lineOf, linkOf, textOf, timeOf } from './inbound-text.ts'
import type { Fields } from './inbound-text.ts'

export type ReadMessage = Omit<ReceivedMessage, 'token'>

/** So many alerts of one message are kept. */
const mostAlerts = 1_000
const nameLength = 255

/** Identifies an alert by its labels. */
export const fingerprintOf = (labels: Readonly<Record<string, string>>): string =>
  textHash(JSON.stringify(Object.entries(labels).toSorted(([one], [other]) => (one < other ? -1 : 1)))).slice(0, 16)

/**
 * A webhook: of Alertmanager (version 4) or Grafana alerting, which have a list of alerts, or a formatted one of Grafana
 * OnCall. Null for anything else.
 */
export function readWebhook(body: unknown): ReadMessage | null {
  const message = fieldsOf(body)
  if (Array.isArray(message['alerts'])) return readAlerts(message, message['alerts'])
  return 'state' in message || 'alert_uid' in message ? readFormatted(message) : null
}

function readAlerts(message: Fields, alerts: readonly unknown[]): ReadMessage {
  const truncated = Number(message['truncatedAlerts'] ?? 0)
  const leftOut = Number.isSafeInteger(truncated) && truncated > 0 ? Math.min(truncated, 1_000_000) : 0
  return {
    events: alerts.slice(0, mostAlerts).map((alert) => webhookEvent(fieldsOf(alert), message)),
    leftOut: leftOut + Math.max(0, alerts.length - mostAlerts),
  }
}

function webhookEvent(alert: Fields, message: Fields): ReceivedEvent {
  const status = textOf(alert['status']) || textOf(message['status'])
  const given = textOf(alert['fingerprint'])
  const event = describedEvent(alert)
  return {
    ...event,
    ...(/^[\da-f]{1,64}$/i.test(given) && { fingerprint: given.toLowerCase() }),
    isFiring: status !== 'resolved',
  }
}

/** The fields of an alert that Alertmanager, Prometheus and Grafana have in common. */
export function describedEvent(alert: Fields): Omit<ReceivedEvent, 'isFiring'> {
  const labels = labelsOf(alert['labels'])
  const annotations = annotationsOf(alert['annotations'])
  const { summary, message, description } = annotations
  const told = [summary, message, description, textOf(alert['valueString'])].find((text) => (text ?? '') !== '')
  return {
    fingerprint: fingerprintOf(labels),
    name: cut(labels['alertname'] ?? 'Alert', nameLength),
    labels,
    annotations,
    summary: lineOf(told ?? ''),
    link: linkOf(alert['generatorURL'], alert['panelURL'], alert['dashboardURL']),
    startsAt: timeOf(alert['startsAt']),
  }
}

/** The formatted webhook of Grafana OnCall; every field may be missing. */
function readFormatted(message: Fields): ReadMessage {
  const title = lineOf(textOf(message['title']), nameLength)
  const uid = textOf(message['alert_uid'])
  const event: ReceivedEvent = {
    fingerprint: textHash(uid || title).slice(0, 32),
    name: title || 'Alert',
    labels: { alertname: title || 'Alert', ...(uid !== '' && { alert_uid: cut(uid, nameLength) }) },
    annotations: {},
    summary: lineOf(textOf(message['message'])),
    link: linkOf(message['link_to_upstream_details']),
    isFiring: textOf(message['state']) !== 'ok',
    startsAt: null,
  }
  return { events: [event], leftOut: 0 }
}
