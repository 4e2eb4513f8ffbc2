import { inheritedFieldNames, neverSet } from '#contract'
import type { ApiCheckDefaults, GroupSettings } from '#contract'
import { completeAlertSettings, completeRetryStrategy } from '#inheritance'
import type { NewGroup } from '#storage/checks'
import { restoreMaskedBasicAuth, restoreMaskedPairs, restoreMaskedVariables } from '../checks/stored-values.ts'
import { pickGiven } from '../checks/pick-given.ts'
import { assertionsOf } from '../checks/assertions-of-input.ts'
import type { GroupInput } from './group-input.ts'

const plainFields = ['name', 'activated', 'muted', 'tags'] as const

/** Fields that are stored as they are sent. */
const plainSettings = [
  'concurrency',
  'locations',
  'privateLocations',
  'useGlobalAlertSettings',
  'doubleCheck',
  'browserCheckDefaults',
  'setupSnippetId',
  'tearDownSnippetId',
  'localSetupScript',
  'localTearDownScript',
  ...inheritedFieldNames,
] as const satisfies readonly (keyof GroupInput & keyof GroupSettings)[]

/** A group after a body: an absent field keeps its value, null clears it, objects are replaced completely. */
export function applyGroupInput<G extends NewGroup>(group: G, given: GroupInput): G {
  const { settings } = group
  return {
    ...group,
    ...pickGiven(given, plainFields),
    settings: {
      ...settings,
      ...pickGiven(given, plainSettings),
      alertSettings: groupAlertSettingsOf(given, settings),
      ...groupRetryStrategyOf(given),
      environmentVariables: restoreMaskedVariables(given.environmentVariables, settings.environmentVariables),
      apiCheckDefaults: apiCheckDefaultsOf(given, settings.apiCheckDefaults),
    },
  }
}

/** Null: every member keeps its own. */
function groupAlertSettingsOf({ alertSettings }: GroupInput, current: GroupSettings): GroupSettings['alertSettings'] {
  if (alertSettings === undefined) return current.alertSettings
  return alertSettings && completeAlertSettings(alertSettings)
}

/** Null: no retries. FALLBACK: every member keeps its own. */
function groupRetryStrategyOf({ retryStrategy }: GroupInput): Partial<GroupSettings> {
  if (retryStrategy === undefined) return {}
  if (retryStrategy === neverSet) return { retryStrategy: 'FALLBACK', isRetryStrategyUnset: true }
  const given = retryStrategy === 'FALLBACK' ? retryStrategy : completeRetryStrategy(retryStrategy)
  return { retryStrategy: given, isRetryStrategyUnset: false }
}

function apiCheckDefaultsOf({ apiCheckDefaults: given }: GroupInput, current: ApiCheckDefaults): ApiCheckDefaults {
  if (given === undefined) return current
  return {
    url: given.url ?? '',
    headers: restoreMaskedPairs(named(given.headers), current.headers),
    queryParameters: restoreMaskedPairs(named(given.queryParameters), current.queryParameters),
    assertions: assertionsOf(given.assertions),
    basicAuth: restoreMaskedBasicAuth(given.basicAuth, current.basicAuth),
  }
}

/** Forms send an empty pair where nothing was entered; a header without a name cannot be sent. */
const named = <P extends { readonly key: string }>(pairs: readonly P[] | undefined): readonly P[] | undefined =>
  pairs?.filter((pair) => pair.key !== '')
