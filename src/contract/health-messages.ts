/**
 * Messages of health checks, by code. Values replace the `{placeholders}`. The interface has translations by code.
 */
export const healthMessages = {
  DATABASE_ANSWERS: 'The database is responding.',
  DATABASE_SILENT: 'The database is not responding.',
  DATABASE_UNREACHABLE: 'The database cannot be reached.',
  DATABASE_WRITES: 'The database accepts writes.',
  DATABASE_DISK_FULL: 'The database disk is full. Work resumes when space is available.',
  DATABASE_EMBEDDED: 'PostgreSQL {version}, embedded; clock difference {milliseconds} ms.',
  DATABASE_OUTSIDE: 'PostgreSQL {version}, external; clock difference {milliseconds} ms.',
  LOOPS_IN_TIME: 'All background loops are on time.',
  LOOP_STALLED:
    'The background loop "{loop}" has not completed an iteration for {seconds} s. See the log for the cause.',
  RUNS_RELIABLE: 'Runs produce reliable results.',
  RUNS_INCONCLUSIVE:
    'In the last 5 minutes {inconclusive} runs were inconclusive and {returned} were requeued: the service does not get enough CPU time on this machine.',
  ANCHORS_OFF: 'This process does not verify whether its machine reaches its network.',
  ANCHORS_ANSWER: '{counted} of {count} anchors have answered since the start.',
  ANCHORS_NEVER:
    'No anchor has answered since the start, so that runs that fail while this machine is cut off count as failures.',
  ANCHORS_SILENT:
    'This machine has been cut off from its network for {seconds} s: what it gets no answer to is unknown.',
  ANCHOR_SILENT: 'No answer from {anchor}.',
  RUNTIMES_UNUSED: 'This process does not run scripts.',
  RUNTIME_STATE: 'Runtime {runtime}: {progress}.',
  RUNTIME_FAILED: 'Runtime {runtime} cannot be used: {reason}. See the log for details.',
  RUNTIME_REASON: 'Runtime {runtime}: {reason}',
  BROWSER_READY: 'Browser checks use Chromium of runtime {runtime}.',
  BROWSER_UNKNOWN: 'No runtime is installed yet.',
  BROWSER_MISSING: 'Browser checks cannot run: Chromium of runtime {runtime} cannot be used.',
  BROWSER_REASON: '{reason}',
  EVENT_LOOP_IN_TIME: 'Event loop delay is normal.',
  EVENT_LOOP_BLOCKED: 'Event loop delay is {milliseconds} ms: the machine or this process is overloaded.',
  CLOCK_AGREES: 'The system clock agrees with monotonic time and with the database.',
  CLOCK_APPROACHED:
    'The system clock was set back. Stored timestamps are {seconds} s ahead of it; the difference shrinks by a tenth of the elapsed time.',
  CLOCK_JUMPED: 'The system clock jumped by {seconds} s. Checks, heartbeats and alerts continue on monotonic time.',
  CLOCKS_DISAGREE: 'The system clock and the database clock differ by {seconds} s.',
  CLOCK_TOO_FAR_AHEAD:
    'The system clock is {seconds} s ahead of service time, which is too far to adopt automatically.',
  CLOCK_AHEAD:
    'The system clock is {seconds} s ahead of service time. It is adopted once it has been stable for another {left} s and the database agrees.',
  RECORDED_TIMES_AHEAD: 'Stored timestamps are {seconds} s ahead of the system clock.',
  RECORDED_TIMES_PAST: 'Stored timestamps are not ahead of the system clock.',
  CHECKS_RUN: 'Due checks are running.',
  CHECKS_OVERDUE: 'Due checks are not running: the oldest is {seconds} s overdue.',
  NOTHING_TOO_FAR_AHEAD: 'Schedules are within the expected range.',
  CHECK_TOO_FAR_AHEAD: 'The next run of a check is scheduled {seconds} s ahead, later than its frequency allows.',
  RUN_TOO_FAR_AHEAD: 'A queued run is scheduled {seconds} s ahead, later than expected.',
  NOTIFICATION_TOO_FAR_AHEAD: 'A pending notification is scheduled {seconds} s ahead, later than expected.',
  RUNS_CLAIMED: 'Due runs are starting on time.',
  RUNS_WAITING:
    'Due runs do not start, or their results are not stored: {waiting} are waiting in {location}, the oldest for {seconds} s.',
  RUNS_RETURNED: 'Runs requeued in the last ten minutes: {count}.',
  RUNS_KEEP_RETURNING: '{count} runs were requeued in the last ten minutes: the service or its machine keeps stalling.',
  NOTIFICATIONS_DELIVERED: 'Notifications are delivered on time.',
  NOTIFICATIONS_OVERDUE: '{count} notifications are overdue.',
  NO_CHANNEL_FAILS: 'All alert channels are delivering.',
  NO_ALERT_DELIVERED: 'No alerts are delivered: every alert channel is failing, and no owner can be emailed.',
  CHANNELS_FAIL: 'Failing alert channels: {channels}.',
  MORE_CHANNELS_FAIL: 'Failing alert channels: {channels} and more.',
  CHANNEL_FAILS_SINCE: '{type} channel {channel} has been failing since {at}: {error}',
  CHANNEL_FAILS: 'Alert channel {channel} is failing: {error}',
  CHANNEL_SILENT: 'Alert channel {channel} is failing: no response.',
  COPIES_OFF: 'No copies of status pages are kept.',
  COPIES_KEPT: 'Copies of {pages} status pages are kept: {place}, the oldest {seconds} s old.',
  COPIES_FAIL: 'Copies of status pages are not written: {place}: {error}',
  COPIES_LATE: 'Copies of status pages are late: {place}, the oldest {seconds} s old.',
  LOCATIONS_SERVED: 'Every private location has a connected agent.',
  LOCATION_NEVER_SERVED: 'No agent has ever connected to private location {location}.',
  LOCATION_UNSERVED: 'No agent is connected to private location {location}.',
  OWNER_MAILABLE: 'The account owner can be emailed.',
  OWNER_WITHOUT_ADDRESS: 'The account owner has no email address.',
  OWNER_ADDRESS: 'The owner of the first account receives email at {address}.',
  OWNER_OF_FIRST_WITHOUT_ADDRESS: 'The owner of the first account has no email address.',
  OWNER_UNREACHABLE: 'The owner of the first account has the address {address}, which receives no email.',
  ARTIFACTS_STORED: 'Artifacts can be stored.',
  ARTIFACTS_FULL: 'The artifact store is full: new artifacts are lost until space is available. Checks keep running.',
  ARTIFACTS_UNREACHABLE:
    'The artifact store is unavailable: new artifacts are lost until it recovers. Checks keep running.',
  ARTIFACT_STORE: '{place} is available: {files} files, {gigabytes} GB; limit {quota} GB per account.',
  ARTIFACT_STORE_FAILS: '{place} is unavailable: {error}',
  RESOURCE_FILES_UNUSED: 'No resource files are applied at the start.',
  RESOURCE_FILES_PENDING: 'Resource files are being applied.',
  RESOURCE_FILES_APPLIED: 'The resource files are applied.',
  RESOURCE_FILES_REJECTED: 'The resource files were not applied; mistakes: {count}. The log names each.',
  RESOURCE_FILE_MISTAKE: '{mistake}',
  TELEMETRY_OFF: 'No receiver of telemetry is set up.',
  TELEMETRY_SENT: 'Results sent to receivers: {sent}; dropped: {dropped}.',
  TELEMETRY_FAILS: 'A receiver of telemetry does not take results; sent: {sent}, dropped: {dropped}.',
  TELEMETRY_ERROR: '{error}',
  SCRIPTS_UNUSED: 'This process does not run scripts.',
  SCRIPTS_IN_BUBBLEWRAP: 'Scripts are isolated by bubblewrap.',
  SCRIPTS_IN_NAMESPACES: 'Scripts are isolated in namespaces.',
  SCRIPTS_IN_LAUNCHER: 'Scripts are isolated by Landlock and seccomp, without network access.',
  SCRIPTS_UNISOLATED: 'Scripts run without isolation, as configured by the operator.',
  SCRIPTS_DETAILS: '{details}',
  MIGRATIONS_APPLIED: 'All migrations are applied.',
  MIGRATIONS_PENDING: '{count} migrations are pending.',
  MAIL_SENT: 'Email is configured.',
  MAIL_SERVER: 'Email is sent through {host}.',
  MAIL_MISSING: 'Email is not configured: alerts and invites cannot be emailed.',
  VERSIONS: 'Belfry {version}, Node {node}, {platform}.',
  SPACE_LEFT: '{gigabytes} GB free for {path}.',
  NAME_RESOLVED: '{name} resolves to {address}.',
  NAME_UNRESOLVED: '{name} cannot be resolved: {error}',
  OUTSIDE_REACHED: '{url} responds.',
  OUTSIDE_UNREACHED: '{url} does not respond: {error}',
  PING_PERMITTED: 'ICMP checks can run ({way}).',
  PING_FORBIDDEN: 'ICMP checks cannot run: ICMP is not permitted.',
  PING_ADVICE: '{advice}',
  AGENTS_HEALTHY: 'No agent crashes in the last 7 days.',
  AGENTS_CRASHED: 'Agents reported {count} crashes in the last 7 days.',
  AGENT_CRASH:
    'In {location}: {error} at {place} (agent {version}, {platform}, Node {node}, {times} times, last {last}).',
  PROVIDERS_SET_UP: 'Slack app, SMS and calls are configured.',
  PROVIDERS_MISSING: 'Not configured, needed only for their channel types: {settings}.',
  EXAMINATION_FAILED: 'Health check failed: {error}',
  EXAMINATION_SLOW: 'Health check timed out after {seconds} s.',
} as const

export type HealthMessageCode = keyof typeof healthMessages

/** A message of a health check: its code and the values of its placeholders. */
export interface HealthMessage {
  readonly code: HealthMessageCode
  readonly values?: Readonly<Record<string, string | number>>
}

/** The English text of a message. */
export const healthText = ({ code, values = {} }: HealthMessage): string =>
  healthMessages[code].replaceAll(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))

/** The English texts of several messages, joined by spaces. */
export const healthTexts = (messages: readonly HealthMessage[]): string => messages.map(healthText).join(' ')
