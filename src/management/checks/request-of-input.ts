import type { Static } from 'typebox'
import { defaultDnsPort, httpMethods, isAsking } from '#contract'
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
import { pickGiven } from './pick-given.ts'
import { refuse } from '../refuse.ts'
import { sslRequestOf } from './ssl-request-of-input.ts'
import { tracerouteRequestOf } from './traceroute-request-of-input.ts'

type RequestInput<T extends AskingCheckType> = Static<(typeof checkTypes)[T]['request']>
type HttpInput = Partial<RequestInput<'API'>> & { readonly url: string }

/**
 * The request of each check type from what a body gives of it. It replaces the current one whole, of which only secrets
 * are kept that come back hidden; an absent field gets the default of its row.
 */
type RequestMakers = {
  readonly [T in AskingCheckType]: (given: RequestInput<T>, current: CheckRequests[T] | undefined) => CheckRequests[T]
}

/** `url` and `body` are older names of `hostname` and `data`. */
function tcpRequestOf(given: RequestInput<'TCP'>): TcpRequest {
  const hostname = given.hostname ?? given.url ?? refuse('request.hostname', 'is required')
  return {
    hostname,
    port: given.port,
    data: firstGiven(given.data, given.body) ?? null,
    ipFamily: given.ipFamily ?? 'IPv4',
    assertions: assertionsOf(given.assertions),
  }
}

/** The port is that of the name server, so without one there is none unless it is given. */
function dnsRequestOf(given: RequestInput<'DNS'>): DnsRequest {
  const nameServer = given.nameServer || null
  const port = given.port ?? (nameServer === null ? undefined : defaultDnsPort)
  return {
    query: given.query,
    recordType: given.recordType ?? 'A',
    nameServer,
    ...(port !== undefined && { port }),
    protocol: given.protocol ?? 'UDP',
    assertions: assertionsOf(given.assertions),
  }
}

const usualPings = 10

const icmpRequestOf = (given: RequestInput<'ICMP'>): IcmpRequest => ({
  hostname: given.hostname,
  ipFamily: given.ipFamily ?? 'IPv4',
  pingCount: given.pingCount ?? usualPings,
  assertions: assertionsOf(given.assertions),
})

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

const httpRequestOf = (given: HttpInput, current: HttpRequest = plainHttpRequest): HttpRequest => ({
  ...plainHttpRequest,
  ...pickGiven(given, ['url', 'followRedirects', 'skipSSL', 'ipFamily', 'body', 'bodyType']),
  method: methodOf(given.method) ?? plainHttpRequest.method,
  headers: keepPairs(given.headers, current.headers),
  queryParameters: keepPairs(given.queryParameters, current.queryParameters),
  basicAuth: keepBasicAuth(given.basicAuth, current.basicAuth),
  assertions: assertionsOf(given.assertions),
})

/** Clients may send methods in lower case. */
const methodOf = (method: string | undefined): HttpRequest['method'] | undefined =>
  httpMethods.find((known) => known === method?.toUpperCase())

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
