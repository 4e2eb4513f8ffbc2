import { checkTypes } from '#contract'
import type { Assertion, CheckRequests, DnsRequest, GrpcRequest, HttpRequest, TcpRequest } from '#contract'
import { createEgress } from '#egress'
import type { ProbeTask, ProbeTools } from '#probes'
import { SystemClock } from '#kernel'
import { authorityFile } from './certificates/read-certificates.ts'

const clock = new SystemClock()

/** Tools of a location that may reach private targets and trusts the authority of the tests. */
export const probeTools: ProbeTools = {
  clock,
  egress: createEgress({ allowPrivateTargets: true, caFile: authorityFile }, clock),
  signal: new AbortController().signal,
  userAgent: 'Belfry/test',
}

type WithTime<R> = Partial<R> & { readonly timeoutMs?: number }

export function tcpTask({ timeoutMs = 60_000, ...changes }: WithTime<TcpRequest>): ProbeTask<'TCP'> {
  const request = { hostname: '127.0.0.1', port: 1, data: null, ipFamily: 'IPv4', assertions: [], ...changes } as const
  return { checkType: 'TCP', request, timeoutMs }
}

export function apiTask({ timeoutMs = 60_000, ...changes }: WithTime<HttpRequest>): ProbeTask<'API'> {
  const request: CheckRequests['API'] = {
    method: 'GET',
    url: 'http://127.0.0.1:1/',
    followRedirects: true,
    skipSSL: false,
    ipFamily: 'IPv4',
    body: '',
    bodyType: 'NONE',
    headers: [],
    queryParameters: [],
    basicAuth: null,
    assertions: [],
    ...changes,
  }
  return { checkType: 'API', request, timeoutMs }
}

export function dnsTask({ timeoutMs = 60_000, ...changes }: WithTime<DnsRequest>): ProbeTask<'DNS'> {
  const request: CheckRequests['DNS'] = {
    query: 'example.test',
    recordType: 'A',
    nameServer: '127.0.0.1',
    port: 53,
    protocol: 'UDP',
    assertions: [],
    ...changes,
  }
  return { checkType: 'DNS', request, timeoutMs }
}

export function tracerouteTask({
  timeoutMs = 60_000,
  ...changes
}: WithTime<CheckRequests['TRACEROUTE']>): ProbeTask<'TRACEROUTE'> {
  const request: CheckRequests['TRACEROUTE'] = {
    url: '127.0.0.1',
    protocol: 'TCP',
    port: 443,
    ipFamily: 'IPv4',
    maxHops: 30,
    maxUnknownHops: 15,
    ptrLookup: false,
    timeout: 10,
    assertions: [],
    ...changes,
  }
  return { checkType: 'TRACEROUTE', request, timeoutMs }
}

/** What a run task says besides its probe; without limits and secrets. */
export const runFields = {
  protocol: 1,
  id: 'task',
  leaseToken: 'lease',
  accountId: 'account',
  checkId: 'check',
  checkName: 'check',
  sessionId: 'session',
  location: 'eu-west-1',
  attempt: 1,
  scheduledFor: new Date(0).toISOString(),
  limits: {
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
  },
  shouldFail: false,
  secrets: [],
} as const

export const assertion = (
  source: Assertion['source'],
  comparison: Assertion['comparison'],
  target = '',
): Assertion => ({ source, comparison, target, property: '', regex: null })

/** Without changes a health check over plain text. */
export function grpcTask({
  timeoutMs = 60_000,
  config = {},
  ...changes
}: WithTime<GrpcRequest> & { readonly config?: Partial<GrpcRequest['grpcConfig']> }): ProbeTask<'GRPC'> {
  const { request } = checkTypes.GRPC.shapes.sample
  const grpcConfig = { ...request.grpcConfig, tls: false, ...config }
  return { checkType: 'GRPC', request: { ...request, url: '127.0.0.1', ...changes, grpcConfig }, timeoutMs }
}
