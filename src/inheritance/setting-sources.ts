import type { CheckDefinition, GroupDefinition, RetryStrategy, SettingSource } from '#contract'
import { effectiveCheck, setsLocations } from './effective-check.ts'
import { sourcedAlertSettings } from './alert-settings.ts'
import type { AlertSettingsSources } from './alert-settings.ts'
import { queuesOf } from './queues-of.ts'
import { effectiveRetryStrategy } from './retry-strategy.ts'
import { sourcedFields } from './inherited-fields.ts'
import { from, sourced } from './sourced.ts'
import type { Sourced } from './sourced.ts'

export interface SettingLevels {
  readonly check: CheckDefinition
  readonly group: GroupDefinition | null
  readonly account: {
    readonly alertSettings: AlertSettingsSources['account']
    readonly runtimeId: string | null
  }
}

/** The settings of which one level decides, with that level. */
export function sourcedSettings({ check, group, account }: SettingLevels) {
  const effective = effectiveCheck(check, group)
  const { apiCheckDefaults } = group?.settings ?? {}
  return {
    activated: sourced(effective.activated, check.activated, levelOf(check.activated, effective.activated)),
    muted: sourced(effective.muted, check.muted, levelOf(check.muted, effective.muted)),
    ...locationsOf(check, group, effective),
    ...sourcedFields(check, group, account),
    retryStrategy: sourcedRetryStrategy(check, group, effective),
    alertSettings: sourcedAlertSettings({ account: account.alertSettings, check: check.settings, group }),
    baseUrl: apiCheckDefaults?.url ? from('GROUP', apiCheckDefaults.url) : from('DEFAULT', null),
    basicAuth: basicAuthOf(check, effective),
  }
}

/** A group can only add a pause or a mute to what a check says. */
const levelOf = (own: boolean, effective: boolean): SettingSource => (own === effective ? 'CHECK' : 'GROUP')

type Locations = Record<'locations' | 'privateLocations', Sourced<readonly string[]>>

function locationsOf(check: CheckDefinition, group: GroupDefinition | null, effective: CheckDefinition): Locations {
  const { locations, privateLocations } = effective
  if (group !== null && setsLocations(group))
    return {
      locations: sourced(locations, check.locations, 'GROUP'),
      privateLocations: sourced(privateLocations, check.privateLocations, 'GROUP'),
    }
  if (locations.length + privateLocations.length > 0)
    return { locations: from('CHECK', locations), privateLocations: from('CHECK', privateLocations) }
  return { locations: from('DEFAULT', queuesOf(effective)), privateLocations: from('DEFAULT', privateLocations) }
}

/** The retry strategy that applies with the level that sets it; `effective` is the check with its group applied. */
export function sourcedRetryStrategy(
  check: CheckDefinition,
  group: GroupDefinition | null,
  effective: CheckDefinition,
): Sourced<RetryStrategy | null> {
  const value = effectiveRetryStrategy(effective)
  const { retryStrategy, doubleCheck } = check.settings
  if (group !== null && group.settings.retryStrategy !== 'FALLBACK')
    return sourced(value, effectiveRetryStrategy(check), 'GROUP')
  return from(retryStrategy === undefined && doubleCheck ? 'DEFAULT' : 'CHECK', value)
}

function basicAuthOf(check: CheckDefinition, effective: CheckDefinition): Sourced<boolean> {
  if (hasBasicAuth(check)) return from('CHECK', true)
  return hasBasicAuth(effective) ? from('GROUP', true) : from('DEFAULT', false)
}

function hasBasicAuth({ settings: { request } }: CheckDefinition): boolean {
  return request !== undefined && 'basicAuth' in request && request.basicAuth !== null
}
