import { regions } from '#contract'
import { SettingReader } from '#runner-host'
import type { Environment, SettingRow } from '#runner-host'
import { readArtifacts } from './artifact-settings.ts'
import { hasSameHost } from './artifacts-url.ts'
import { oidcRows, readOidc } from './oidc-settings.ts'
import type { ServedLocations } from './setting-parsers.ts'
import { settingRows } from './settings.ts'
import type { Settings } from './settings.ts'

export type SettingsResult = { readonly settings: Settings } | { readonly mistakes: readonly string[] }

/** Reads every setting once. Returns the settings when all are valid, otherwise every mistake. */
export function readSettings(environment: Environment): SettingsResult {
  const reader = new SettingReader(environment)
  reader.rejectUnknown('BELFRY_', Object.keys(settingRows), namesOfCommands)
  const get: Get = (name, setting) => reader.get(name, setting)
  const settings: Settings = {
    host: get('HOST', settingRows.HOST),
    port: get('PORT', settingRows.PORT),
    databaseUrl: get('DATABASE_URL', settingRows.DATABASE_URL),
    dataDir: get('BELFRY_DATA_DIR', settingRows.BELFRY_DATA_DIR),
    publicUrl: get('BELFRY_PUBLIC_URL', settingRows.BELFRY_PUBLIC_URL),
    serviceName: get('BELFRY_SERVICE_NAME', settingRows.BELFRY_SERVICE_NAME),
    secretKey: get('BELFRY_SECRET_KEY', settingRows.BELFRY_SECRET_KEY),
    initialAccountId: get('BELFRY_INITIAL_ACCOUNT_ID', settingRows.BELFRY_INITIAL_ACCOUNT_ID),
    initialApiKey: get('BELFRY_INITIAL_API_KEY', settingRows.BELFRY_INITIAL_API_KEY),
    logLevel: get('BELFRY_LOG_LEVEL', settingRows.BELFRY_LOG_LEVEL),
    smtpUrl: get('BELFRY_SMTP_URL', settingRows.BELFRY_SMTP_URL),
    mailFrom: get('BELFRY_MAIL_FROM', settingRows.BELFRY_MAIL_FROM),
    ownerEmail: get('BELFRY_OWNER_EMAIL', settingRows.BELFRY_OWNER_EMAIL),
    fallbackAfterMinutes: get('BELFRY_FALLBACK_AFTER_MINUTES', settingRows.BELFRY_FALLBACK_AFTER_MINUTES),
    ...readOidc(get),
    slackBotToken: get('BELFRY_SLACK_BOT_TOKEN', settingRows.BELFRY_SLACK_BOT_TOKEN),
    twilioAccountSid: get('BELFRY_TWILIO_ACCOUNT_SID', settingRows.BELFRY_TWILIO_ACCOUNT_SID),
    twilioAuthToken: get('BELFRY_TWILIO_AUTH_TOKEN', settingRows.BELFRY_TWILIO_AUTH_TOKEN),
    twilioFrom: get('BELFRY_TWILIO_FROM', settingRows.BELFRY_TWILIO_FROM),
    twilioUrl: get('BELFRY_TWILIO_URL', settingRows.BELFRY_TWILIO_URL),
    githubWebhookSecret: get('BELFRY_GITHUB_WEBHOOK_SECRET', settingRows.BELFRY_GITHUB_WEBHOOK_SECRET),
    githubToken: get('BELFRY_GITHUB_TOKEN', settingRows.BELFRY_GITHUB_TOKEN),
    githubRepositories: get('BELFRY_GITHUB_REPOSITORIES', settingRows.BELFRY_GITHUB_REPOSITORIES),
    githubUrl: get('BELFRY_GITHUB_URL', settingRows.BELFRY_GITHUB_URL),
    llmUrl: get('BELFRY_LLM_URL', settingRows.BELFRY_LLM_URL),
    llmApiKey: get('BELFRY_LLM_API_KEY', settingRows.BELFRY_LLM_API_KEY),
    llmModel: get('BELFRY_LLM_MODEL', settingRows.BELFRY_LLM_MODEL),
    agentic: agenticLimits(get),
    automaticAnalysis: get('BELFRY_AUTOMATIC_ANALYSIS', settingRows.BELFRY_AUTOMATIC_ANALYSIS),
    allowPrivateTargets: get('BELFRY_ALLOW_PRIVATE_TARGETS', settingRows.BELFRY_ALLOW_PRIVATE_TARGETS),
    ...locationSettings(get),
    locationName: get('BELFRY_LOCATION_NAME', settingRows.BELFRY_LOCATION_NAME),
    staticIps: get('BELFRY_STATIC_IPS', settingRows.BELFRY_STATIC_IPS),
    plan: get('BELFRY_PLAN', settingRows.BELFRY_PLAN),
    entitlements: get('BELFRY_ENTITLEMENTS', settingRows.BELFRY_ENTITLEMENTS),
    ...scriptSettings(get),
    roles: get('BELFRY_ROLES', settingRows.BELFRY_ROLES),
    runnerConcurrency: get('BELFRY_RUNNER_CONCURRENCY', settingRows.BELFRY_RUNNER_CONCURRENCY),
    retentionDays: get('BELFRY_RETENTION_DAYS', settingRows.BELFRY_RETENTION_DAYS),
    rollupRetentionDays: get('BELFRY_ROLLUP_RETENTION_DAYS', settingRows.BELFRY_ROLLUP_RETENTION_DAYS),
    ...readArtifacts(get),
    hasInterface: get('BELFRY_INTERFACE', settingRows.BELFRY_INTERFACE),
    requestLimit: get('BELFRY_REQUEST_LIMIT', settingRows.BELFRY_REQUEST_LIMIT),
    trustedProxyHops: get('BELFRY_TRUSTED_PROXY_HOPS', settingRows.BELFRY_TRUSTED_PROXY_HOPS),
  }
  const { mistakes } = reader
  if (mistakes.length === 0) mistakes.push(...missingCompanions(settings, (name) => reader.isSet(name)))
  return mistakes.length > 0 ? { mistakes } : { settings: Object.freeze(settings) }
}

