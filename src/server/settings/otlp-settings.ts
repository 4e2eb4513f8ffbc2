import { integer, Mistake, oneOf, optional, row, truth, webUrl } from '#runner-host'
import type { SettingRow, SettingsOf } from '#runner-host'

/** Rows of the table of settings, in the names of the OpenTelemetry specification. */
export const otlpRows = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    'A receiver of OTLP over HTTP, for example http://collector:4318, that is sent the results of all accounts as metrics and spans. See [OpenTelemetry](opentelemetry.md).',
    webUrl,
  ),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: optional('The whole URL for metrics, in place of that receiver.', webUrl),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: optional('The whole URL for spans, in place of that receiver.', webUrl),
  OTEL_EXPORTER_OTLP_HEADERS: row<Readonly<Record<string, string>>>(
    'Headers for the receiver, for example `api-key=secret,tenant=shop`; values are percent-encoded.',
    {},
    headers,
    'none',
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: row(
    'http/protobuf or http/json.',
    'http/protobuf',
    oneOf(['http/protobuf', 'http/json']),
  ),
  OTEL_EXPORTER_OTLP_COMPRESSION: row('gzip or none.', 'gzip', oneOf(['gzip', 'none'])),
  OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: row(
    'delta or cumulative: whether counters and histograms count the results of one message, or all since the first. Prometheus takes cumulative ones only.',
    'delta',
    oneOf(['delta', 'cumulative']),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: row('How long a request may take, in milliseconds.', 10_000, integer(100, 60_000)),
  BELFRY_TRACE_REQUESTS: row(
    'Whether API and URL checks, and requests of scripts, send `traceparent` and `tracestate` to their targets. See [traces](opentelemetry.md#traces-of-targets).',
    false,
    truth,
  ),
  BELFRY_TRACE_URL: optional(
    'Where people look at a trace, with `{traceId}` in the place of its id, for example https://jaeger.example.com/trace/{traceId}. Results link to it.',
    traceUrl,
  ),
  OTEL_SERVICE_NAME: row('The resource attribute `service.name` of what is sent.', 'belfry', (text) => text),
} as const satisfies Record<string, SettingRow<unknown>>

function traceUrl(text: string): string {
  if (!text.includes('{traceId}')) throw new Mistake('must have {traceId} in the place of the id.')
  webUrl(text.replaceAll('{traceId}', '0'))
  return text
}

function headers(text: string): Readonly<Record<string, string>> {
  const pairs = text.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(pairs.map(pairOf))
}

function pairOf(pair: string): [string, string] {
  const [, name = '', value = ''] = /^\s*([!#$%&'*+.^`|~\w-]+)\s*=(.*)$/.exec(pair) ?? []
  try {
    const decoded = decodeURIComponent(value.trim())
    if (name !== '' && /^[\t\x20-\x7e]*$/.test(decoded)) return [name.toLowerCase(), decoded]
  } catch {
    // Said below.
  }
  throw new Mistake('must be name=value pairs separated by commas.')
}

/** Where results are sent, and how. */
export interface OtlpSettings {
  readonly endpoints: { readonly metrics: string | null; readonly traces: string | null }
  readonly headers: Readonly<Record<string, string>>
  readonly protocol: 'http/protobuf' | 'http/json'
  readonly temporality: 'delta' | 'cumulative'
  readonly compression: 'gzip' | 'none'
  readonly timeoutMs: number
  readonly serviceName: string
}

/** Null without a receiver. */
export function otlpOf(values: SettingsOf<typeof otlpRows>): OtlpSettings | null {
  const base = values.otelExporterOtlpEndpoint?.replace(/\/$/, '')
  const of = (own: string | null, path: string) => own ?? (base === undefined ? null : `${base}/v1/${path}`)
  const endpoints = {
    metrics: of(values.otelExporterOtlpMetricsEndpoint, 'metrics'),
    traces: of(values.otelExporterOtlpTracesEndpoint, 'traces'),
  }
  if (endpoints.metrics === null && endpoints.traces === null) return null
  return {
    endpoints,
    headers: values.otelExporterOtlpHeaders,
    protocol: values.otelExporterOtlpProtocol,
    temporality: values.otelExporterOtlpMetricsTemporalityPreference,
    compression: values.otelExporterOtlpCompression,
    timeoutMs: values.otelExporterOtlpTimeout,
    serviceName: values.otelServiceName,
  }
}
