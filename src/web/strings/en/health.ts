/** What was looked at, by the names of findings. */
const names: Readonly<Record<string, string>> = {
  failingChannel: 'Alert channels',
  privateLocation: 'Private locations',
  owner: 'Owner',
  firstOwner: 'Mail address of the operator',
  storedTime: 'Recorded times',
  mail: 'Mail',
  database: 'Database',
  disk: 'Database disk',
  loops: 'Background work',
  eventLoop: 'Processor time',
  clocks: 'Clock',
  ticks: 'Due checks',
  ahead: 'Schedules',
  queues: 'Queues',
  returnedRuns: 'Repeated runs',
  notifications: 'Deliveries',
  'alert channels': 'Alert channels of all accounts',
  artifacts: 'Files of runs',
  scripts: 'Isolation of scripts',
  runtimes: 'Runtimes',
  runs: 'Results',
  migrations: 'Tables',
  versions: 'Versions',
  space: 'Disk space',
  databaseServer: 'Database server',
  artifactStore: 'File store',
  dns: 'Name resolution',
  outbound: 'Outbound connections',
  ping: 'Ping',
  browser: 'Browser',
  agents: 'Agent crashes',
  providers: 'Providers',
}

/** What to do, by the names of findings, where it differs from what the service says. */
const advice: Readonly<Record<string, string>> = {}
const meanings: Readonly<Record<string, string>> = {}

/** What health checks say, by code, where it differs from what the service says. */
const messages: Readonly<Record<string, string>> = {}

export const health = {
  messages,
  scopes: { ACCOUNT: 'This account', INSTALLATION: 'Installation' },
  states: { OK: 'OK', DEGRADED: 'Needs attention', FAILING: 'Failing' },
  names,
  advice,
  meanings,
  failing: 'Something does not work',
  sinceLabel: 'For',
  found: 'What was found',
  look: { ALERT_CHANNEL: 'Open the channel', PRIVATE_LOCATION: 'Open the location' },
}
