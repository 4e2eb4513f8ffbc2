import { randomId } from '#kernel'
import { fieldsOf } from './fields-of.ts'
import type { SeededAccount } from './seeded-account.ts'
import type { Body, ResourceRow } from './resource-row.ts'
import { alertSettings, aroundRequests, assertion, retryStrategy, variable, withoutScripts } from './written-parts.ts'

const incidentOf = ({ serviceId }: SeededAccount, name: string) => ({
  serviceId,
  severity: 'CRITICAL',
  name,
  description: 'It fails.',
  notifySubscribers: true,
})

const sharedCheck = (seed: SeededAccount): Body => ({
  name: 'Check with everything',
  activated: false,
  muted: true,
  doubleCheck: false,
  shouldFail: true,
  locations: ['eu-west-1', 'us-east-1'],
  tags: ['first', 'second'],
  alertSettings: alertSettings(15),
  useGlobalAlertSettings: false,
  groupId: seed.groupId,
  groupOrder: 3,
  runtimeId: '2025.04',
  alertChannelSubscriptions: [{ alertChannelId: seed.channelId, activated: true }],
  retryStrategy: retryStrategy(4),
  triggerIncident: incidentOf(seed, 'Outage'),
  runParallel: true,
  description: 'Every field.',
  frequency: 30,
  frequencyOffset: 7,
  intent: { goal: 'It answers.', requiredOutcomes: ['200'], mustPreserve: ['the order'] },
  aiAutoRepairEnabled: true,
})
const sharedChanges = (seed: SeededAccount): readonly Body[] => [
  { name: 'Another name' },
  { activated: true },
  { muted: false },
  { doubleCheck: true },
  { shouldFail: false },
  { locations: ['ap-south-1'] },
  { tags: [] },
  { alertSettings: alertSettings(30) },
  { useGlobalAlertSettings: true },
  { groupId: null },
  { groupOrder: null },
  { runtimeId: null },
  { alertChannelSubscriptions: [{ alertChannelId: seed.channelId, activated: false }] },
  { retryStrategy: retryStrategy(1) },
  { retryStrategy: null },
  { triggerIncident: incidentOf(seed, 'Other outage') },
  { triggerIncident: null },
  { runParallel: false },
  { description: null },
  { frequency: 60, frequencyOffset: 11 },
  { intent: null },
  { aiAutoRepairEnabled: null },
]
const checkLife = { read: 'getCheck', list: 'listChecks', remove: 'deleteCheck' } as const
/** Of scripts; other types take them and do nothing with them. */
const scripting = [
  'environmentVariables',
  'script',
  'scriptPath',
  'sslCheckDomain',
  'setupSnippetId',
  'tearDownSnippetId',
  'localSetupScript',
  'localTearDownScript',
]
const unusedByWire = [...scripting, 'checkType', 'heartbeat']
const limits = { degradedResponseTime: 700, maxResponseTime: 900 }
const withPrivateLocation = (seed: SeededAccount) => ({ privateLocations: [seed.privateLocationSlug] })

const httpRequest = (url: string) => ({
  method: 'POST',
  url,
  followRedirects: false,
  skipSSL: true,
  ipFamily: 'IPv6',
  body: '{"a":1}',
  bodyType: 'JSON',
  headers: [{ key: 'X-Key', value: 'locked', locked: true }],
  queryParameters: [{ key: 'page', value: '1', locked: false }],
  basicAuth: { username: 'user', password: 'password' },
  assertions: [assertion('STATUS_CODE', '201')],
})

const file = { path: 'checks/help.ts', content: 'export const help = 1' }
/** Answered only to whoever asks for them (`includeDependencies`). */
const unshown = ['dependencies', 'setupScriptDependencies', 'tearDownScriptDependencies']

