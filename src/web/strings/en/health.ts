/** Titles, by the names of findings. */
const names: Readonly<Record<string, string>> = {
  failingChannel: 'Alert channels',
  privateLocation: 'Private locations',
  owner: 'Owner',
  firstOwner: 'Operator email address',
  storedTime: 'Stored timestamps',
  mail: 'Email',
  database: 'Database',
  disk: 'Database disk',
  loops: 'Background jobs',
  anchors: 'Network of this machine',
  eventLoop: 'Event loop',
  clocks: 'Clock',
  ticks: 'Due checks',
  ahead: 'Schedules',
  queues: 'Queues',
  returnedRuns: 'Requeued runs',
  notifications: 'Deliveries',
  'alert channels': 'Alert channels of all accounts',
  artifacts: 'Artifacts',
  scripts: 'Script isolation',
  runtimes: 'Runtimes',
  runs: 'Results',
  migrations: 'Migrations',
  versions: 'Versions',
  space: 'Disk space',
  databaseServer: 'Database server',
  artifactStore: 'Artifact store',
  copies: 'Copies of status pages',
  resourceFiles: 'Resource files',
  telemetry: 'Telemetry',
  dns: 'DNS resolution',
  outbound: 'Outbound connections',
  ping: 'Ping',
  browser: 'Browser',
  agents: 'Agent crashes',
  providers: 'Providers',
}

/** Advice, by the names of findings, where it differs from that of the service. */
const advice: Readonly<Record<string, string>> = {}
const meanings: Readonly<Record<string, string>> = {}

/** Messages of health checks, by code, where they differ from those of the service. */
const messages: Readonly<Record<string, string>> = {}

export const health = {
  messages,
  scopes: { ACCOUNT: 'This account', INSTALLATION: 'Installation' },
  states: { OK: 'OK', DEGRADED: 'Needs attention', FAILING: 'Failing' },
  names,
  advice,
  meanings,
  failing: 'Failing components',
  sinceLabel: 'For',
  found: 'Findings',
  look: { ALERT_CHANNEL: 'Open channel', PRIVATE_LOCATION: 'Open location' },
}
