import { randomId } from '#kernel'
import { certificates } from '../support/certificates/read-certificates.ts'
import type { GoType } from './go-decoding.ts'
import { dated, goChannel, goGroup, goMonitor, goVariable } from './go-types.ts'

// The bodies a client in Go sends: zero values where nothing is set, null for empty lists.

const neverSet = '0001-01-01T00:00:00Z'
const settings = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  timeBasedEscalation: {},
  reminders: {},
  parallelRunFailureThreshold: {},
  sslCertificates: {},
}
export const monitor = {
  name: 'Monitor',
  description: null,
  frequency: 10,
  activated: true,
  muted: false,
  shouldFail: false,
  runParallel: false,
  locations: ['eu-west-1'],
  degradedResponseTime: 3000,
  maxResponseTime: 5000,
  tags: ['go'],
  alertSettings: settings,
  useGlobalAlertSettings: false,
  groupId: null,
  retryStrategy: null,
  triggerIncident: null,
  created_at: neverSet,
  updated_at: neverSet,
  doubleCheck: false,
}
const assertion = (source: string, target: string) => ({
  edit: false,
  order: 0,
  arrayIndex: 0,
  arraySelector: 0,
  source,
  property: '',
  comparison: 'EQUALS',
  target,
})
export const httpRequest = { followRedirects: true, skipSSL: false, body: '', headers: null, queryParameters: null }
const anyCheck = {
  id: '',
  ...monitor,
  environmentVariables: null,
  heartbeat: { period: 0, periodUnit: '', grace: 0, graceUnit: '', pingToken: '' },
  createdAt: neverSet,
  updatedAt: neverSet,
  privateLocations: [],
  runtimeId: null,
  sslCheck: false,
}
const noRetry = { type: 'SINGLE_RETRY', baseBackoffSeconds: 0, sameRegion: true }
const heartbeat = (pingToken: string) => ({
  period: 1,
  periodUnit: 'hours',
  grace: 30,
  graceUnit: 'minutes',
  pingToken,
})

const groupBody = {
  name: 'Group',
  activated: true,
  muted: false,
  tags: null,
  locations: [],
  concurrency: 3,
  apiCheckDefaults: { url: '', basicAuth: { username: '', password: '' } },
  environmentVariables: null,
  privateLocations: [],
  runtimeId: null,
  createdAt: neverSet,
  updatedAt: neverSet,
}
const channel = (type: string, config: object) => ({
  id: 0,
  type,
  config,
  sendRecovery: true,
  sendFailure: true,
  sendDegraded: false,
  sslExpiry: true,
  sslExpiryThreshold: 10,
})
export interface GoResource {
  readonly create: string
  readonly body: object
  /** Where one is read, updated and deleted; the id or key follows. */
  readonly one: string
  /** Null: it cannot be updated. */
  readonly update?: string | null
  readonly key?: string
  readonly reads: GoType
}

const check = (slug: string, type: string, body: object): GoResource => ({
  create: `v1/checks/${slug}?autoAssignAlerts=false`,
  body: { checkType: type, ...body },
  one: 'v1/checks/',
  update: `v1/checks/${slug}/`,
  reads: goMonitor,
})
const plain = (path: string, body: object, reads: GoType): GoResource => ({
  create: `v1/${path}`,
  body,
  one: `v1/${path}/`,
  reads,
})

