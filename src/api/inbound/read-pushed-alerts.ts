import { dayMs, minuteMs } from '#kernel'
import type { ReceivedEvent } from '#notifying'
import { fieldsOf, timeOf } from './inbound-text.ts'
import { describedEvent } from './read-webhook.ts'
import type { ReadMessage } from './read-webhook.ts'

/** As the resolve_timeout of Alertmanager, for senders that say no end. */
const resolveTimeoutMs = 5 * minuteMs
const longestMs = 30 * dayMs
/** Prometheus sends at most 256 at once. */
const mostAlerts = 2_000

/**
 * The alerts that Prometheus posts to api/v2/alerts, and what is wrong with those that are left out; null when it is no
 * list.
 */
export function readPushedAlerts(
  body: unknown,
  nowMs: number,
): { readonly message: ReadMessage; readonly problem: string | null } | null {
  if (!Array.isArray(body)) return null
  const given: readonly unknown[] = body
  const read = given.slice(0, mostAlerts).map((alert) => pushedEvent(fieldsOf(alert), nowMs))
  const events = read.filter((event) => event !== null)
  const wrong = read.length - events.length
  return {
    message: { events, leftOut: Math.max(0, given.length - mostAlerts) },
    problem: wrong === 0 ? null : `${wrong} alerts without labels were left out: send labels with alertname`,
  }
}

function pushedEvent(alert: Readonly<Record<string, unknown>>, nowMs: number): ReceivedEvent | null {
  const event = describedEvent(alert)
  if (Object.keys(event.labels).length === 0) return null
  const endsMs = timeOf(alert['endsAt'])?.getTime() ?? nowMs + resolveTimeoutMs
  const expiresAt = new Date(Math.min(endsMs, nowMs + longestMs))
  return { ...event, isFiring: endsMs > nowMs, expiresAt }
}
