import { dnsRecordTypes, isWebUrlText } from '#contract'
import { keywordAssertion } from './body-assertions.ts'
import { recordFilter } from './conditions.ts'
import { isRecord, jsonOf } from './kuma-data.ts'
import { hostOf, ipFamilyOf, leaveOut, limitsOf, literal, secretOf, without } from './monitor-import.ts'
import type { MonitorImport, Value } from './monitor-import.ts'

const tcpCeiling = 5000
const connectionOnly = 'Only the connection is checked, not TLS.'

/** port: a connection, or a certificate where TLS is spoken from the start. */
export function portMonitor(monitor: MonitorImport): Value | null {
  const { fields, expiryDays } = monitor
  const security = fields.text('smtp_security') ?? 'nostarttls'
  const isWatched = fields.flag('expiry_notification') === true
  const isTls = security === 'secure' && isWatched && fields.flag('upside_down') !== true
  const host = hostOf(monitor, null)
  if (host === null) return null
  fields.impossible('expected_tls_alert', 'Whether the server sends a TLS alert is not checked.')
  fields.ignored('ignore_tls')
  // Without the notice of its end the certificate is not looked at there: the port is all.
  if (!isWatched) fields.ignored('smtp_security')
  else if (!isTls && security !== 'nostarttls') fields.approximated('smtp_security', connectionOnly)
  if (!isTls) return tcp(monitor, host)
  fields.exact('smtp_security', 'expiry_notification')
  return {
    checkType: 'SSL',
    ...limitsOf(monitor, 45_000),
    request: {
      sslConfig: {
        ...host,
        ...ipFamilyOf(monitor),
        alertDaysBeforeExpiry: Math.min(365, Math.max(1, expiryDays)),
        securityBaseline: { enabled: false },
      },
    },
  }
}

/** A connection to a port. Without a limit any connection passes; an inverted one fails by a limit that every connection exceeds. */
export function tcp(monitor: MonitorImport, host: { readonly hostname: string; readonly port: number }): Value {
  const { fields } = monitor
  if (monitor.type !== 'port' && (fields.text('smtp_security') ?? 'nostarttls') !== 'nostarttls')
    fields.approximated('smtp_security', connectionOnly)
  const limits = limitsOf(monitor, tcpCeiling)
  const request = { ...host, ...ipFamilyOf(monitor) }
  if (fields.flag('upside_down') !== true) return { checkType: 'TCP', ...limits, request }
  fields.exact('upside_down')
  return { checkType: 'TCP', shouldFail: true, degradedResponseTime: null, maxResponseTime: 0, request }
}

const mostPings = 50

/** ping and tailscale-ping: up with at least one reply. */
export function pingMonitor(monitor: MonitorImport): Value | null {
  const { fields } = monitor
  const host = hostOf(monitor, 1)
  if (host === null) return null
  const count = fields.number('ping_count') ?? 1
  const pingCount = Math.min(mostPings, Math.max(1, Math.round(count)))
  if (pingCount === count) fields.exact('ping_count')
  else fields.approximated('ping_count', `Sends ${pingCount} pings.`)
  fields.approximated('packet_size', 'Packets have the usual size.')
  fields.approximated('ping_per_request_timeout', 'A reply is waited for as long as ICMP monitors do.')
  fields.approximated('timeout', 'A reply is waited for as long as ICMP monitors do.')
  fields.ignored('ping_numeric')
  if (monitor.type === 'tailscale-ping')
    fields.approximated('type', 'The host is pinged through the network of the machine, which must be in the tailnet.')
  return {
    checkType: 'ICMP',
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
    request: { hostname: host.hostname, pingCount, ...ipFamilyOf(monitor) },
  }
}

export function dnsMonitor(monitor: MonitorImport): Value | null {
  const { fields } = monitor
  const query = fields.text('hostname')
  const given = (fields.text('dns_resolve_type') ?? 'A').toUpperCase()
  const recordType = dnsRecordTypes.find((known) => known === given)
  if (recordType === undefined) return without(monitor, `Records of type ${given.slice(0, 20)} are not checked.`)
  if (query === null || !/^[^\s{}\p{Cc}]{1,253}$/u.test(query))
    return without(monitor, 'It has no name that can be looked up.')
  fields.exact('hostname', 'dns_resolve_type')
  fields.ignored('dns_last_result')
  return {
    checkType: 'DNS',
    ...limitsOf(monitor, 5000),
    request: { query, recordType, ...nameServerOf(monitor), assertions: recordAssertions(monitor, recordType) },
  }
}