/** What such a client creates, each with the calls of its life. */
export const goResources: Readonly<Record<string, GoResource>> = {
  'an API check': check('api', 'API', {
    ...anyCheck,
    retryStrategy: noRetry,
    request: {
      method: 'GET',
      url: 'https://api.example',
      ...httpRequest,
      assertions: [assertion('STATUS_CODE', '200')],
    },
  }),
  'an API check by the old route': {
    ...check('api', 'API', {
      ...anyCheck,
      request: { method: 'GET', url: 'https://api.example', ...httpRequest, assertions: null },
    }),
    create: 'v1/checks?autoAssignAlerts=false',
    update: 'v1/checks/',
  },
  'a TCP monitor': check('tcp', 'TCP', {
    ...monitor,
    privateLocations: [],
    runtimeId: null,
    request: { hostname: 'tcp.example', port: 443, assertions: [assertion('RESPONSE_TIME', '100')] },
  }),
  'a URL monitor': check('url', 'URL', {
    ...monitor,
    privateLocations: [],
    request: { method: 'GET', url: 'https://url.example', ...httpRequest, assertions: null, ipFamily: 'IPv4' },
  }),
  'a DNS monitor': check('dns', 'DNS', {
    ...monitor,
    degradedResponseTime: 500,
    maxResponseTime: 1000,
    retryStrategy: { type: 'LINEAR', baseBackoffSeconds: 60, maxRetries: 2, maxDurationSeconds: 600, sameRegion: true },
    request: { recordType: 'A', query: 'dns.example', assertions: null },
  }),
  'a TCP monitor that counts as degraded later than as failed': check('tcp', 'TCP', {
    ...monitor,
    privateLocations: [],
    runtimeId: null,
    degradedResponseTime: 4000,
    maxResponseTime: 3000,
    request: { hostname: 'tcp.example', port: 443, assertions: null },
  }),
  ...Object.fromEntries(
    Object.entries({
      url: { method: 'GET', url: 'https://url.example', ...httpRequest, assertions: null, ipFamily: 'IPv4' },
      dns: { recordType: 'A', query: 'dns.example', assertions: null },
      icmp: { hostname: 'icmp.example', assertions: null },
      grpc: { url: 'grpc.example', port: 443, grpcConfig: { mode: 'HEALTH', tls: true }, assertions: null },
      traceroute: { url: 'trace.example', assertions: null },
    }).map(([slug, request]) => [
      `a monitor of every 20 seconds (${slug})`,
      check(slug, slug.toUpperCase(), {
        ...monitor,
        ...(slug === 'dns' && { degradedResponseTime: 500, maxResponseTime: 1000 }),
        frequency: 0,
        frequencyOffset: 20,
        request,
      }),
    ]),
  ),
  'a Playwright suite': check('playwright', 'PLAYWRIGHT', {
    ...monitor,
    degradedResponseTime: undefined,
    maxResponseTime: undefined,
    environmentVariables: null,
    privateLocations: [],
    codeBundlePath: 'bundles/go.tar.gz',
    cacheHash: 'a1b2',
    workingDir: null,
    testCommand: 'npx playwright test',
    installCommand: null,
    playwrightVersion: '1.50.0',
    browsers: ['chromium'],
    engine: null,
    engineVersion: null,
  }),
  'an ICMP monitor': check('icmp', 'ICMP', {
    ...monitor,
    degradedPacketLossThreshold: 10,
    maxPacketLossThreshold: 20,
    request: { hostname: 'icmp.example', assertions: null },
  }),
  'a heartbeat monitor': check('heartbeat', 'HEARTBEAT', {
    id: '',
    name: 'Heartbeat',
    description: null,
    activated: true,
    muted: false,
    alertSettings: settings,
    useGlobalAlertSettings: true,
    heartbeat: heartbeat(''),
    triggerIncident: null,
    createdAt: neverSet,
    updatedAt: neverSet,
  }),
  'a heartbeat by the fields of any check': check('heartbeat', 'HEARTBEAT', {
    ...anyCheck,
    heartbeat: heartbeat(''),
    request: { method: '', url: '', ...httpRequest, followRedirects: false, assertions: null },
  }),
  'a browser check': check('browser', 'BROWSER', {
    ...anyCheck,
    script: 'await work()',
    request: { method: '', url: '', ...httpRequest, followRedirects: false, assertions: null },
  }),
  'a multistep check': check('multistep', 'MULTI_STEP', {
    ...anyCheck,
    script: 'await work()',
    request: { method: '', url: '', ...httpRequest, followRedirects: false, assertions: null },
  }),
  'an SSL monitor': check('ssl', 'SSL', {
    ...monitor,
    privateLocations: [],
    runtimeId: null,
    request: { sslConfig: { hostname: 'ssl.example', skipChainValidation: false } },
  }),
  'a group of the first version': {
    create: 'v1/check-groups?autoAssignAlerts=false',
    body: {
      ...groupBody,
      runParallel: false,
      useGlobalAlertSettings: false,
      alertSettings: settings,
      retryStrategy: null,
      doubleCheck: false,
    },
    one: 'v1/check-groups/',
    reads: goGroup,
  },
  'a group of the second version': {
    create: 'v2/check-groups?autoAssignAlerts=false',
    body: {
      ...groupBody,
      runParallel: null,
      useGlobalAlertSettings: null,
      alertSettings: null,
      setupSnippetId: null,
      tearDownSnippetId: null,
      localSetupScript: null,
      localTearDownScript: null,
      retryStrategy: 'FALLBACK',
    },
    one: 'v1/check-groups/',
    update: 'v2/check-groups/',
    reads: goGroup,
  },
  'a mail channel': plain('alert-channels', channel('EMAIL', { address: 'a@mail.example' }), goChannel),
  'a Slack channel': plain(
    'alert-channels',
    channel('SLACK', { url: 'https://hooks.slack.com/services/x', channel: '#ops' }),
    goChannel,
  ),
  'a Slack app channel': plain('alert-channels', channel('SLACK_APP', { slackChannels: ['#ops'] }), goChannel),
  'an SMS channel': plain('alert-channels', channel('SMS', { name: 'Ops', number: '+491701234567' }), goChannel),
  'a call channel': plain('alert-channels', channel('CALL', { name: 'Ops', number: '+491701234567' }), goChannel),
  'an Opsgenie channel': plain(
    'alert-channels',
    channel('OPSGENIE', { name: 'Ops', apiKey: 'key', region: 'EU', priority: 'P1' }),
    goChannel,
  ),
  'a PagerDuty channel': plain('alert-channels', channel('PAGERDUTY', { serviceKey: 'a'.repeat(32) }), goChannel),
  'a webhook channel': plain(
    'alert-channels',
    channel('WEBHOOK', { name: 'Hook', url: 'https://hook.example', method: 'post', template: '{"a":1}' }),
    goChannel,
  ),
  'a variable': {
    ...plain('variables', { key: 'GO_KEY', value: 'value', locked: false, secret: false }, goVariable),
    key: 'key',
  },
  'a snippet': plain(
    'snippets',
    { id: 0, name: 'snippet', script: 'x()', createdAt: neverSet, updatedAt: neverSet },
    { id: 'int', name: 'string', script: 'string', createdAt: 'time', updatedAt: 'time' },
  ),
  'a maintenance window': plain(
    'maintenance-windows',
    {
      id: 0,
      name: 'Window',
      startsAt: '2026-04-01T10:00:00.000Z',
      endsAt: '2026-04-01T11:00:00.000Z',
      tags: ['go'],
      created_at: '',
      updated_at: '',
    },
    {
      id: 'int',
      name: 'string',
      startsAt: 'string',
      endsAt: 'string',
      repeatInterval: 'int',
      repeatUnit: 'string',
      repeatEndsAt: 'string',
      tags: { list: 'string' },
      ...dated,
    },
  ),
  'a maintenance window with all that can be left unset': plain(
    'maintenance-windows',
    {
      id: 0,
      name: 'Window',
      startsAt: '2026-04-01T10:00:00.000Z',
      endsAt: '2026-04-01T11:00:00.000Z',
      repeatInterval: null,
      repeatUnit: null,
      repeatEndsAt: null,
      tags: [],
      timezone: null,
      pauseAllChecks: false,
      silenceAlertsTags: ['quiet'],
      silenceAllAlerts: false,
      description: null,
      statusPageVisibility: {
        enabled: false,
        severity: null,
        affectAllServices: false,
        notifyOnStart: false,
        notifyOnEnd: false,
        suppressAutoIncidents: false,
        reminderMinutesBefore: [60],
        autoStart: true,
        autoEnd: false,
        showAffectedServices: true,
        statusPageIds: [],
        serviceIds: [],
      },
      created_at: '',
      updated_at: '',
    },
    { id: 'int', name: 'string', timezone: 'string', silenceAlertsTags: { list: 'string' }, ...dated },
  ),
  'a dashboard': {
    ...plain(
      'dashboards',
      {
        customUrl: `board-${randomId().slice(0, 8)}`,
        header: 'Board',
        width: 'FULL',
        refreshRate: 60,
        paginationRate: 60,
        paginate: false,
        tags: ['go'],
        enableIncidents: false,
        expandChecks: false,
        showCheckRunLinks: false,
        customCSS: '',
        created_at: '',
        updated_at: '',
      },
      {
        id: 'int',
        dashboardId: 'string',
        customUrl: 'string',
        customDomain: 'string',
        isPrivate: 'bool',
        logo: 'string',
        header: 'string',
        width: 'string',
        refreshRate: 'int',
        checksPerPage: 'int',
        paginationRate: 'int',
        tags: { list: 'string' },
        customCSS: 'string',
        keys: { list: { id: 'string', maskedKey: 'string', rawKey: 'string', ...dated } },
        ...dated,
      },
    ),
    key: 'dashboardId',
  },
  'a private location': plain(
    'private-locations',
    { id: '', name: 'Office', slugName: 'go-office', created_at: '', updated_at: '' },
    {
      id: 'string',
      name: 'string',
      slugName: 'string',
      icon: 'string',
      keys: { list: { id: 'string', maskedKey: 'string', rawKey: 'string', ...dated } },
      lastSeen: 'string',
      agentCount: 'int',
      ...dated,
    },
  ),
  'a client certificate': {
    ...plain(
      'client-certificates',
      { host: '*.client.example', path: '/partner', ...certificates.client, created_at: neverSet },
      { id: 'string', host: 'string', path: 'string', cert: 'string', ca: 'string', created_at: 'time' },
    ),
    update: null,
  },
  'a service of status pages': plain('status-pages/services', { name: 'Shop' }, { id: 'string', name: 'string' }),
}
