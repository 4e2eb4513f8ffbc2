// Builders of tasks and observations for the tests of this room.
import { plainHttpRequest } from '#contract'
import type {
  Answers,
  Assertion,
  CheckRequests,
  Observation,
  ObservationFailure,
  RunTask,
  WireCheckType,
} from '#contract'

export const assertionOf = (
  source: Assertion['source'],
  comparison: Assertion['comparison'],
  fields: Partial<Assertion> = {},
): Assertion => ({ source, comparison, property: '', target: '', regex: null, ...fields })

const httpRequest = (assertions: readonly Assertion[]): CheckRequests['API'] => ({
  ...plainHttpRequest,
  url: 'https://example.com/orders',
  assertions,
})

const requests: { [T in WireCheckType]: (assertions: readonly Assertion[]) => CheckRequests[T] } = {
  TCP: (assertions) => ({ hostname: 'example.com', port: 25, data: null, ipFamily: 'IPv4', assertions }),
  DNS: (assertions) => ({
    query: 'example.com',
    recordType: 'A',
    nameServer: null,
    port: 53,
    protocol: 'UDP',
    assertions,
  }),
  URL: httpRequest,
  API: httpRequest,
  ICMP: (assertions) => ({ hostname: 'example.com', ipFamily: 'IPv4', pingCount: 10, assertions }),
}

export const taskOf = <T extends WireCheckType>(
  checkType: T,
  assertions: readonly Assertion[] = [],
  fields: Partial<RunTask<T>> = {},
): RunTask<T> => ({
  protocol: 1,
  id: '019b0000-0000-7000-8000-000000000001',
  leaseToken: 'lease',
  accountId: 'account',
  checkId: 'check',
  checkName: 'Orders',
  checkType,
  sessionId: 'session',
  location: 'eu-west-1',
  attempt: 1,
  scheduledFor: '2026-01-01T00:00:00.000Z',
  timeoutMs: 30_000,
  request: requests[checkType](assertions),
  limits: {
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: null,
  },
  shouldFail: false,
  secrets: [],
  ...fields,
})

export const httpAnswer = (fields: Partial<Answers['API']> = {}): Answers['API'] => ({
  status: 200,
  statusText: 'OK',
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: '{}',
  bodyTruncated: false,
  finalUrl: 'https://example.com/orders',
  remoteAddress: '203.0.113.7',
  timings: { socket: 1, lookup: 2, connect: 3, secureConnect: 4, response: 5, end: 6 },
  timingPhases: { wait: 1, dns: 1, tcp: 1, tls: 1, firstByte: 1, download: 1, total: 6 },
  ...fields,
})

export const answers: Answers = {
  TCP: {
    data: '220 mail.example.com ESMTP',
    remoteAddress: '203.0.113.7',
    timingPhases: { dns: 1, connection: 2, data: 3, total: 6 },
  },
  DNS: {
    responseCode: 'NOERROR',
    text: ';; status: NOERROR\nexample.com. 300 IN A 203.0.113.7',
    json: {
      Status: 'NOERROR',
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name: 'example.com.', type: 'A' }],
      Answer: [{ name: 'example.com.', type: 'A', TTL: 300, data: '203.0.113.7' }],
    },
    nameServer: '8.8.8.8',
    protocol: 'UDP',
    timingPhases: { total: 12 },
  },
  URL: httpAnswer(),
  API: httpAnswer({ body: '{"items":[{"id":1},{"id":5},{"id":2}],"name":"orders"}' }),
  ICMP: {
    text: '10 packets transmitted, 10 received, 0% packet loss',
    json: {
      hostname: 'example.com',
      resolvedIp: '203.0.113.7',
      ipFamily: 'IPv4',
      pingCount: 10,
      packetsSent: 10,
      packetsReceived: 10,
      packetSize: 64,
      packetLoss: 0,
      dnsResolutionTime: 4,
      latency: { avg: 20, min: 10, max: 30, stdDev: 2 },
      pingResults: [],
    },
  },
}

export const observationOf = <T extends WireCheckType>(
  answer: Answers[T],
  fields: Partial<Observation<T>> = {},
): Observation<T> => ({
  startedAt: 1000,
  stoppedAt: 1100,
  responseTimeMs: 100,
  answer,
  failure: null,
  log: [],
  ...fields,
})

export const failedObservation = <T extends WireCheckType>(
  fields: Partial<ObservationFailure> = {},
): Observation<T> => ({
  startedAt: 1000,
  stoppedAt: 1100,
  responseTimeMs: 100,
  answer: null,
  failure: {
    kind: 'connect',
    code: 'ECONNREFUSED',
    message: 'The connection to example.com was refused.',
    isNetworkError: true,
    ...fields,
  },
  log: [],
})
