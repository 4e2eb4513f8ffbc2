import { checkTypes, descriptorOf } from './check-types/index.ts'
import type { CheckType } from './check-types/index.ts'

/** A module of `/probe`: a check without a target. */
export interface ProbeModule {
  readonly checkType: CheckType
  /** Fields of the body that would create the check. */
  readonly body: Readonly<Record<string, unknown>>
}

const is2xx = [
  { source: 'STATUS_CODE', comparison: 'GREATER_THAN', target: '199' },
  { source: 'STATUS_CODE', comparison: 'LESS_THAN', target: '300' },
]
const http = (method: string): ProbeModule => ({
  checkType: 'API',
  body: { request: { method, url: '', followRedirects: true, assertions: is2xx } },
})
const grpc = (tls: boolean): ProbeModule => ({
  checkType: 'GRPC',
  body: { request: { grpcConfig: { mode: 'HEALTH', tls } } },
})
const dns = (protocol: string): ProbeModule => ({ checkType: 'DNS', body: { request: { protocol } } })
const ssl: ProbeModule = { checkType: 'SSL', body: { request: { sslConfig: { port: 443 } } } }

/** The modules of blackbox_exporter by their names, with its defaults, and those of the operator. */
export const builtInModules: Readonly<Record<string, ProbeModule>> = {
  http_2xx: http('GET'),
  http_post_2xx: http('POST'),
  tcp_connect: { checkType: 'TCP', body: {} },
  icmp: {
    checkType: 'ICMP',
    body: { request: { pingCount: 1 }, degradedPacketLossThreshold: null, maxPacketLossThreshold: null },
  },
  dns: dns('UDP'),
  dns_udp: dns('UDP'),
  dns_tcp: dns('TCP'),
  ssl,
  tls: ssl,
  tls_connect: ssl,
  grpc: grpc(true),
  grpc_plain: grpc(false),
}

/** Where a module goes. */
export interface ProbeTarget {
  /** A URL, `host:port` or a host; of modules about names the name server. */
  readonly target: string
  /** The name that such modules ask for. */
  readonly query?: string | undefined
  /** Seconds that the run may take. */
  readonly timeoutSeconds: number
}

const millisecondsPerSecond = 1000

/** The body that would create the check of a module for a target. It is not validated yet. */
export function probeBody({ checkType, body }: ProbeModule, probed: ProbeTarget): Record<string, unknown> {
  const { limits } = descriptorOf(checkType)
  const request = structuredClone(Object(body['request']))
  for (const [path, value] of placesOf(checkType, probed)) if (value !== undefined) put(request, path, value)
  const allowedMs = Math.max(1, Math.round(probed.timeoutSeconds * millisecondsPerSecond))
  const longest = limits && Math.min(allowedMs, limits.ceiling)
  return {
    name: 'probe',
    ...(longest && { maxResponseTime: longest, degradedResponseTime: longest }),
    ...body,
    request,
  }
}

type Place = readonly [path: readonly string[], value: string | number | undefined]

/** The fields of a request that say where it goes. */
function placesOf(checkType: CheckType, { target: text, query }: ProbeTarget): readonly Place[] {
  const { target, isHttpCall } = descriptorOf(checkType)
  const { host, port } = endpointOf(text)
  const path = target?.path ?? []
  if (target?.server !== undefined)
    return [
      [[target.server], host],
      [['port'], port],
      [path, query],
    ]
  if (isHttpCall) return [[path, urlOf(text)]]
  return [
    [path, host],
    [[...path.slice(0, -1), 'port'], takesPort(checkType) ? port : undefined],
  ]
}

/** Its port stands beside its host. */
const takesPort = (checkType: CheckType): boolean => {
  const { target, request } = descriptorOf(checkType)
  const parent = target?.path.slice(0, -1).reduce((schema: unknown, name) => fieldsIn(schema)[name], request)
  return Object.hasOwn(fieldsIn(parent), 'port')
}

const fieldsIn = (schema: unknown): Record<string, unknown> => Object(Object(schema).properties)

const urlOf = (target: string): string => (/^https?:\/\//i.test(target) ? target : `http://${target}`)

const plainHost = /^[\w.:-]{1,253}$/

/** The host that a module goes to, in lower case; empty when the target cannot be one. */
export function hostOfTarget({ checkType }: ProbeModule, target: string): string {
  const host = descriptorOf(checkType).isHttpCall
    ? (URL.parse(urlOf(target))?.hostname ?? '').replace(/^\[|\]$/g, '')
    : endpointOf(target).host
  return plainHost.test(host) ? host.toLowerCase() : ''
}

/** `host:port`, `[address]:port`, a host, or those of a URL. */
function endpointOf(target: string): { readonly host: string; readonly port?: number } {
  const url = /^https?:\/\//i.test(target) ? URL.parse(target) : null
  const text = url === null ? target : url.host
  const [, bracketed, bare, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  return { host: bracketed ?? bare ?? text, ...(port !== undefined && { port: Number(port) }) }
}

function put(into: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path
  if (rest.length === 0) into[name] = value
  else {
    const inner: Record<string, unknown> = Object(into[name] ?? {})
    into[name] = inner
    put(inner, rest, value)
  }
}

/** The types that a module can run. */
export const canBeProbed = (checkType: string): checkType is CheckType =>
  Object.hasOwn(checkTypes, checkType) && descriptorOf(checkType as CheckType).target !== null
