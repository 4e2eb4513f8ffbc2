import type { GoType } from './go-decoding.ts'
import { httpRequest, monitor } from './go-resources.ts'
import { goChannel, goGroup, goMonitor } from './go-types.ts'

// What clients of the hosted product send, as it was seen in their traffic: method, path, headers and body.

export interface RecordedCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{id}` is that of the first resource of the client. */
  readonly path: string
  readonly body?: object
  readonly status: number
  /** What the client finds in the answer, at least. */
  readonly finds?: object
  /** What it must not find: it could not read it, or would plan a change. */
  readonly lacks?: readonly string[]
  /** What it decodes the answer into. */
  readonly reads?: GoType
}

export interface RecordedClient {
  readonly source: string | null
  readonly calls: readonly RecordedCall[]
}

/** Before the text FALLBACK there were only objects. */
const groupOfOldClients: GoType = {
  ...goGroup,
  retryStrategy: {
    type: 'string',
    baseBackoffSeconds: 'int',
    maxRetries: 'int',
    maxDurationSeconds: 'int',
    sameRegion: 'bool',
  },
}
const group = {
  name: 'Group',
  activated: true,
  muted: false,
  runParallel: false,
  tags: ['old'],
  locations: ['eu-west-1'],
  concurrency: 3,
  apiCheckDefaults: { url: 'https://api.example', basicAuth: { username: '', password: '' } },
  doubleCheck: true,
  useGlobalAlertSettings: true,
}
const { retryStrategy: _retries, ...oldMonitor } = monitor
const apiRequest = { method: 'GET', url: 'https://api.example', ...httpRequest, assertions: null }
const rpc = { url: 'grpc.example', port: 443, assertions: null }
const everyTwentySeconds = { frequency: 0, frequencyOffset: 20 }

const oldGroup = (reads: GoType): readonly RecordedCall[] => [
  {
    method: 'POST',
    path: '/v1/check-groups?autoAssignAlerts=false',
    body: group,
    status: 201,
    lacks: ['retryStrategy'],
    reads,
  },
  { method: 'GET', path: '/v1/check-groups/{id}', status: 200, lacks: ['retryStrategy'], reads },
  {
    method: 'PUT',
    path: '/v1/check-groups/{id}?autoAssignAlerts=false',
    body: { ...group, muted: true },
    status: 200,
    finds: { muted: true },
    lacks: ['retryStrategy'],
    reads,
  },
  { method: 'DELETE', path: '/v1/check-groups/{id}', status: 204 },
]

const groupWith = (body: object, finds: object): RecordedClient => ({
  source: 'TF',
  calls: [
    {
      method: 'POST',
      path: '/v1/check-groups?autoAssignAlerts=false',
      body: { ...group, ...body },
      status: 201,
      finds,
    },
    { method: 'GET', path: '/v1/check-groups/{id}', status: 200, finds },
  ],
})

export const recordedClients: Readonly<Record<string, RecordedClient>> = {
  'Terraform provider 1.13.1, a group': { source: 'TF', calls: oldGroup(groupOfOldClients) },
  'Kubernetes operator, a group': { source: 'go-sdk', calls: oldGroup(groupOfOldClients) },
  'Kubernetes operator, a check that must be faster than it may be slow': {
    source: 'go-sdk',
    calls: [
      {
        method: 'POST',
        path: '/v1/checks',
        body: {
          ...oldMonitor,
          checkType: 'API',
          degradedResponseTime: 5000,
          maxResponseTime: 2000,
          request: apiRequest,
        },
        status: 201,
        finds: { checkType: 'API', degradedResponseTime: 5000, maxResponseTime: 2000 },
        reads: goMonitor,
      },
      { method: 'DELETE', path: '/v1/checks/{id}', status: 204 },
    ],
  },
  'Kubernetes operator, a channel': {
    source: 'go-sdk',
    calls: [
      {
        method: 'POST',
        path: '/v1/alert-channels',
        body: { type: 'EMAIL', config: { address: 'ops@example.com' }, sendRecovery: true, sendFailure: true },
        status: 201,
        reads: goChannel,
      },
      {
        method: 'PUT',
        path: '/v1/alert-channels/{id}',
        body: { type: 'EMAIL', config: { address: 'ops@example.com' }, sendRecovery: true },
        status: 200,
        finds: { sendRecovery: true, sendFailure: true },
        reads: goChannel,
      },
    ],
  },
  'Terraform provider 1.16, which says null for no retries': groupWith(
    { retryStrategy: null },
    { retryStrategy: null },
  ),
  'Terraform provider 1.27, which says FALLBACK': groupWith(
    { retryStrategy: 'FALLBACK' },
    { retryStrategy: 'FALLBACK' },
  ),
  'Go client 1.22, a group whose URL has no scheme': groupWith(
    { apiCheckDefaults: { url: 'example.com/api/test' } },
    { apiCheckDefaults: { url: 'example.com/api/test' } },
  ),
  'Go client 1.22, a dashboard that becomes public': {
    source: 'go-sdk',
    calls: [
      {
        method: 'POST',
        path: '/v1/dashboards',
        body: {
          customUrl: 'recorded',
          header: 'Board',
          refreshRate: 60,
          paginationRate: 60,
          isPrivate: true,
          tags: ['a'],
        },
        status: 201,
        finds: { isPrivate: true },
      },
      {
        method: 'PUT',
        path: '/v1/dashboards/{dashboardId}',
        body: { customUrl: 'recorded', header: 'Board', refreshRate: 60, paginationRate: 60 },
        status: 200,
        finds: { isPrivate: false, tags: [] },
      },
    ],
  },
  'Go client 1.22, a maintenance window that no longer repeats': {
    source: 'go-sdk',
    calls: [
      {
        method: 'POST',
        path: '/v1/maintenance-windows',
        body: {
          name: 'Window',
          startsAt: '2026-04-01T10:00:00.000Z',
          endsAt: '2026-04-01T11:00:00.000Z',
          repeatInterval: 1,
          repeatUnit: 'DAY',
          repeatEndsAt: '2026-05-01T10:00:00.000Z',
          tags: ['a'],
        },
        status: 201,
        finds: { repeatInterval: 1, repeatUnit: 'DAY' },
      },
      {
        method: 'PUT',
        path: '/v1/maintenance-windows/{id}',
        body: { name: 'Window', startsAt: '2026-04-01T10:00:00.000Z', endsAt: '2026-04-01T11:00:00.000Z' },
        status: 200,
        finds: { repeatInterval: null, repeatUnit: null, repeatEndsAt: null, tags: [] },
      },
    ],
  },
  'Terraform provider 1.27, the health of a gRPC service every 20 seconds': {
    source: 'TF',
    calls: [
      {
        method: 'POST',
        path: '/v1/checks/grpc?autoAssignAlerts=false',
        body: { ...monitor, ...everyTwentySeconds, request: { ...rpc, grpcConfig: { mode: 'HEALTH', tls: true } } },
        status: 201,
        finds: { ...everyTwentySeconds, request: { grpcConfig: { mode: 'HEALTH' } } },
        lacks: ['request.grpcConfig.serviceDefinition'],
      },
      { method: 'GET', path: '/v1/checks/{id}', status: 200, lacks: ['request.grpcConfig.serviceDefinition'] },
      {
        method: 'PUT',
        path: '/v1/checks/grpc/{id}?autoAssignAlerts=false',
        body: { ...monitor, request: { ...rpc, grpcConfig: { mode: 'BEHAVIOR', serviceDefinition: 'REFLECTION' } } },
        status: 200,
        finds: { frequency: 10, request: { grpcConfig: { serviceDefinition: 'REFLECTION' } } },
      },
    ],
  },
  'Singer tap 0.5.7': {
    source: null,
    calls: ['checks', 'check-groups', 'alert-channels', 'check-statuses', 'dashboards', 'maintenance-windows'].map(
      (list) => ({ method: 'GET', path: `/v1/${list}?limit=100&page=1`, status: 200 }) as const,
    ),
  },
}