type Get = <T>(name: string, setting: SettingRow<T>) => T

const agenticLimits = (get: Get): Settings['agentic'] => ({
  maxSteps: get('BELFRY_AGENTIC_MAX_STEPS', settingRows.BELFRY_AGENTIC_MAX_STEPS),
  maxTokens: get('BELFRY_AGENTIC_MAX_TOKENS', settingRows.BELFRY_AGENTIC_MAX_TOKENS),
  maxSeconds: get('BELFRY_AGENTIC_MAX_SECONDS', settingRows.BELFRY_AGENTIC_MAX_SECONDS),
})

function locationSettings(get: Get): Pick<Settings, 'locations' | 'ownLocations'> {
  const { codes, own } = get<ServedLocations>('BELFRY_LOCATIONS', settingRows.BELFRY_LOCATIONS)
  return { locations: codes, ownLocations: own }
}

/** What scripts run with, and behind. */
const scriptSettings = (get: Get) => ({
  runScriptsWithoutIsolation: get(
    'BELFRY_RUN_SCRIPTS_WITHOUT_ISOLATION',
    settingRows.BELFRY_RUN_SCRIPTS_WITHOUT_ISOLATION,
  ),
  waitingScripts: get('BELFRY_WAITING_SCRIPTS', settingRows.BELFRY_WAITING_SCRIPTS),
  runtimes: get<Settings['runtimes']>('BELFRY_RUNTIMES', settingRows.BELFRY_RUNTIMES),
  runtimesDir: get('BELFRY_RUNTIMES_DIR', settingRows.BELFRY_RUNTIMES_DIR),
  chromiumPath: get('BELFRY_CHROMIUM_PATH', settingRows.BELFRY_CHROMIUM_PATH),
  ffmpegPath: get('BELFRY_FFMPEG_PATH', settingRows.BELFRY_FFMPEG_PATH),
})

/** Settings that must be set together. */
function missingCompanions(settings: Settings, isSet: (name: string) => boolean): string[] {
  return [
    ...unknownRegions(settings),
    ...sharedOrigin(settings),
    ...missingOfOidc(isSet),
    ...missingOf({
      BELFRY_TWILIO_ACCOUNT_SID: settings.twilioAccountSid,
      BELFRY_TWILIO_AUTH_TOKEN: settings.twilioAuthToken,
      BELFRY_TWILIO_FROM: settings.twilioFrom,
    }),
    ...missingOf({
      BELFRY_ARTIFACTS_S3_ENDPOINT: settings.artifactsS3Endpoint,
      BELFRY_ARTIFACTS_S3_BUCKET: settings.artifactsS3Bucket,
      BELFRY_ARTIFACTS_S3_ACCESS_KEY_ID: settings.artifactsS3AccessKeyId,
      BELFRY_ARTIFACTS_S3_SECRET_ACCESS_KEY: settings.artifactsS3SecretAccessKey,
    }),
    ...(settings.llmUrl !== null && settings.llmModel === null
      ? ['BELFRY_LLM_MODEL is missing: it names the model to use at BELFRY_LLM_URL.']
      : []),
  ]
}

const sharedOrigin = ({ artifactsUrl, publicUrl }: Settings): string[] =>
  artifactsUrl !== null && hasSameHost(artifactsUrl, publicUrl ?? 'http://localhost')
    ? ['BELFRY_ARTIFACTS_URL must have another host name than BELFRY_PUBLIC_URL; another port or path is not enough.']
    : []

const unknownRegions = ({ staticIps, locations }: Settings): string[] =>
  Object.keys(staticIps)
    .filter((region) => !regions.includes(region) && !locations.includes(region))
    .map((region) => `BELFRY_STATIC_IPS names "${region}", which is not a region. BELFRY_LOCATIONS can add it.`)

/** Other settings of the provider would have no effect without these two. */
function missingOfOidc(isSet: (name: string) => boolean): string[] {
  if (!Object.keys(oidcRows).some(isSet)) return []
  return ['BELFRY_OIDC_ISSUER', 'BELFRY_OIDC_CLIENT_ID']
    .filter((name) => !isSet(name))
    .map(
      (name) => `${name} is missing: people sign in with an identity provider when both it and its client are named.`,
    )
}

function missingOf(together: Readonly<Record<string, string | null>>): string[] {
  const missing = Object.entries(together).filter(([, value]) => value === null)
  if (missing.length === Object.keys(together).length) return []
  return missing.map(([name]) => `${name} is missing: ${Object.keys(together).join(', ')} must be set together.`)
}

/** Settings that commands calling the API and agents read, so that all can run in one shell. */
const namesOfCommands = ['BELFRY_URL', 'BELFRY_API_KEY', 'BELFRY_ACCOUNT_ID', 'BELFRY_AGENT_NAME']
