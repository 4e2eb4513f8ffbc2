import { decodeOtlpAnswer, encodeOtlp, exportResults } from '#analytics'
import type { OtlpDelivery, OtlpReceiver, OtlpSignal } from '#analytics'
import type { HttpReply } from '#egress'
import { ownVersion } from '#contract'
import { secondMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import type { Store } from '#storage/database'
import { gzipSync } from 'node:zlib'
import type { SelfMetrics } from '../metrics/self-metrics.ts'
import type { Egress, Parts } from '../parts.ts'
import type { OtlpSettings } from '../settings/otlp-settings.ts'
import type { Loop } from './run-loop.ts'

const idleMs = 5 * secondMs
const longestRetryAfterMs = 3600 * secondMs
/** The only statuses after which OTLP allows to send a message again. */
const passing = new Set([429, 502, 503, 504])

/** A receiver of OTLP over HTTP: each message is one POST. */
export const otlpReceiver = (
  settings: OtlpSettings,
  { http }: Pick<Egress, 'http'>,
  { signal, clock }: Pick<Parts, 'signal' | 'clock'>,
): OtlpReceiver => ({
  name: 'otlp',
  serviceName: settings.serviceName,
  temporality: settings.temporality,
  send: async (kind, message) => {
    const url = settings.endpoints[kind]
    if (url === null) return { outcome: 'taken', rejected: 0 }
    const isJson = settings.protocol === 'http/json'
    const plain = isJson
      ? Buffer.from(JSON.stringify(message))
      : encodeOtlp(kind === 'traces' ? 'Traces' : 'Metrics', message)
    const isPacked = settings.compression === 'gzip'
    const reply = await http({
      method: 'POST',
      url,
      headers: {
        ...settings.headers,
        'content-type': isJson ? 'application/json' : 'application/x-protobuf',
        'user-agent': `Belfry/${ownVersion}`,
        ...(isPacked && { 'content-encoding': 'gzip' }),
      },
      body: isPacked ? gzipSync(plain) : plain,
      timeoutMs: settings.timeoutMs,
      signal,
    })
    if (reply.failure !== null) return { outcome: 'retry', problem: `${kind}: ${reply.failure.message}` }
    return deliveryOf(kind, reply, clock.now())
  },
})

function deliveryOf(kind: OtlpSignal, reply: HttpReply, nowMs: number): OtlpDelivery {
  const { status } = reply
  if (status >= 200 && status < 300) return { outcome: 'taken', rejected: rejectedOf(reply) }
  const problem = `${kind}: the receiver answered ${status}.`
  if (!passing.has(status)) return { outcome: 'rejected', problem }
  const afterMs = retryAfterOf(reply.headers['retry-after'], nowMs)
  return { outcome: 'retry', problem, ...(afterMs !== null && { afterMs }) }
}

/** Seconds or a date (RFC 9110, 10.2.3). */
function retryAfterOf(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null
  const ms = /^\d+$/.test(header) ? Number(header) * secondMs : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.min(Math.max(ms, secondMs), longestRetryAfterMs) : null
}

/** A receiver may answer in either form; what cannot be read says nothing. */
function rejectedOf({ headers, body, bytes }: HttpReply): number {
  try {
    if (!headers['content-type']?.includes('json')) return decodeOtlpAnswer(bytes)?.rejected ?? 0
    const { partialSuccess } = Object(JSON.parse(body))
    const { rejectedDataPoints, rejectedSpans } = Object(partialSuccess)
    return Number(rejectedDataPoints ?? rejectedSpans ?? 0) || 0
  } catch {
    return 0
  }
}

export interface OtlpExporterTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<SelfMetrics, 'exported'>
  readonly receiver: OtlpReceiver
}

/** Sends results to a receiver of telemetry. Each of several processes may run it. */
export const otlpExporterLoop = ({ store, clock, log, metrics, receiver }: OtlpExporterTools): Loop => ({
  name: 'telemetry',
  iteration: async () => {
    const { sent, dropped, isMore } = await exportResults(store, receiver, clock.now())
    metrics.exported(sent, dropped)
    if (dropped > 0) log.warn({ dropped }, 'Results were not sent to the receiver of OpenTelemetry')
    return isMore ? 0 : idleMs
  },
})