function nameServerOf({ fields }: MonitorImport): Value {
  const servers = (fields.text('dns_resolve_server') ?? '1.1.1.1').split(/[\s,]+/).filter((server) => server !== '')
  const [nameServer] = servers
  if (nameServer === undefined || !serverPattern.test(nameServer)) {
    fields.impossible('dns_resolve_server', 'The public resolvers are asked instead.')
    return {}
  }
  if (servers.length > 1) fields.approximated('dns_resolve_server', `Only ${nameServer} is asked.`)
  else fields.exact('dns_resolve_server')
  fields.exact('port')
  const port = fields.number('port') ?? 53
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? { nameServer, port } : { nameServer }
}

const serverPattern = /^[\w.:-]{1,100}$/

const longestProperty = 2048

function recordAssertions({ fields }: MonitorImport, recordType: string): readonly Value[] {
  const filter = recordFilter(jsonOf(fields.value('conditions')) ?? [], recordType)
  if (filter === null) return []
  const property = `$.Answer[?@.type == '${recordType}' && ${filter ?? ''}].data`
  if (filter === undefined || property.length > longestProperty) {
    fields.impossible('conditions', 'They have no counterpart: write assertions on TEXT_ANSWER or JSON_ANSWER.')
    return []
  }
  fields.exact('conditions')
  return [{ source: 'JSON_ANSWER', property, comparison: 'NOT_EMPTY' }]
}

const methodPattern = /^[\w.]{1,500}$/

/** grpc-keyword: a call, and a text in the answer. */
export function grpcMonitor(monitor: MonitorImport): Value | null {
  const { fields } = monitor
  const host = grpcHostOf(fields.text('grpc_url') ?? '')
  if (host === null) return without(monitor, 'grpc_url has no host and port.')
  const proto = fields.text('grpc_protobuf') ?? ''
  const service = fields.text('grpc_service_name') ?? ''
  const method = fields.text('grpc_method') ?? ''
  if (!methodPattern.test(service) || !methodPattern.test(method))
    return without(monitor, 'It has no service and method that can be called.')
  fields.exact(
    'grpc_url',
    'grpc_service_name',
    'grpc_method',
    'grpc_protobuf',
    'grpc_enable_tls',
    'ignore_tls',
    'grpc_body',
  )
  return {
    checkType: 'GRPC',
    ...limitsOf(monitor, 180_000),
    request: {
      ...host,
      ...(fields.flag('ignore_tls') === true && { skipSSL: true }),
      grpcConfig: {
        mode: 'BEHAVIOR',
        tls: fields.flag('grpc_enable_tls') === true,
        method: `${qualified(service, proto)}/${method}`,
        serviceDefinition: 'PROTO_FILE',
        protoContent: proto.slice(0, 1_000_000),
        message: messageOf(monitor),
        metadata: metadataOf(monitor),
      },
      assertions: keywordAssertion(monitor, false),
    },
  }
}

function grpcHostOf(text: string): { readonly url: string; readonly port: number } | null {
  const address = text.replace(/^[a-z]+:\/\//i, '')
  const [, url, port] = /^(\[[^\]]+\]|[^\s/:{}]+):(\d{1,5})$/.exec(address) ?? []
  return url === undefined || Number(port) < 1 || Number(port) > 65_535 ? null : { url, port: Number(port) }
}

const messageOf = (monitor: MonitorImport): string =>
  literal(monitor, 'MESSAGE', monitor.fields.text('grpc_body') ?? '{}')

/** Uptime Kuma finds a service in a package by its last name. */
function qualified(service: string, proto: string): string {
  const name = /^\s*package\s+([\w.]+)\s*;/m.exec(proto)?.[1]
  return name === undefined || service.includes('.') ? service : `${name}.${service}`
}

function metadataOf(monitor: MonitorImport): readonly Value[] {
  const { fields } = monitor
  const given = jsonOf(fields.value('grpc_metadata'))
  if (!isRecord(given)) {
    fields.impossible('grpc_metadata', 'They are no JSON object: add them by hand.')
    return []
  }
  fields.exact('grpc_metadata')
  const entries = Object.entries(given).filter(([key]) => /^[\w.-]{1,256}$/.test(key))
  return entries
    .slice(0, 50)
    .map(([key, value]) => ({ key, value: secretOf(monitor, `METADATA_${key}`, String(value)) }))
}

/** websocket-upgrade: the port of its URL. */
export function webSocketMonitor(monitor: MonitorImport): Value | null {
  const { fields } = monitor
  const text = fields.text('url') ?? ''
  const url = /^wss?:\/\//i.test(text) && isWebUrlText(text) && URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hostname === '' || text.includes('{{')) return without(monitor, 'It has no WebSocket URL.')
  fields.approximated('url', 'Only the connection to its port is checked. A multi-step check can open the WebSocket.')
  leaveOut(monitor, ['url'])
  const port = url.port === '' ? (url.protocol === 'wss:' ? 443 : 80) : Number(url.port)
  return tcp(monitor, { hostname: url.hostname.replaceAll(/^\[|\]$/g, ''), port })
}
