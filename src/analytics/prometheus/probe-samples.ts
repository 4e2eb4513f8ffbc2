import { descriptorOf, grpcHealthLabels } from '#contract'
import type { CheckType } from '#contract'
import { dayMs, secondMs } from '#kernel'
import type { Labels } from './exposition.ts'
import { fieldOf, numberOf, textOf } from './read-field.ts'

/** The observations of a run, as they are stored with its result. */
export interface ProbedAnswer {
  readonly checkType: CheckType
  readonly detail: Readonly<Record<string, unknown>>
  /** Epoch milliseconds. */
  readonly stoppedAt: number
  /** Whole days until the first certificate on the way expires. */
  readonly sslDaysRemaining: number | null
}

export interface ProbeSample {
  readonly name: string
  readonly help: string
  readonly value: number
  readonly labels?: Labels
}

/** The samples beside success and duration, by what the answer has: types that answer alike have the same samples. */
export function probeSamples({ checkType, detail, stoppedAt, sslDaysRemaining }: ProbedAnswer): ProbeSample[] {
  const { result, isHttpCall } = descriptorOf(checkType)
  const stored = result ? detail[result.name] : undefined
  const response = fieldOf(stored, 'response')
  const phases = fieldOf(isHttpCall ? response : stored, 'timingPhases')
  const specific = isHttpCall
    ? [...httpSamples(stored, response), ...phased('http', phases, httpPhases)]
    : [
        ...grpcSamples(stored, phases),
        ...pingSamples(response),
        ...nameSamples(response, phases),
        ...tlsSamples(response),
      ]
  return [
    ...sampled('dns_lookup_time_seconds', lookupHelp, inSeconds(numberOf(phases, 'dns'))),
    ...sampled('ip_protocol', 'Specifies whether probe ip protocol is IP4 or IP6', protocolOf(response)),
    ...specific,
    ...sampled('failed_due_to_regex', regexHelp, textAssertionsFailed(stored)),
    ...expiry(response, sslDaysRemaining === null ? null : stoppedAt + sslDaysRemaining * dayMs),
  ]
}

const lookupHelp = 'Returns the time taken for probe dns lookup in seconds'
const regexHelp = 'Indicates if probe failed due to regex'

const sampled = (name: string, help: string, value: number | null, labels?: Labels): ProbeSample[] =>
  value === null ? [] : [{ name, help, value, ...(labels && { labels }) }]

const inSeconds = (ms: number | null): number | null => (ms === null ? null : ms / secondMs)

const httpPhases = { dns: 'resolve', tcp: 'connect', tls: 'tls', firstByte: 'processing', download: 'transfer' }
const grpcPhases = { dns: 'resolve', call: 'check' }

/** One sample for each phase that was measured. */
const phased = (kind: string, phases: unknown, names: Readonly<Record<string, string>>): ProbeSample[] =>
  Object.entries(names).flatMap(([ours, phase]) =>
    sampled(`${kind}_duration_seconds`, `Duration of ${kind} request by phase`, inSeconds(numberOf(phases, ours)), {
      phase,
    }),
  )

function httpSamples(stored: unknown, response: unknown): ProbeSample[] {
  const headers = fieldOf(response, 'headers')
  const length = Number(textOf(headers, 'content-length') ?? -1)
  const modified = Date.parse(textOf(headers, 'last-modified') ?? '')
  const isEncrypted = textOf(fieldOf(stored, 'request'), 'url')?.toLowerCase().startsWith('https:') ?? false
  return [
    ...sampled('http_status_code', 'Response HTTP status code', numberOf(response, 'status') ?? 0),
    ...sampled('http_content_length', 'Length of http content response', Number.isFinite(length) ? length : -1),
    ...sampled('http_ssl', 'Indicates if SSL was used for the final redirect', isEncrypted ? 1 : 0),
    ...sampled(
      'http_last_modified_timestamp_seconds',
      'Returns the Last-Modified HTTP response header in unixtime',
      Number.isNaN(modified) ? null : modified / secondMs,
    ),
  ]
}

function grpcSamples(stored: unknown, phases: unknown): ProbeSample[] {
  const code = numberOf(stored, 'grpcStatusCode')
  if (code === null) return []
  const health = numberOf(stored, 'healthStatus')
  return [
    ...phased('grpc', phases, grpcPhases),
    ...sampled('grpc_status_code', 'Response gRPC status code', code),
    ...sampled('grpc_ssl', 'Indicates if SSL was used for the connection', numberOf(phases, 'tls') === null ? 0 : 1),
    ...grpcHealthLabels.flatMap((label, index) =>
      sampled('grpc_healthcheck_response', 'Response HealthCheck response', health === index ? 1 : 0, {
        serving_status: label,
      }),
    ),
  ]
}

