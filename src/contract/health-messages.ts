/**
 * What health checks say, by code: the values of a message stand in its `{places}`. Interfaces in other languages have a
 * text of their own for each code.
 */
export const healthMessages = {
  DATABASE_ANSWERS: 'The database answers.',
  DATABASE_SILENT: 'The database does not answer.',
  DATABASE_UNREACHABLE: 'The database cannot be reached.',
  DATABASE_WRITES: 'The database can write.',
  DATABASE_DISK_FULL: 'The disk of the database is full. Work goes on when there is space again.',
  DATABASE_EMBEDDED: 'PostgreSQL {version}, embedded; its clock differs by {milliseconds} ms.',
  DATABASE_OUTSIDE: 'PostgreSQL {version} of the operator; its clock differs by {milliseconds} ms.',
  LOOPS_IN_TIME: 'All background loops finish their turns in time.',
  LOOP_STALLED: 'The loop "{loop}" has not finished a turn for {seconds} s. The log says why.',
  RUNS_RELIABLE: 'Runs end with reliable results.',
  RUNS_INCONCLUSIVE:
    '{inconclusive} runs of the last 5 minutes are inconclusive, and {returned} were repeated: this machine does not give the service enough processor time.',
  RUNTIMES_UNUSED: 'This process runs no scripts.',
  RUNTIME_STATE: 'Runtime {runtime}: {progress}.',
  RUNTIME_FAILED: 'Runtime {runtime} cannot be used: {reason}; the log says why.',
  RUNTIME_REASON: 'Runtime {runtime}: {reason}',
  BROWSER_READY: 'Browser checks have the Chromium of runtime {runtime}.',
  BROWSER_UNKNOWN: 'No runtime is installed yet.',
  BROWSER_MISSING: 'Browser checks cannot run: the Chromium of runtime {runtime} cannot be used.',
  BROWSER_REASON: '{reason}',
  EVENT_LOOP_IN_TIME: 'The event loop turns in time.',
  EVENT_LOOP_BLOCKED:
    'The event loop of this process is blocked for {milliseconds} ms at a time: the machine is too busy, or the work is too much.',
  CLOCK_AGREES: 'The clock of this machine agrees with monotonic time and with the database.',
  CLOCK_APPROACHED:
    'The clock of this machine went back. Recorded times are {seconds} s ahead of it and approach it by a tenth of the elapsed time.',
  CLOCK_JUMPED:
    'The clock of this machine jumped by {seconds} s. Checks, heartbeats and alerts continue by monotonic time.',
  CLOCKS_DISAGREE: 'The clocks of this machine and of the database disagree by {seconds} s.',
  CLOCK_TOO_FAR_AHEAD:
    'The clock of this machine is {seconds} s ahead of the time of the service. That is too far to be followed automatically.',
  CLOCK_AHEAD:
    'The clock of this machine is {seconds} s ahead of the time of the service. It is followed when it has run steadily for another {left} s and the database agrees.',
  RECORDED_TIMES_AHEAD: 'Recorded times are {seconds} s ahead of the clock of this machine.',
  RECORDED_TIMES_PAST: 'Recorded times are not ahead of the clock of this machine.',
  CHECKS_RUN: 'Due checks are run.',
  CHECKS_OVERDUE: 'Due checks are not run: the oldest is {seconds} s overdue.',
  NOTHING_TOO_FAR_AHEAD: 'Nothing is scheduled further ahead than it can be.',
  CHECK_TOO_FAR_AHEAD: 'The next run of a check is due in {seconds} s only.',
  RUN_TOO_FAR_AHEAD: 'A waiting run is due in {seconds} s only.',
  NOTIFICATION_TOO_FAR_AHEAD: 'A pending notification is due in {seconds} s only.',
  RUNS_CLAIMED: 'Due runs are claimed.',
  RUNS_WAITING:
    'Due runs are not claimed or their results not stored: {waiting} wait in {location}, the oldest for {seconds} s.',
  RUNS_RETURNED: 'Returned to the queue within the last ten minutes: {count} runs.',
  RUNS_KEEP_RETURNING:
    'Runs are repeatedly returned to the queue, {count} within the last ten minutes: the service or its machine keeps stalling.',
  NOTIFICATIONS_DELIVERED: 'Due notifications are delivered.',
  NOTIFICATIONS_OVERDUE: '{count} notifications are overdue.',
  NO_CHANNEL_FAILS: 'No alert channel keeps failing.',
  NO_ALERT_DELIVERED: 'No alert is delivered: every alert channel fails, and no owner can be mailed.',
  CHANNELS_FAIL: 'Alert channels that keep failing: {channels}.',
  MORE_CHANNELS_FAIL: 'Alert channels that keep failing: {channels} and more.',
  CHANNEL_FAILS_SINCE: '{type} channel {channel} has failed since {at}: {error}',
  CHANNEL_FAILS: 'The alert channel {channel} keeps failing: {error}',
  CHANNEL_SILENT: 'The alert channel {channel} keeps failing: it does not answer.',
  LOCATIONS_SERVED: 'Every private location has an agent.',
  LOCATION_NEVER_SERVED: 'No agent ever connected at the private location {location}.',
  LOCATION_UNSERVED: 'No agent is connected at the private location {location}.',
  OWNER_MAILABLE: 'The owner of the account can be mailed.',
  OWNER_WITHOUT_ADDRESS: 'The owner of the account has no mail address.',
  OWNER_ADDRESS: 'The owner of the first account is mailed at {address}.',
  OWNER_OF_FIRST_WITHOUT_ADDRESS: 'The owner of the first account has no mail address.',
  OWNER_UNREACHABLE: 'The owner of the first account has the address {address}, which gets no mail.',
  ARTIFACTS_STORED: 'Files of runs can be stored.',
  ARTIFACTS_FULL: 'The artifact store is full: files of runs are lost until there is space again. Runs go on.',
  ARTIFACTS_UNREACHABLE: 'The artifact store does not work: files of runs are lost until it does. Runs go on.',
  ARTIFACT_STORE: '{place} works: {files} files, {gigabytes} GB of at most {quota} GB for each account.',
  ARTIFACT_STORE_FAILS: '{place} does not work: {error}',
  SCRIPTS_UNUSED: 'Scripts do not run in this process.',
  SCRIPTS_IN_BUBBLEWRAP: 'Scripts run isolated, by bubblewrap.',
  SCRIPTS_IN_NAMESPACES: 'Scripts run isolated, in namespaces.',
  SCRIPTS_IN_LAUNCHER: 'Scripts run isolated by Landlock and seccomp, without a network.',
  SCRIPTS_UNISOLATED: 'Scripts run without isolation, as the operator demands.',
  SCRIPTS_DETAILS: '{details}',
  MIGRATIONS_APPLIED: 'All migrations are applied.',
  MIGRATIONS_PENDING: '{count} migrations are pending.',
  MAIL_SENT: 'The service sends mail.',
  MAIL_SERVER: 'Mail leaves through {host}.',
  MAIL_MISSING: 'Mail is not set up: no alert and no invite is mailed.',
  VERSIONS: 'Belfry {version}, Node {node}, {platform}.',
  SPACE_LEFT: '{gigabytes} GB free for {path}.',
  NAME_RESOLVED: '{name} is {address}.',
  NAME_UNRESOLVED: '{name} cannot be resolved: {error}',
  OUTSIDE_REACHED: '{url} answers.',
  OUTSIDE_UNREACHED: '{url} does not answer: {error}',
  PING_PERMITTED: 'ICMP checks can run ({way}).',
  PING_FORBIDDEN: 'ICMP checks cannot run: pings are not permitted.',
  PING_ADVICE: '{advice}',
  AGENTS_WELL: 'No agent reported a crash within 7 days.',
  AGENTS_CRASHED: 'Agents reported {count} crashes within 7 days.',
  AGENT_CRASH:
    'In {location}: {error} at {place} (agent {version}, {platform}, Node {node}, {times} times, last {last}).',
  PROVIDERS_SET_UP: 'Slack app, SMS and calls are set up.',
  PROVIDERS_MISSING: 'Not set up, needed only for their channel types: {settings}.',
  EXAMINATION_FAILED: 'This could not be examined: {error}',
  EXAMINATION_SLOW: 'This was not examined within {seconds} s.',
} as const

export type HealthMessageCode = keyof typeof healthMessages

/** What a health check found: a message by its code, and the values of its places. */
export interface HealthMessage {
  readonly code: HealthMessageCode
  readonly values?: Readonly<Record<string, string | number>>
}

/** The English text of a message. */
export const healthText = ({ code, values = {} }: HealthMessage): string =>
  healthMessages[code].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** The texts of several, one after the other. */
export const healthTexts = (messages: readonly HealthMessage[]): string => messages.map(healthText).join(' ')
