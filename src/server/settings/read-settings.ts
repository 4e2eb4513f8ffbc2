import { regions } from '#contract'
import { SettingReader } from '#runner-host'
import type { Environment } from '#runner-host'
import { hasSameHost } from './artifacts-url.ts'
import { oidcOf, oidcRows } from './oidc-settings.ts'
import { readResourceValues, resourceValueNames } from './resource-values.ts'
import { settingRows } from './settings.ts'
import type { Settings } from './settings.ts'

export type SettingsResult = { readonly settings: Settings } | { readonly mistakes: readonly string[] }

/** Reads every setting once. Returns the settings when all are valid, otherwise every mistake. */
export function readSettings(environment: Environment): SettingsResult {
  const reader = new SettingReader(environment)
  const valueNames = resourceValueNames(environment)
  reader.rejectUnknown('BELFRY_', [...Object.keys(settingRows), ...valueNames], namesOfCommands)
  const { locations, ...values } = reader.getAll(settingRows)
  const { codes, own } = locations
  const settings: Settings = {
    ...values,
    locations: codes,
    ownLocations: own,
    resourceValues: readResourceValues(reader, valueNames),
    oidc: oidcOf(values),
  }
  const { mistakes } = reader
  if (mistakes.length === 0) mistakes.push(...missingCompanions(settings, (name) => reader.isSet(name)))
  return mistakes.length > 0 ? { mistakes } : { settings: Object.freeze(settings) }
}

/** Settings that must be set together. */
function missingCompanions(settings: Settings, isSet: (name: string) => boolean): string[] {
  return [
    ...unknownRegions(settings),
    ...sharedOrigin(settings),
    ...hiddenInterface(settings),
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
    ...missingOf({
      BELFRY_SNAPSHOTS_S3_ENDPOINT: settings.snapshotsS3Endpoint,
      BELFRY_SNAPSHOTS_S3_BUCKET: settings.snapshotsS3Bucket,
      BELFRY_SNAPSHOTS_S3_ACCESS_KEY_ID: settings.snapshotsS3AccessKeyId,
      BELFRY_SNAPSHOTS_S3_SECRET_ACCESS_KEY: settings.snapshotsS3SecretAccessKey,
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

/** At the root of such a host there are pings alone. */
const hiddenInterface = ({ pingHosts, publicUrl }: Settings): string[] =>
  pingHosts.includes(new URL(publicUrl ?? 'http://localhost').hostname)
    ? ['BELFRY_PING_HOSTS must not name the host of BELFRY_PUBLIC_URL: its root would not show the interface any more.']
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
