import { textHash } from '#kernel'
import type { ReceivedEvent } from '#notifying'
import { annotationsOf, cut, fieldsOf, lineOf, linkOf, textOf } from './inbound-text.ts'

export interface PagerdutyEvent {
  readonly routingKey: string
  readonly dedupKey: string
  readonly event: ReceivedEvent
}

const actions = ['trigger', 'acknowledge', 'resolve']
const severities = { critical: 'critical', error: 'critical', warning: 'warning', info: 'warning' } as const
const lengths = { dedupKey: 255, name: 255, label: 255 }

/** An event in the form of PagerDuty's Events API v2, or what is wrong with it. */
export function readPagerdutyEvent(body: unknown): PagerdutyEvent | { readonly errors: string[] } {
  const message = fieldsOf(body)
  const payload = fieldsOf(message['payload'])
  const [action, routingKey] = [textOf(message['event_action']), textOf(message['routing_key'])]
  const summary = lineOf(textOf(payload['summary']))
  const given = textOf(message['dedup_key'])
  const severity = severityOf(textOf(payload['severity']))
  const errors = [
    ...(routingKey === '' ? ["'routing_key' is missing or blank"] : []),
    ...(actions.includes(action) ? [] : [`'event_action' must be one of ${actions.join(', ')}`]),
    ...(given.length > lengths.dedupKey ? ["'dedup_key' is too long"] : []),
    ...(action === 'trigger' ? errorsOfTrigger(summary, severity) : given === '' ? [blankKey] : []),
  ]
  if (errors.length > 0) return { errors }
  const dedupKey = given || textHash(JSON.stringify(payload)).slice(0, 32)
  return { routingKey, dedupKey, event: eventOf({ message, payload, action, dedupKey, summary, severity }) }
}

const blankKey = "'dedup_key' is missing or blank"

const errorsOfTrigger = (summary: string, severity: string | null): string[] => [
  ...(summary === '' ? ["'payload.summary' is missing or blank"] : []),
  ...(severity === null ? ["'payload.severity' is invalid (must be one of critical, error, warning, info)"] : []),
]

const severityOf = (text: string): 'critical' | 'warning' | null =>
  text in severities && Object.hasOwn(severities, text) ? severities[text as keyof typeof severities] : null

interface Parts {
  readonly message: Readonly<Record<string, unknown>>
  readonly payload: Readonly<Record<string, unknown>>
  readonly action: string
  readonly dedupKey: string
  readonly summary: string
  readonly severity: 'critical' | 'warning' | null
}

function eventOf({ message, payload, action, dedupKey, summary, severity }: Parts): ReceivedEvent {
  const names = { source: 'source', component: 'component', group: 'group', class: 'class' }
  const labels = Object.entries(names).flatMap(([name, field]) => {
    const text = lineOf(textOf(payload[field]), lengths.label)
    return text === '' ? [] : [[name, text] as const]
  })
  const links = Array.isArray(message['links']) ? message['links'].map((link) => fieldsOf(link)['href']) : []
  return {
    fingerprint: textHash(dedupKey).slice(0, 32),
    name: cut(summary, lengths.name),
    ...(severity !== null && { severity }),
    labels: {
      alertname: cut(summary, lengths.name),
      severity: textOf(payload['severity']),
      ...Object.fromEntries(labels),
    },
    annotations: annotationsOf(payload['custom_details']),
    summary,
    link: linkOf(...links, message['client_url']),
    isFiring: action === 'acknowledge' ? null : action === 'trigger',
    startsAt: null,
  }
}
