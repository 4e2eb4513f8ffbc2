import { defaultRateLimit, mailAddressPattern, selfHosted } from '#contract'
import type { InstallableRuntimeId, PublicLocation } from '#contract'
import { logLevels } from '#kernel'
import {
  absolutePath,
  anchorRows,
  integer,
  listOf,
  matching,
  oneOf,
  optional,
  row,
  runtimesToInstall,
  truth,
  webUrl,
} from '#runner-host'
import type { SettingRow, SettingsOf } from '#runner-host'
import {
  allKnownLocations,
  allowances,
  databaseUrl,
  planName,
  repositoryGrants,
  servedLocations,
  smtpUrl,
  staticAddresses,
  uuidPattern,
} from './setting-parsers.ts'
import type { ServedLocations } from './setting-parsers.ts'
import { artifactRows } from './artifact-settings.ts'
import { heartbeatRows } from './heartbeat-settings.ts'
import { oidcRows } from './oidc-settings.ts'
import { influxRows } from './influx-settings.ts'
import { otlpRows } from './otlp-settings.ts'
import { pingRows } from './ping-settings.ts'
import { probeRows } from './probe-settings.ts'
import { snapshotRows } from './snapshot-settings.ts'
import type { OidcSettings } from './oidc-settings.ts'

export const processRoles = ['api', 'scheduler', 'notifier', 'runner'] as const
export type ProcessRole = (typeof processRoles)[number]

