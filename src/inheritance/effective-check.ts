import { descriptorOf, inheritedSettingNames } from '#contract'
import type { CheckDefinition, GroupDefinition, HttpRequest, KeyValuePair } from '#contract'
import { inheritedOf } from './inherited-fields.ts'

/**
 * A check with its group's settings applied. A group of generation 2 overrides only the settings it has, one of
 * generation 1 always overrides location, retry and alert settings. API defaults apply to API checks only.
 */
export function effectiveCheck(check: CheckDefinition, group: GroupDefinition | null): CheckDefinition {
  if (group === null) return check
  return {
    ...check,
    ...locationsOf(check, group),
    ...inheritedOf(check, group, ['runParallel']),
    activated: check.activated && group.activated,
    muted: check.muted || group.muted,
    tags: [...new Set([...check.tags, ...group.tags])],
    settings: {
      ...check.settings,
      ...inheritedOf(check.settings, group, inheritedSettingNames),
      ...retryOf(group),
      ...(descriptorOf(check.checkType).takesGroupDefaults && { request: withApiDefaults(check, group) }),
    },
  }
}

type LocationSettings = Pick<CheckDefinition, 'locations' | 'privateLocations'>

function locationsOf(check: CheckDefinition, group: GroupDefinition): LocationSettings {
  const { locations, privateLocations } = group.settings
  // Overriding with no location at all would only keep the members from running.
  if (!setsLocations(group)) return { locations: check.locations, privateLocations: check.privateLocations }
  return { locations: locations ?? [], privateLocations: privateLocations ?? [] }
}

export const setsLocations = (group: GroupDefinition): boolean =>
  (group.settings.locations?.length ?? 0) > 0 || (group.settings.privateLocations?.length ?? 0) > 0

const retryOf = (group: GroupDefinition): Pick<CheckDefinition['settings'], 'retryStrategy'> =>
  group.settings.retryStrategy === 'FALLBACK' ? {} : { retryStrategy: group.settings.retryStrategy }

function withApiDefaults(check: CheckDefinition, group: GroupDefinition): HttpRequest {
  const own = apiRequestOf(check)
  const defaults = group.settings.apiCheckDefaults
  return {
    ...own,
    headers: mergePairs(defaults.headers, own.headers, (key) => key.toLowerCase()),
    queryParameters: mergePairs(defaults.queryParameters, own.queryParameters, (key) => key),
    basicAuth: own.basicAuth ?? usableBasicAuth(defaults.basicAuth),
    assertions: [...own.assertions, ...defaults.assertions],
  }
}

/** The create and update verbs validated the request of an API check by the schema of its row. */
export const apiRequestOf = (check: CheckDefinition): HttpRequest => check.settings.request as HttpRequest

const usableBasicAuth = (auth: HttpRequest['basicAuth']): HttpRequest['basicAuth'] =>
  auth !== null && (auth.username !== '' || auth.password !== '') ? auth : null

/** The group's pairs first; a pair of the same name on the check replaces them. */
function mergePairs(
  defaults: readonly KeyValuePair[],
  own: readonly KeyValuePair[],
  nameOf: (key: string) => string,
): KeyValuePair[] {
  const names = new Set(own.map((pair) => nameOf(pair.key)))
  return [...defaults.filter((pair) => !names.has(nameOf(pair.key))), ...own]
}
