import type { Static } from 'typebox'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, AlertSettingsSchema, CheckSettings, GroupDefinition, GroupSettings } from '#contract'

type CheckAlertSettings = Pick<CheckSettings, 'useGlobalAlertSettings' | 'alertSettings'>

/** Null: left to the check. */
type GroupAlertSettings = Pick<GroupSettings, 'useGlobalAlertSettings' | 'alertSettings'>

export interface AlertSettingsSources {
  readonly account: AlertSettings
  readonly check: CheckAlertSettings
  readonly group: (Pick<GroupDefinition, 'generation'> & { readonly settings: GroupAlertSettings }) | null
}

/**
 * The alert settings of a check, its group or its account that apply. A group of generation 1 always overrides its
 * checks.
 */
export function effectiveAlertSettings({ account, check, group }: AlertSettingsSources): AlertSettings {
  const own = check.useGlobalAlertSettings ? account : check.alertSettings
  if (!group) return own
  return group.generation === 1
    ? settingsOfFirstGeneration(account, group.settings)
    : (settingsOfGroup(account, group.settings) ?? own)
}

function settingsOfFirstGeneration(account: AlertSettings, group: GroupAlertSettings): AlertSettings {
  if (group.useGlobalAlertSettings === true) return account
  if (group.alertSettings) return group.alertSettings
  return group.useGlobalAlertSettings === false ? defaultAlertSettings : account
}

function settingsOfGroup(account: AlertSettings, group: GroupAlertSettings): AlertSettings | null {
  if (group.useGlobalAlertSettings === true) return account
  return group.useGlobalAlertSettings === false ? group.alertSettings : null
}

/** Heartbeats alert by counted missed pings whatever the escalation type. */
export const heartbeatAlertSettings = (settings: AlertSettings): AlertSettings => ({
  ...settings,
  escalationType: 'RUN_BASED',
})

/** Alert settings of a request with their defaults; null means all defaults. */
export function completeAlertSettings(given: Static<typeof AlertSettingsSchema> | null): AlertSettings {
  const defaults = defaultAlertSettings
  if (given === null) return defaults
  return {
    escalationType: given.escalationType ?? defaults.escalationType,
    runBasedEscalation: { ...defaults.runBasedEscalation, ...given.runBasedEscalation },
    timeBasedEscalation: { ...defaults.timeBasedEscalation, ...given.timeBasedEscalation },
    reminders: { ...defaults.reminders, ...given.reminders },
    parallelRunFailureThreshold: { ...defaults.parallelRunFailureThreshold, ...given.parallelRunFailureThreshold },
  }
}

/**
 * The settings of an account after a body: absent fields keep their value, present ones are complete, with defaults for
 * omitted parts.
 */
export function changedAlertSettings(current: AlertSettings, body: Static<typeof AlertSettingsSchema>): AlertSettings {
  const filled: Record<string, unknown> = { ...completeAlertSettings(body) }
  const names = Object.keys(current).filter((name) => name in body)
  return { ...current, ...Object.fromEntries(names.map((name) => [name, filled[name]])) }
}