/** The table of settings, from which they are read and validated, and the documentation is generated. */
export const settingRows = {
  HOST: row('IP address to listen on.', '0.0.0.0', (text) => text),
  PORT: row('Port to listen on; 0 picks a free one.', 3000, integer(0, 65_535)),
  DATABASE_URL: optional('An external PostgreSQL (15 or later) instead of the embedded one.', databaseUrl),
  BELFRY_DATA_DIR: row('Directory of the embedded database and the generated secret key.', './data', (text) => text),
  BELFRY_PUBLIC_URL: optional('The URL at which people reach the service, for links in alerts and ping URLs.', webUrl),
  BELFRY_INTERFACE: row('Whether this process serves the web interface.', true, truth),
  BELFRY_SERVICE_NAME: row(
    'Name used in the account header x-<name>-account, in webhook headers and in metrics; `checkly` is the drop-in mode.',
    'service',
    matching(/^[a-z][a-z0-9-]{0,30}$/, 'lowercase letters, digits and hyphens, beginning with a letter'),
  ),
  BELFRY_SECRET_KEY: optional(
    'Encrypts secrets at rest; at least 16 characters. Generated on the first start when not given.',
    matching(/^.{16,}$/s, 'at least 16 characters'),
  ),
  BELFRY_INITIAL_ACCOUNT_ID: optional('Account id created by the first start.', matching(uuidPattern, 'a uuid')),
  BELFRY_INITIAL_API_KEY: optional(
    'API key created by the first start, for headless setup; no secret is printed then.',
    matching(/^[\w-]{20,}$/, 'at least 20 letters, digits, _ or -'),
  ),
  BELFRY_PAGE_LANGUAGES_DIR: optional(
    'Directory with further languages of public status pages, one file such as `fr.json` for each. See [status pages](status-pages.md#further-languages).',
    absolutePath,
  ),
  ...snapshotRows,
  BELFRY_APPLY_DIR: optional(
    'Directory of resource files (YAML, JSON) that each start applies as `belfry apply` does. See [as code](as-code.md#applying-at-the-start).',
    (text) => text,
  ),
  BELFRY_APPLY_ACCOUNT_ID: optional(
    'Id of the account whose resources they describe. Without it the first account.',
    matching(uuidPattern, 'a uuid'),
  ),
  BELFRY_LOG_LEVEL: row('debug, info, warn, error or silent.', 'warn', oneOf(logLevels)),
  ...oidcRows,
  BELFRY_SMTP_URL: optional(
    'Mail server for e-mail alerts and subscribers of status pages, for example smtp://user:password@mail.example.com:587.',
    smtpUrl,
  ),
  BELFRY_MAIL_FROM: row('Sender of these emails.', 'Belfry <belfry@localhost>', matching(/@/, 'a mail address')),
  BELFRY_OWNER_EMAIL: optional(
    'Email address of the owner of the first account, set at every start. Alerts that no channel delivers are mailed to it.',
    matching(new RegExp(mailAddressPattern), 'one mail address, for example ops@example.com'),
  ),
  BELFRY_FALLBACK_AFTER_MINUTES: row(
    'How long the deliveries of an alert channel may keep failing before its alerts are sent to the owner or over another channel.',
    60,
    integer(0, 1440),
  ),
  BELFRY_SLACK_BOT_TOKEN: optional(
    'Bot token of the Slack app that alert channels of type SLACK_APP post with.',
    matching(/^xox[\w.-]{6,}$/, 'a token of a Slack app, beginning with xoxb-'),
  ),
  BELFRY_TWILIO_ACCOUNT_SID: optional(
    'Account SID of Twilio, or of a provider with a compatible API, for alert channels of type SMS and CALL.',
    matching(/^[\w-]{1,64}$/, 'an account SID'),
  ),
  BELFRY_TWILIO_AUTH_TOKEN: optional(
    'Auth token of that account.',
    matching(/^[!-~]{8,}$/, 'at least 8 characters without spaces'),
  ),
  BELFRY_TWILIO_FROM: optional(
    'Sender: a phone number in E.164 format; for text messages also a sender name or a messaging service.',
    matching(/^\+?[\w -]{1,40}$/, 'a phone number, a name or the SID of a messaging service'),
  ),
  BELFRY_TWILIO_URL: row('URL of the API of that provider.', 'https://api.twilio.com', webUrl),
  BELFRY_GITHUB_WEBHOOK_SECRET: optional(
    'Secret of the GitHub webhook that calls /webhooks/github after deployments; at least 16 characters.',
    matching(/^.{16,}$/s, 'at least 16 characters'),
  ),
  BELFRY_GITHUB_TOKEN: optional(
    'Token that sets commit statuses after the runs of a deployment. Without it no commit status is set.',
    matching(/^[!-~]{8,}$/, 'at least 8 characters without spaces'),
  ),
  BELFRY_GITHUB_REPOSITORIES: optional(
    'Repositories whose deployments each account may use to run checks: ACCOUNT_ID=acme/*;ACCOUNT_ID=acme/shop,acme/site. `*` is every account or repository. Without it the first account may use every repository, and the other accounts none.',
    repositoryGrants,
  ),
  BELFRY_GITHUB_URL: row('URL of the API of GitHub or GitHub Enterprise.', 'https://api.github.com', webUrl),
  BELFRY_LLM_URL: optional(
    'An OpenAI-compatible endpoint, for example http://localhost:11434/v1, whose model writes root cause analyses and the scripts of agentic checks. Without it built-in rules write analyses, and agentic checks run only the scripts they have.',
    webUrl,
  ),
  BELFRY_LLM_API_KEY: optional(
    'API key of that endpoint, if it requires one.',
    matching(/^[!-~]+$/, 'a key without spaces'),
  ),
  BELFRY_LLM_MODEL: optional('Name of the model.', matching(/^[^\s].{0,199}$/, 'the name of a model')),
  BELFRY_AGENTIC_MAX_STEPS: row('Turns of a model in one exploration or repair.', 40, integer(1, 200)),
  BELFRY_AGENTIC_MAX_TOKENS: row('How many tokens such an exploration may use.', 200_000, integer(1000, 10_000_000)),
  BELFRY_AGENTIC_MAX_SECONDS: row('How long such an exploration may take, in seconds.', 240, integer(10, 400)),
  BELFRY_AUTOMATIC_ANALYSIS: row('Whether every new error group is analysed automatically, once.', true, truth),
  BELFRY_ALLOW_PRIVATE_TARGETS: row(
    'Whether checks of the built-in location may reach private and loopback addresses. Cloud metadata and link-local addresses are always blocked.',
    true,
    truth,
  ),
  BELFRY_SUBSCRIBER_PRIVATE_TARGETS: row(
    'Whether webhooks that readers of status pages subscribe may be at private and loopback addresses. Readers need no account, so this is for pages that only a trusted network reaches.',
    false,
    truth,
  ),
  BELFRY_RUN_SCRIPTS_WITHOUT_ISOLATION: row(
    'Whether scripts run even where this machine cannot isolate them. They can then read and do whatever this service can, its secrets and database included. For machines on which everybody who may create checks is trusted with all of that.',
    false,
    truth,
  ),
  BELFRY_WAITING_SCRIPTS: row('Processes kept ready for scripts, of each runtime in use.', 1, integer(0, 32)),
  BELFRY_LOCATIONS: row<ServedLocations>(
    'Public locations the built-in runner serves, separated by commas. `code=Name` names a location, or adds a location: `eu-west-1,office=Head office Berlin`.',
    allKnownLocations,
    servedLocations,
    'all',
  ),
  ...anchorRows,
  ...heartbeatRows,
  BELFRY_LOCATION_NAME: optional(
    'Name of the place where the built-in runner is, in messages and lists. Without it: `this machine`, or the names of the locations when BELFRY_LOCATIONS lists only some of them.',
    matching(/^[^\s\p{Cc}][^\p{Cc}]{0,63}$/u, 'at most 64 characters without line breaks'),
  ),
  BELFRY_STATIC_IPS: row(
    'Source IP addresses of checks, listed at /v1/static-ips: `eu-west-1=192.0.2.1,2001:db8::/64;us-east-1=…`, or JSON.',
    {},
    staticAddresses,
    '',
  ),
  BELFRY_PLAN: row(
    'Name of the plan that accounts and entitlements show.',
    { plan: selfHosted.plan, planDisplayName: selfHosted.planDisplayName },
    planName,
    selfHosted.planDisplayName,
  ),
  BELFRY_ENTITLEMENTS: row(
    'Limits of every account, for example `PRIVATE_LOCATIONS=3;SUB_MINUTE_FREQUENCY=off;LOCATIONS_PER_CHECK=5`; what exceeds them is answered 402. Features that are not named are enabled without a limit.',
    selfHosted.allowances,
    allowances,
    '',
  ),
  BELFRY_RUNTIMES: row<readonly InstallableRuntimeId[] | null>(
    'Runtimes installed in the background after the start, separated by commas; the others are installed when a script first needs one. `on-demand` installs none beforehand, `off` installs none at all.',
    ['2026.04'],
    runtimesToInstall,
    '2026.04',
  ),
  BELFRY_RUNTIMES_DIR: optional(
    'Directory of the installed runtimes, about 1 GB each; several installations may share it. Without it: `runtimes` in BELFRY_DATA_DIR.',
    absolutePath,
  ),
  BELFRY_CHROMIUM_PATH: optional(
    'Program of a Chromium or Chrome to use in place of the one in the runtimes, for example /usr/bin/chromium. Needed on arm64.',
    absolutePath,
  ),
  BELFRY_FFMPEG_PATH: optional('FFmpeg with libvpx, for videos; default: /usr/bin/ffmpeg.', absolutePath),
  BELFRY_ROLES: row<readonly ProcessRole[]>(
    'Roles of this process, separated by commas.',
    processRoles,
    listOf(processRoles),
    processRoles.join(','),
  ),
  BELFRY_RUNNER_CONCURRENCY: row(
    'Runs that work at the same time; those that only wait for a target do not count.',
    500,
    integer(1, 10_000),
  ),
  BELFRY_RETENTION_DAYS: row('Days to keep results, sessions and heartbeat events.', 30, integer(1, 3650)),
  BELFRY_ROLLUP_RETENTION_DAYS: row(
    'Days to keep the hourly and daily metrics behind analytics and reports.',
    400,
    integer(1, 3650),
  ),
  ...artifactRows,
  ...pingRows,
  ...probeRows,
  ...otlpRows,
  ...influxRows,
  BELFRY_REQUEST_LIMIT: row(
    'Requests per minute and key, for operations without a separate limit.',
    defaultRateLimit.requests,
    integer(1, 1_000_000),
  ),
  BELFRY_TRUSTED_PROXY_HOPS: row(
    'Number of reverse proxies in front whose X-Forwarded-For is trusted.',
    0,
    integer(0, 10),
  ),
} as const satisfies Record<string, SettingRow<unknown>>

type Values = SettingsOf<typeof settingRows>

/** All settings, read from environment variables or from the files named by `<NAME>_FILE`. */
export interface Settings extends Omit<Values, 'locations'> {
  readonly locations: readonly string[]
  /** Locations of the operator, and names for known ones. */
  readonly ownLocations: readonly PublicLocation[]
  /** Values for resource files, by the names of their variables (`BELFRY_VALUE_…`). */
  readonly resourceValues: Readonly<Record<string, string>>
  /** Null without an identity provider. */
  readonly oidc: OidcSettings | null
}
