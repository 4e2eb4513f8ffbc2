import type { Static } from 'typebox'
import { httpMethods, isAsking } from '#contract'
import type {
  AskingCheckType,
  CheckDefinition,
  CheckRequests,
  checkTypes,
  DnsRequest,
  HttpRequest,
  IcmpRequest,
  TcpRequest,
} from '#contract'
import { assertionsOf } from './assertions-of-input.ts'
import { grpcRequestOf } from './grpc-request-of-input.ts'
import { keepBasicAuth, keepPairs } from './kept-values.ts'
import { refuse } from '../refuse.ts'
import { sslRequestOf } from './ssl-request-of-input.ts'
import { tracerouteRequestOf } from './traceroute-request-of-input.ts'

type RequestInput<T extends AskingCheckType> = Static<(typeof checkTypes)[T]['request']>
type HttpInput = Partial<RequestInput<'API'>> & { readonly url: string }

/**
 * The request of each check type from what a body gives of it: an absent field keeps the current value, which for a new
 * check is the default of its row.
 */
type RequestMakers = {
  readonly [T in AskingCheckType]: (given: RequestInput<T>, current: CheckRequests[T] | undefined) => CheckRequests[T]
}

const makers: RequestMakers = {
  TCP: tcpRequestOf,
  DNS: dnsRequestOf,
  ICMP: icmpRequestOf,
  URL: httpRequestOf,
  API: httpRequestOf,
  SSL: sslRequestOf,
  GRPC: grpcRequestOf,
  TRACEROUTE: tracerouteRequestOf,
}

const plainTcpRequest: TcpRequest = { hostname: '', port: 0, data: null, ipFamily: 'IPv4', assertions: [] }

/** `url` and `body` are older names of `hostname` and `data`. */
function tcpRequestOf(given: RequestInput<'TCP'>, current: TcpRequest = plainTcpRequest): TcpRequest {
  const hostname = given.hostname ?? given.url ?? current.hostname
  if (hostname === '') refuse('request.hostname', 'is required')
  return {
    hostname,
    port: given.port,
    data: firstGiven(given.data, given.body, current.data) ?? null,
    ipFamily: given.ipFamily ?? current.ipFamily,
    assertions: assertionsOf(given.assertions, current.assertions),
  }
}

const defaultDnsPort = 53
const plainDnsRequest: DnsRequest = {
  query: '',
  recordType: 'A',
  nameServer: null,
  port: defaultDnsPort,
  protocol: 'UDP',
  assertions: [],
}

function dnsRequestOf(given: RequestInput<'DNS'>, current: DnsRequest = plainDnsRequest): DnsRequest {
  return {
    query: given.query,
    recordType: given.recordType ?? current.recordType,
    nameServer: firstGiven(given.nameServer, current.nameServer) || null,
    port: firstGiven(given.port, current.port) ?? defaultDnsPort,
    protocol: given.protocol ?? current.protocol,
    assertions: assertionsOf(given.assertions, current.assertions),
  }
}

const usualPings = 10
const plainIcmpRequest: IcmpRequest = { hostname: '', ipFamily: 'IPv4', pingCount: usualPings, assertions: [] }

function icmpRequestOf(given: RequestInput<'ICMP'>, current: IcmpRequest = plainIcmpRequest): IcmpRequest {
  return {
    hostname: given.hostname,
    ipFamily: firstGiven(given.ipFamily, current.ipFamily) ?? 'IPv4',
    pingCount: firstGiven(given.pingCount, current.pingCount) ?? usualPings,
    assertions: assertionsOf(given.assertions, current.assertions),
  }
}

/** What an HTTP check sends and does unless its body says otherwise. */
const plainHttpRequest: HttpRequest = {
  method: 'GET',
  url: '',
  followRedirects: true,
  skipSSL: false,
  ipFamily: 'IPv4',
  body: '',
  bodyType: 'NONE',
  headers: [],
  queryParameters: [],
  basicAuth: null,
  assertions: [],
}

function httpRequestOf(given: HttpInput, current: HttpRequest = plainHttpRequest): HttpRequest {
  return {
    method: methodOf(given.method) ?? current.method,
    url: given.url,
    followRedirects: given.followRedirects ?? current.followRedirects,
    skipSSL: given.skipSSL ?? current.skipSSL,
    ipFamily: given.ipFamily ?? current.ipFamily,
    body: given.body ?? current.body,
    bodyType: given.bodyType ?? current.bodyType,
    headers: keepPairs(given.headers, current.headers),
    queryParameters: keepPairs(given.queryParameters, current.queryParameters),
    basicAuth: keepBasicAuth(given.basicAuth, current.basicAuth),
    assertions: assertionsOf(given.assertions, current.assertions),
  }
}

/** Clients may send methods in lower case. */
const methodOf = (method: string | undefined): HttpRequest['method'] | undefined =>
  httpMethods.find((known) => known === method?.toUpperCase())

const firstGiven = <T>(...values: readonly (T | undefined)[]): T | undefined =>
  values.find((value) => value !== undefined)

/** The request of a check after a body; undefined for types that ask nothing of anyone. */
export function requestOf(check: CheckDefinition, given: unknown): CheckRequests[AskingCheckType] | undefined {
  const { checkType, settings } = check
  if (!isAsking(checkType)) return undefined
  return given === undefined ? settings.request : makerOf(checkType)(given, settings.request)
}

type AnyMaker = (given: unknown, current: CheckRequests[AskingCheckType] | undefined) => CheckRequests[AskingCheckType]

/** Sound because the schema of the type has judged what is given, and this file made the request that is stored. */
const makerOf = (type: AskingCheckType): AnyMaker => makers[type] as AnyMaker