function pingSamples(response: unknown): ProbeSample[] {
  const latency = fieldOf(response, 'latency')
  const pings = fieldOf(response, 'pingResults')
  const last: unknown = Array.isArray(pings) ? pings.at(-1) : undefined
  if (latency === undefined) return []
  const help = 'Duration of icmp request by phase'
  return [
    ...sampled('icmp_duration_seconds', help, inSeconds(numberOf(response, 'dnsResolutionTime')), { phase: 'resolve' }),
    ...sampled('icmp_duration_seconds', help, inSeconds(numberOf(latency, 'avg')), { phase: 'rtt' }),
    ...sampled('icmp_reply_hop_limit', 'Replied packet hop limit (TTL for ipv4)', numberOf(last, 'ttl')),
    ...sampled('icmp_packets_sent_count', 'Echo requests sent', numberOf(response, 'packetsSent')),
    ...sampled('icmp_packets_received_count', 'Echo replies received', numberOf(response, 'packetsReceived')),
  ]
}

function nameSamples(response: unknown, phases: unknown): ProbeSample[] {
  const code = textOf(response, 'responseCode')
  const answers = fieldOf(fieldOf(response, 'json'), 'Answer')
  if (code === null) return []
  const help = 'Duration of DNS request by phase'
  return [
    ...sampled('dns_query_succeeded', 'Displays whether or not the query was executed successfully', 1),
    ...sampled('dns_duration_seconds', help, inSeconds(numberOf(phases, 'total')), { phase: 'request' }),
    ...sampled('dns_answer_rrs', 'Returns number of entries in the answer resource record list', lengthOf(answers)),
  ]
}

const lengthOf = (value: unknown): number | null => (Array.isArray(value) ? value.length : null)

function tlsSamples(response: unknown): ProbeSample[] {
  const certificate = fieldOf(response, 'certificate')
  const version = textOf(response, 'protocol')
  const cipher = textOf(response, 'cipherSuite')
  if (certificate === undefined || version === null || cipher === null) return []
  const sans = fieldOf(certificate, 'sans')
  const about = {
    fingerprint_sha256: textOf(certificate, 'fingerprintSha256') ?? '',
    subject: textOf(certificate, 'subject') ?? '',
    issuer: textOf(certificate, 'issuer') ?? '',
    subjectalternative: Array.isArray(sans) ? sans.join(',') : '',
    serialnumber: textOf(certificate, 'serialNumber') ?? '',
  }
  return [
    ...sampled('tls_version_info', 'Returns the TLS version used', 1, { version: version.replace('TLS', 'TLS ') }),
    ...sampled('tls_cipher_info', 'Returns the TLS cipher negotiated during handshake', 1, { cipher }),
    ...sampled('ssl_last_chain_info', 'Contains SSL leaf certificate information', 1, about),
  ]
}

/** To the second where the certificate is stored, to the day where only its days are. */
function expiry(response: unknown, byDaysMs: number | null): ProbeSample[] {
  const exact = Date.parse(textOf(fieldOf(response, 'certificate'), 'validTo') ?? '')
  const atMs = Number.isNaN(exact) ? byDaysMs : exact
  const help = 'Returns last SSL chain expiry in unixtime'
  return sampled('ssl_earliest_cert_expiry', help, atMs === null ? null : Math.floor(atMs / secondMs))
}

function protocolOf(response: unknown): number | null {
  const address = textOf(response, 'remoteAddress') ?? textOf(response, 'resolvedIp')
  if (address === null || address === '') return null
  return address.includes(':') ? 6 : 4
}

const textSources = new Set(['TEXT_BODY', 'HEADERS', 'RESPONSE_DATA'])

/** Null without assertions about text. */
function textAssertionsFailed(stored: unknown): number | null {
  const assertions = fieldOf(stored, 'assertions')
  const texts = (Array.isArray(assertions) ? assertions : []).filter((one: unknown) =>
    textSources.has(textOf(one, 'source') ?? ''),
  )
  if (texts.length === 0) return null
  return texts.some((one: unknown) => fieldOf(one, 'passed') === false) ? 1 : 0
}