const checkRow = (
  operations: Pick<ResourceRow, 'create' | 'update'>,
  own: {
    readonly requests: readonly [object, object]
    readonly full?: (seed: SeededAccount) => Body
    readonly changes?: readonly Body[]
  },
): ResourceRow => ({
  ...operations,
  ...checkLife,
  full: (seed) => ({
    ...sharedCheck(seed),
    ...withPrivateLocation(seed),
    ...limits,
    ...own.full?.(seed),
    request: own.requests[0],
  }),
  changes: (seed) => [
    ...sharedChanges(seed),
    { privateLocations: [] },
    { degradedResponseTime: 650 },
    { maxResponseTime: null },
    { request: own.requests[1] },
    ...(own.changes ?? []),
  ],
  ignored: unusedByWire,
})

const sslRequest = (hostname: string, config: Body = {}, certificateId: string | null = null) => ({
  sslConfig: {
    hostname,
    port: 8443,
    serverName: 'name.example',
    ipFamily: 'IPv6',
    skipChainValidation: true,
    handshakeTimeoutMs: 5000,
    alertDaysBeforeExpiry: 30,
    securityBaseline: {
      enabled: true,
      minTLSVersion: { value: 'TLS1.3', severity: 'degrade' },
      minKeySizeBits: { value: 4096, severity: 'degrade' },
      weakSignatureAlgorithm: { severity: 'degrade' },
      weakCipherSuite: { severity: 'ignore' },
      knownBadCA: { severity: 'ignore' },
      recommendedTLSVersion: { value: 'TLS1.2', severity: 'degrade' },
      recommendedKeySizeBits: { value: 2048, severity: 'degrade' },
      ocspMustStapleRespected: { severity: 'fail' },
      sctPresent: { severity: 'fail' },
    },
    clientCertificateMode: 'auto',
    ...config,
  },
  sslClientCertificateId: certificateId,
  assertions: [assertion('RESPONSE_TIME', '100')],
})

const sslRow = checkRow(
  { create: 'createSslCheck', update: 'updateSslCheck' },
  { requests: [sslRequest('ssl.example'), sslRequest('other.example', { port: 443 })] },
)

const unusedByScripts = [
  'checkType',
  'heartbeat',
  'request',
  'frequencyOffset',
  'setupSnippetId',
  'tearDownSnippetId',
  'localSetupScript',
  'localTearDownScript',
]

/** A check whose whole work is a script. */
const scriptRow = (
  operations: Pick<ResourceRow, 'create' | 'update'>,
  own: Body,
  changes: readonly Body[],
): ResourceRow => ({
  ...operations,
  ...checkLife,
  full: (seed) => ({
    ...sharedCheck(seed),
    ...withPrivateLocation(seed),
    script: 'await work()',
    scriptPath: 'checks/work.spec.ts',
    environmentVariables: [variable('SCRIPT_KEY')],
    dependencies: [file],
    playwrightConfig: { use: { locale: 'de-DE' } },
    ...limits,
    ...own,
  }),
  changes: (seed) => [
    ...sharedChanges(seed),
    { privateLocations: [] },
    { script: 'await rest()' },
    { scriptPath: 'checks/rest.spec.ts' },
    { environmentVariables: [variable('OTHER_KEY')] },
    { dependencies: [] },
    { playwrightConfig: {} },
    { degradedResponseTime: 650 },
    { maxResponseTime: null },
    ...changes,
  ],
  ignored: unusedByScripts,
  notReadBack: unshown,
})

/** A suite out of a code bundle. */
const suiteRow = (own: Body): ResourceRow => ({
  create: 'createPlaywrightCheck',
  update: 'updatePlaywrightCheck',
  ...checkLife,
  full: (seed) => ({ ...sharedCheck(seed), ...withPrivateLocation(seed), ...own }),
  changes: (seed) => [
    ...sharedChanges(seed),
    { privateLocations: [] },
    { environmentVariables: [variable('OTHER_KEY')] },
    { codeBundlePath: 'bundles/b.tar.gz' },
    { cacheHash: null },
    { playwrightVersion: '1.51.0' },
    { workingDir: null },
    { testCommand: 'npx playwright test' },
    { installCommand: '' },
    { browsers: ['chromium'] },
    { engine: 'bun' },
    { engineVersion: null },
  ],
  ignored: [...unusedByScripts, 'script', 'scriptPath', 'sslCheckDomain'],
})

