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

/** Whose alert settings apply to a check. A group of generation 1 always overrides its checks. */
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

/** Alert settings of a request with their defaults, which null stands for altogether. */
export function completeAlertSettings(given: Static<typeof AlertSettingsSchema> | null): AlertSettings {
  const usual = defaultAlertSettings
  if (given === null) return usual
  return {
    escalationType: given.escalationType ?? usual.escalationType,
    runBasedEscalation: { ...usual.runBasedEscalation, ...given.runBasedEscalation },
    timeBasedEscalation: { ...usual.timeBasedEscalation, ...given.timeBasedEscalation },
    reminders: { ...usual.reminders, ...given.reminders },
    parallelRunFailureThreshold: { ...usual.parallelRunFailureThreshold, ...given.parallelRunFailureThreshold },
  }
}

/**
 * The settings of an account after a body: what is absent keeps its value, what is given is whole, with the defaults of
 * what it leaves out.
 */
export function changedAlertSettings(current: AlertSettings, body: Static<typeof AlertSettingsSchema>): AlertSettings {
  const filled: Record<string, unknown> = { ...completeAlertSettings(body) }
  const names = Object.keys(current).filter((name) => name in body)
  return { ...current, ...Object.fromEntries(names.map((name) => [name, filled[name]])) }
}
