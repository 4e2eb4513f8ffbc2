import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'

export interface CheckAlertSettings {
  readonly useGlobalAlertSettings: boolean
  /** Null: the check asks for its own settings but names none, which are the defaults. */
  readonly alertSettings: AlertSettings | null
}

export interface GroupAlertSettings {
  /** The version of the route that made the group. */
  readonly version: 1 | 2
  readonly useGlobalAlertSettings: boolean | null
  readonly alertSettings: AlertSettings | null
}

export interface AlertSettingsSources {
  readonly account: AlertSettings
  readonly check: CheckAlertSettings
  readonly group: GroupAlertSettings | null
}

/** Whose alert settings apply to a check (semantics 4.6). A group of version 1 always overrides its checks. */
export function effectiveAlertSettings({ account, check, group }: AlertSettingsSources): AlertSettings {
  const own = check.useGlobalAlertSettings ? account : (check.alertSettings ?? defaultAlertSettings)
  if (!group) return own
  return group.version === 1 ? settingsOfFirstVersion(account, group) : (settingsOfGroup(account, group) ?? own)
}

function settingsOfFirstVersion(account: AlertSettings, group: GroupAlertSettings): AlertSettings {
  if (group.useGlobalAlertSettings === true) return account
  if (group.alertSettings) return group.alertSettings
  return group.useGlobalAlertSettings === false ? defaultAlertSettings : account
}

function settingsOfGroup(account: AlertSettings, group: GroupAlertSettings): AlertSettings | null {
  if (group.useGlobalAlertSettings === true) return account
  return group.useGlobalAlertSettings === false ? group.alertSettings : null
}

/** Heartbeats alert by counted missed pings whatever the escalation type (semantics 3.14). */
export const heartbeatAlertSettings = (settings: AlertSettings): AlertSettings => ({
  ...settings,
  escalationType: 'RUN_BASED',
})