/** Types that have no route of their own. The fields of their bodies are told apart by type. */
const genericRow = (checkType: string, own: () => Body): ResourceRow => ({
  create: 'createCheckGeneric',
  update: 'updateCheckGeneric',
  ...checkLife,
  full: (seed) => {
    const { frequencyOffset: _ofTimers, shouldFail: _ofAsking, ...shared } = sharedCheck(seed)
    return { ...shared, ...own(), checkType }
  },
  changes: (seed) => [
    { name: 'Another name' },
    { tags: [] },
    { groupId: null },
    { triggerIncident: incidentOf(seed, 'b') },
  ],
  ignored: [...fieldsOf('createCheckGeneric').keys(), ...fieldsOf('updateCheckGeneric').keys()],
})

/** Checks of every type. */
export const checkRows: Readonly<Record<string, ResourceRow>> = {
  'a TCP check': checkRow(
    { create: 'createTcpCheck', update: 'updateTcpCheck' },
    {
      requests: [
        {
          hostname: 'tcp.example',
          port: 8443,
          data: 'PING',
          ipFamily: 'IPv6',
          assertions: [assertion('RESPONSE_DATA', 'PONG')],
        },
        { hostname: 'other.example', port: 80, data: null, ipFamily: 'IPv4', assertions: [] },
      ],
    },
  ),
  'a DNS monitor': {
    ...checkRow(
      { create: 'createDnsCheck', update: 'updateDnsCheck' },
      {
        full: () => ({ heartbeat: {}, script: '' }),
        requests: [
          {
            query: 'dns.example',
            recordType: 'MX',
            nameServer: '1.1.1.1',
            port: 5353,
            protocol: 'TCP',
            assertions: [assertion('RESPONSE_CODE', 'NOERROR')],
          },
          { query: 'other.example', recordType: 'A', nameServer: null, port: 53, protocol: 'UDP', assertions: [] },
        ],
      },
    ),
    notReadBack: ['heartbeat'],
  },
  'a URL monitor': checkRow(
    { create: 'createUrlCheck', update: 'updateUrlCheck' },
    {
      requests: [
        {
          url: 'https://url.example/a',
          followRedirects: false,
          skipSSL: true,
          ipFamily: 'IPv6',
          assertions: [assertion('STATUS_CODE', '201')],
        },
        { url: 'https://other.example', followRedirects: true, skipSSL: false, ipFamily: 'IPv4', assertions: [] },
      ],
    },
  ),
  'an API check': {
    ...checkRow(
      { create: 'createApiCheck', update: 'updateApiCheck' },
      {
        requests: [httpRequest('https://api.example/a'), httpRequest('https://api.example/b')],
        full: (seed) => ({
          ...aroundRequests(seed),
          environmentVariables: [variable('API_KEY')],
          dependencies: [file],
          setupScriptDependencies: [file],
          tearDownScriptDependencies: [file],
        }),
        changes: [
          ...withoutScripts,
          { environmentVariables: [variable('OTHER_KEY')] },
          { dependencies: [] },
          { setupScriptDependencies: [] },
          { tearDownScriptDependencies: [] },
        ],
      },
    ),
    ignored: ['checkType', 'heartbeat', 'script', 'scriptPath', 'sslCheckDomain'],
    notReadBack: unshown,
  },
  'an SSL monitor': {
    ...sslRow,
    full: (seed) => ({
      ...sslRow.full(seed),
      request: sslRequest('ssl.example', { clientCertificateMode: 'explicit' }, seed.certificateId),
    }),
  },
  'a browser check': scriptRow(
    { create: 'createBrowserCheck', update: 'updateBrowserCheck' },
    { sslCheckDomain: 'browser.example', snapshots: [] },
    [{ sslCheckDomain: null }, { snapshots: [] }],
  ),
  'a multistep check': {
    ...scriptRow({ create: 'createMultistepCheck', update: 'updateMultistepCheck' }, {}, []),
    ignored: [...unusedByScripts, 'sslCheckDomain'],
  },
  'an ICMP monitor': checkRow(
    { create: 'createIcmpCheck', update: 'updateIcmpCheck' },
    {
      full: () => ({ degradedPacketLossThreshold: 5, maxPacketLossThreshold: 15 }),
      changes: [{ degradedPacketLossThreshold: 7 }, { maxPacketLossThreshold: 25 }],
      requests: [
        {
          hostname: 'icmp.example',
          ipFamily: 'IPv6',
          pingCount: 5,
          assertions: [{ ...assertion('LATENCY', '100'), property: 'avg' }],
        },
        { hostname: 'other.example', ipFamily: 'IPv4', pingCount: 10, assertions: [] },
      ],
    },
  ),
  'a gRPC monitor': checkRow(
    { create: 'createGrpcCheck', update: 'updateGrpcCheck' },
    {
      requests: [
        {
          url: 'grpc.example',
          port: 50_051,
          ipFamily: 'IPv6',
          skipSSL: true,
          timeout: 30,
          grpcConfig: {
            mode: 'BEHAVIOR',
            tls: false,
            metadata: [{ key: 'x-key', value: 'v' }],
            method: 'shop.Cart/Get',
            serviceDefinition: 'REFLECTION',
            message: '{"id":1}',
          },
          assertions: [assertion('GRPC_STATUS_CODE', '0')],
        },
        { url: 'other.example', port: 443, grpcConfig: { mode: 'HEALTH', tls: true, service: 'shop' }, assertions: [] },
      ],
    },
  ),
  'a traceroute monitor': checkRow(
    { create: 'createTracerouteCheck', update: 'updateTracerouteCheck' },
    {
      requests: [
        {
          url: 'trace.example',
          protocol: 'UDP',
          port: 4000,
          ipFamily: 'IPv6',
          maxHops: 20,
          maxUnknownHops: 5,
          ptrLookup: false,
          timeout: 5,
          assertions: [assertion('HOP_COUNT', '9')],
        },
        { url: 'other.example', protocol: 'ICMP', port: null, ipFamily: 'IPv4', maxHops: 30, assertions: [] },
      ],
    },
  ),
  'a Playwright suite': suiteRow({
    cacheHash: 'a1b2',
    playwrightVersion: '1.50.0',
    testCommand: 'npx playwright test --project=a',
    installCommand: 'npm ci',
    browsers: ['firefox'],
    codeBundlePath: 'bundles/a.tar.gz',
    workingDir: 'web',
    engine: 'node',
    engineVersion: '24',
    environmentVariables: [variable('SUITE_KEY')],
  }),
  'an agentic check': genericRow('AGENTIC', () => ({ prompt: 'Buy a book.', environmentVariables: [variable('A')] })),
  'a heartbeat monitor': {
    create: 'createHeartbeatCheck',
    update: 'updateHeartbeatCheck',
    ...checkLife,
    full: (seed) => ({
      ...sharedCheck(seed),
      heartbeat: { period: 2, periodUnit: 'hours', grace: 15, graceUnit: 'minutes', pingToken: randomId() },
    }),
    changes: (seed) => [
      ...sharedChanges(seed),
      { heartbeat: { period: 1, periodUnit: 'days', grace: 0, graceUnit: 'seconds' } },
    ],
    ignored: [...scripting, 'checkType', 'privateLocations', 'request', 'degradedResponseTime', 'maxResponseTime'],
  },
}
