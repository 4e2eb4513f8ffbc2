import { decodeOtlpAnswer, encodeOtlp, exportResults } from '#analytics'
import type { LineReceiver, OtlpDelivery, OtlpReceiver, OtlpSignal, ResultReceiver } from '#analytics'
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

interface InfluxSettings {
  readonly influxWriteUrl: string | null
  readonly influxToken: string | null
}

const writeTimeoutMs = 10 * secondMs

/** A server that takes the line protocol over HTTP: each batch is one POST. Null without one. */
export function lineReceiver(
  { influxWriteUrl, influxToken }: InfluxSettings,
  { http }: Pick<Egress, 'http'>,
  { signal, clock }: Pick<Parts, 'signal' | 'clock'>,
): LineReceiver | null {
  if (influxWriteUrl === null) return null
  const url = new URL(influxWriteUrl)
  url.searchParams.set('precision', 'ms')
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'content-encoding': 'gzip',
    'user-agent': `Belfry/${ownVersion}`,
    ...(influxToken !== null && { authorization: `Token ${influxToken}` }),
  }
  return {
    name: 'influxdb',
    sendLines: async (lines) => {
      const body = gzipSync(lines)
      const reply = await http({ method: 'POST', url: url.href, headers, body, timeoutMs: writeTimeoutMs, signal })
      if (reply.failure !== null) return { outcome: 'retry', problem: `InfluxDB: ${reply.failure.message}` }
      return deliveryOf('InfluxDB', reply, clock.now())
    },
  }
}

function deliveryOf(kind: OtlpSignal | 'InfluxDB', reply: HttpReply, nowMs: number): OtlpDelivery {
  const { status } = reply
  if (status >= 200 && status < 300) return { outcome: 'taken', rejected: kind === 'InfluxDB' ? 0 : rejectedOf(reply) }
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
  readonly receiver: ResultReceiver
}

/** Sends results to a receiver of telemetry. Each of several processes may run it. */
export const otlpExporterLoop = ({ store, clock, log, metrics, receiver }: OtlpExporterTools): Loop => ({
  name: receiver.name === 'otlp' ? 'telemetry' : `telemetry-${receiver.name}`,
  iteration: async () => {
    const { sent, dropped, isMore } = await exportResults(store, receiver, clock.now())
    metrics.exported(sent, dropped)
    if (dropped > 0)
      log.warn({ dropped, receiver: receiver.name }, 'Results were not sent to the receiver of telemetry')
    return isMore ? 0 : idleMs
  },
})
