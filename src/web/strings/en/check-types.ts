import type { CheckType } from '#contract'
import type { CheckTypeChoice, CheckTypeLabel } from '../../forms/check-forms.ts'

/** Choices that are shown as they are: names of methods, records, protocols, regions and priorities, and numbers. */
export type OwnName =
  | `${number}`
  | `IPv${number}`
  | `P${number}`
  | 'GET'
  | 'POST'
  | 'PUT'
  | 'PATCH'
  | 'HEAD'
  | 'DELETE'
  | 'OPTIONS'
  | 'JSON'
  | 'A'
  | 'AAAA'
  | 'CNAME'
  | 'MX'
  | 'TXT'
  | 'SOA'
  | 'NS'
  | 'HTTPS'
  | 'TCP'
  | 'UDP'
  | 'ICMP'
  | 'SCTP'
  | 'EU'
  | 'US'

/** The names of check types, and of the fields and choices that they bring along. */
export const checkTypes = {
  names: {
    API: 'API',
    URL: 'URL',
    TCP: 'TCP',
    DNS: 'DNS',
    ICMP: 'ICMP',
    SSL: 'SSL',
    GRPC: 'gRPC',
    TRACEROUTE: 'Traceroute',
    HEARTBEAT: 'Heartbeat',
    BROWSER: 'Browser',
    MULTI_STEP: 'Multi-step',
    PLAYWRIGHT: 'Playwright suite',
    AGENTIC: 'Agentic',
  } satisfies Readonly<Record<CheckType, string>>,
  texts: {
    URL: 'Availability of a page',
    API: 'HTTP request and response',
    TCP: 'Connection to a port',
    DNS: 'DNS records',
    ICMP: 'Ping and packet loss',
    SSL: 'Certificate and chain',
    GRPC: 'gRPC call or health check',
    TRACEROUTE: 'Network path',
    HEARTBEAT: 'Pings from a scheduled job',
    BROWSER: 'Browser script',
    MULTI_STEP: 'Script with several requests',
    PLAYWRIGHT: 'Complete Playwright project',
    AGENTIC: 'Task in plain language, run in a browser',
  } satisfies Readonly<Record<CheckType, string>>,
  fields: {
    url: 'URL',
    host: 'Host',
    method: 'Method',
    followRedirects: 'Follow redirects',
    keepCookies: 'Keep cookies within a run',
    skipSSL: 'Accept invalid certificates',
    ipFamily: 'IP version',
    tryAllAddresses: 'Try all resolved addresses',
    responseSchema: 'Compare the body with a schema',
    schema: 'JSON Schema',
    body: 'Body',
    bodyType: 'Body type',
    headers: 'Headers',
    queryParameters: 'Query parameters',
    hostname: 'Host',
    port: 'Port',
    data: 'Data to send',
    query: 'Name to resolve',
    recordType: 'Record type',
    nameServer: 'Name server',
    protocol: 'Protocol',
    pingCount: 'Pings',
    alertDaysBeforeExpiry: 'Degraded when the certificate expires within (days)',
    timeout: 'Timeout in seconds',
    grpcMethod: 'Method',
    message: 'Message as JSON',
    maxHops: 'Max hops',
    schedule: 'Expected',
    period: 'Expected every',
    periodUnit: 'Unit',
    grace: 'Grace period',
    metricLimits: 'Limits of metrics',
    graceUnit: 'Unit',
    script: 'Script',
    basicAuth: 'Basic authentication',
    prompt: 'Prompt',
    codeBundlePath: 'Code bundle',
    testCommand: 'Test command',
    installCommand: 'Install command',
    degradedResponseTime: 'Degraded after, ms',
    maxResponseTime: 'Failing after, ms',
    mode: 'Mode',
    service: 'Service',
    tls: 'Use TLS',
    metadata: 'Metadata',
    serviceDefinition: 'Service definition',
    protoContent: 'Proto file',
    encoding: 'Encoding',
    bfbsContent: 'Binary schema (.bfbs), Base64',
    maxUnknownHops: 'Max consecutive unknown hops',
    ptrLookup: 'Reverse DNS lookup of hops',
    serverName: 'Server name (SNI)',
    skipChainValidation: 'Skip certificate chain validation',
    handshakeTimeoutMs: 'Handshake timeout, ms',
    enabled: 'Security baseline',
    minTLSVersion: 'Minimum TLS version',
    minKeySizeBits: 'Minimum key size, bits',
    weakSignatureAlgorithm: 'Weak signature algorithm',
    weakCipherSuite: 'Weak cipher suite',
    knownBadCA: 'Known bad certificate authority',
    recommendedTLSVersion: 'Recommended TLS version',
    recommendedKeySizeBits: 'Recommended key size, bits',
    ocspMustStapleRespected: 'OCSP Must-Staple respected',
    sctPresent: 'Signed certificate timestamp present',
    severity: 'severity',
    clientCertificateMode: 'Client certificate',
    sslClientCertificateId: 'Client certificate ID',
    degradedPacketLossThreshold: 'Degraded above packet loss, %',
    maxPacketLossThreshold: 'Failing above packet loss, %',
    dependencies: 'Imported files',
    setupScriptDependencies: 'Files imported by the setup script',
    tearDownScriptDependencies: 'Files imported by the teardown script',
    snapshots: 'Golden files',
    goldenFileKey: 'Key of the golden file',
    path: 'Path',
    playwrightConfig: 'Playwright configuration',
    skills: 'Skills: further instructions for the model',
    workingDir: 'Working directory',
    cacheHash: 'Cache key',
    playwrightVersion: 'Playwright version',
    browsers: 'Browsers, separated by commas',
    engine: 'Engine',
    engineVersion: 'Engine version',
    pwProjects: 'Projects, separated by commas',
    pwTags: 'Test tags, separated by commas',
  } satisfies Readonly<Record<CheckTypeLabel, string>>,
  hints: {
    metricLimits: 'For numbers that pings send. An empty limit does not apply.',
    responseSchema: 'A response that no longer fits it is degraded, never failed.',
    schema: 'Of draft 2020-12, 2019-09 or draft-07. References lead to parts of the schema only.',
    service: 'Empty: the whole server.',
    playwrightConfig: 'As JSON: the parts use, expect and timeout of a Playwright configuration.',
  } satisfies Readonly<Partial<Record<CheckTypeLabel, string>>>,
  choices: {
    FORM: 'Form',
    RAW: 'Raw',
    GRAPHQL: 'GraphQL',
    NONE: 'None',
    seconds: 'Seconds',
    minutes: 'Minutes',
    hours: 'Hours',
    days: 'Days',
    node: 'Node.js',
    bun: 'Bun',
    BEHAVIOR: 'Method call',
    HEALTH: 'Health check',
    REFLECTION: 'Server reflection',
    PROTO_FILE: 'Proto file',
    PROTOBUF: 'Protocol Buffers',
    FLATBUFFERS: 'FlatBuffers',
    'TLS1.2': 'TLS 1.2',
    'TLS1.3': 'TLS 1.3',
    fail: 'Fail',
    degrade: 'Degrade',
    ignore: 'Ignore',
    auto: 'Automatic by host',
    explicit: 'Selected certificate',
  } satisfies Readonly<Record<Exclude<CheckTypeChoice, OwnName>, string>>,
}
