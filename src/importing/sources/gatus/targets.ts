import { secondsOf } from '../../counterparts/durations.ts'
import { targetOf } from '../../counterparts/target.ts'
import type { Target } from '../../counterparts/target.ts'
import type { SourceFields } from '../../source-fields.ts'
import type { AssertionNames } from './assertions.ts'
import type { Context } from './context.ts'
import { assertionsIn, conditionsOf, isReachable, reportConditions } from './read-conditions.ts'
import type { MadeCheck } from './read-conditions.ts'

const none: AssertionNames = { body: null, json: null, time: null, hasStatus: false, hasCertificate: false }
const names: Readonly<Record<string, AssertionNames>> = {
  dns: { ...none, body: 'TEXT_ANSWER', time: { source: 'RESPONSE_TIME' } },
  tcp: { ...none, body: 'RESPONSE_DATA', time: { source: 'RESPONSE_TIME' } },
  icmp: { ...none, time: { source: 'LATENCY', property: 'avg' } },
  tls: { ...none, hasCertificate: true, time: { source: 'RESPONSE_TIME' } },
  grpc: { ...none, time: { source: 'RESPONSE_TIME' } },
}

/** The check of an endpoint that is not HTTP; null, with the reason in the report, where there is none. */
export function targetValue(fields: SourceFields, context: Context): MadeCheck | null {
  const url = fields.text('url') ?? ''
  const target = targetOf(url)
  const timeoutMs = timeoutFrom(fields.fields('client'))
  if (target === null) {
    fields.impossible('url', 'It names no host: correct it.')
    return null
  }
  if (fields.has('dns')) return dnsValue(fields, context, { target, timeoutMs })
  const { scheme } = target
  if (scheme === 'icmp') return icmpValue(fields, context, target)
  if (scheme === 'tls') return tlsValue(fields, context, { target, timeoutMs })
  if (scheme === 'grpc' || scheme === 'grpcs') return grpcValue(fields, context, { target, timeoutMs })
  return tcpValue(fields, context, { target, timeoutMs })
}

interface Reached {
  readonly target: Target
  readonly timeoutMs: number
}

function timeoutFrom(client: SourceFields): number {
  const timeoutMs = (secondsOf(client.text('timeout')) ?? 10) * 1000
  client.ignored('insecure', 'ignore-redirect', 'store-cookies')
  client.exact('timeout')
  client.impossible(
    'dns-resolver',
    'Names are resolved by the machine: run the check from an agent that uses this resolver.',
  )
  client.impossible('tunnel', 'Run the check from an agent behind the tunnel.')
  client.impossible('tls', 'Upload the client certificate for the host; its files are on the machine of the source.')
  client.value('network')
  client.finish()
  return timeoutMs
}

const limitsOf = (timeoutMs: number, most: number) => ({
  degradedResponseTime: null,
  maxResponseTime: Math.min(most, Math.max(1, Math.round(timeoutMs))),
})

function asserted(fields: SourceFields, context: Context, type: string, sources?: readonly string[]) {
  const conditions = conditionsOf(fields, names[type] ?? none)
  reportConditions(fields, conditions, context)
  return { assertions: assertionsIn(conditions, sources), isSound: isReachable(conditions) }
}

const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'HTTPS']

function dnsValue(fields: SourceFields, context: Context, { target, timeoutMs }: Reached): MadeCheck | null {
  const dns = fields.fields('dns')
  const query = dns.text('query-name') ?? ''
  const recordType = (dns.text('query-type') ?? 'A').toUpperCase()
  dns.exact('query-name')
  fields.exact('url')
  if (recordTypes.includes(recordType)) dns.exact('query-type')
  else dns.impossible('query-type', `There is no check of ${recordType} records.`)
  dns.finish()
  const { assertions, isSound } = asserted(fields, context, 'dns')
  if (!recordTypes.includes(recordType)) return null
  const server = { nameServer: target.hostname, port: target.port ?? 53 }
  const request = { query: query.replace(/\.$/, ''), recordType, ...server, assertions }
  return { value: { checkType: 'DNS', request, ...limitsOf(timeoutMs, 5000) }, isSound, shortest: 60 }
}

function icmpValue(fields: SourceFields, context: Context, { hostname }: Target): MadeCheck {
  fields.exact('url')
  const { assertions, isSound } = asserted(fields, context, 'icmp')
  const limits = { degradedPacketLossThreshold: null, maxPacketLossThreshold: null }
  return {
    value: { checkType: 'ICMP', request: { hostname, pingCount: 1, assertions }, ...limits },
    isSound,
    shortest: 60,
  }
}

function tlsValue(fields: SourceFields, context: Context, { target, timeoutMs }: Reached): MadeCheck {
  fields.exact('url')
  if (fields.has('body')) fields.impossible('body', 'A check of a certificate sends nothing.')
  const { assertions, isSound } = asserted(fields, context, 'tls', ['CERTIFICATE', 'RESPONSE_TIME'])
  const sslConfig = { hostname: target.hostname, port: target.port ?? 443 }
  return {
    value: { checkType: 'SSL', request: { sslConfig, assertions }, ...limitsOf(timeoutMs, 30_000) },
    isSound,
    shortest: 60,
  }
}

function grpcValue(fields: SourceFields, context: Context, { target, timeoutMs }: Reached): MadeCheck {
  fields.exact('url')
  const { assertions, isSound } = asserted(fields, context, 'grpc', ['RESPONSE_TIME'])
  const tls = target.scheme === 'grpcs'
  const timeout = Math.min(180, Math.max(1, Math.ceil(timeoutMs / 1000)))
  const request = {
    url: target.hostname,
    port: target.port ?? (tls ? 443 : 80),
    timeout,
    grpcConfig: { mode: 'HEALTH', service: '', tls },
    assertions,
  }
  return { value: { checkType: 'GRPC', request }, isSound, shortest: 60 }
}

const ports: Readonly<Record<string, number>> = { starttls: 587, ws: 80, wss: 443, ssh: 22 }

const whyNoCheck = (scheme: string): string =>
  scheme === 'tcp'
    ? 'It names no port: correct it.'
    : `There is no check of ${scheme || 'this address'}: let a job ping a heartbeat.`

const portOf = ({ scheme, port }: Target): number | null =>
  scheme === 'tcp' || Object.hasOwn(ports, scheme) ? (port ?? ports[scheme] ?? null) : null

function tcpValue(fields: SourceFields, context: Context, { target, timeoutMs }: Reached): MadeCheck | null {
  const { scheme, hostname } = target
  const isTcp = scheme === 'tcp'
  const port = portOf(target)
  if (port === null) {
    fields.impossible('url', whyNoCheck(scheme))
    return null
  }
  if (isTcp) fields.exact('url')
  else fields.approximated('url', `Only whether the port accepts connections, not ${scheme}.`)
  fields.impossible('ssh', 'Commands are not run over SSH: let a job ping a heartbeat.')
  const data = isTcp ? fields.text('body') : null
  if (isTcp) fields.exact('body')
  else fields.impossible('body', `Nothing is sent over ${scheme}.`)
  const { assertions, isSound } = asserted(
    fields,
    context,
    isTcp ? 'tcp' : 'grpc',
    isTcp ? undefined : ['RESPONSE_TIME'],
  )
  const request = { hostname, port, ...(data !== null && { data }), assertions }
  return { value: { checkType: 'TCP', request, ...limitsOf(timeoutMs, 5000) }, isSound, shortest: 10 }
}
