import type { Static } from 'typebox'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, AlertSettingsSchema, CheckSettings, GroupDefinition, GroupSettings } from '#contract'
import type { Sourced } from './sourced.ts'

type CheckAlertSettings = Pick<CheckSettings, 'useGlobalAlertSettings' | 'alertSettings'>

/** Null: left to the check. */
type GroupAlertSettings = Pick<GroupSettings, 'useGlobalAlertSettings' | 'alertSettings'>

export interface AlertSettingsSources {
  readonly account: AlertSettings
  readonly check: CheckAlertSettings
  readonly group: AlertSettingsGroup | null
}

type AlertSettingsGroup = Pick<GroupDefinition, 'generation'> & { readonly settings: GroupAlertSettings }

/**
 * The alert settings of a check, its group or its account that apply. A group of generation 1 always overrides its
 * checks.
 */
export const effectiveAlertSettings = (levels: AlertSettingsSources): AlertSettings =>
  sourcedAlertSettings(levels).value

/** The same with the level that decides, and those of a check that is overridden. */
export function sourcedAlertSettings({ account, check, group }: AlertSettingsSources): Sourced<AlertSettings> {
  const own = settingsOfCheck(account, check)
  const ofGroup = group && settingsOfAnyGroup(account, group)
  if (!ofGroup) return own
  return own.source === 'CHECK' ? { ...ofGroup, own: own.value } : ofGroup
}

const settingsOfCheck = (account: AlertSettings, check: CheckAlertSettings): Sourced<AlertSettings> =>
  check.useGlobalAlertSettings ? { value: account, source: 'ACCOUNT' } : { value: check.alertSettings, source: 'CHECK' }

const settingsOfAnyGroup = (account: AlertSettings, { generation, settings }: AlertSettingsGroup) =>
  generation === 1 ? settingsOfFirstGeneration(account, settings) : settingsOfGroup(account, settings)

function settingsOfFirstGeneration(account: AlertSettings, group: GroupAlertSettings): Sourced<AlertSettings> {
  if (group.useGlobalAlertSettings === true) return { value: account, source: 'ACCOUNT' }
  if (group.alertSettings) return { value: group.alertSettings, source: 'GROUP' }
  return group.useGlobalAlertSettings === false
    ? { value: defaultAlertSettings, source: 'DEFAULT' }
    : { value: account, source: 'ACCOUNT' }
}

function settingsOfGroup(account: AlertSettings, group: GroupAlertSettings): Sourced<AlertSettings> | null {
  if (group.useGlobalAlertSettings === true) return { value: account, source: 'ACCOUNT' }
  if (group.useGlobalAlertSettings !== false || group.alertSettings === null) return null
  return { value: group.alertSettings, source: 'GROUP' }
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
    ...(given.windowBasedEscalation && { windowBasedEscalation: given.windowBasedEscalation }),
    ...(given.runBasedRecovery && { runBasedRecovery: given.runBasedRecovery }),
    ...(given.escalationPolicyId && { escalationPolicyId: given.escalationPolicyId.toLowerCase() }),
  }
}

/**
 * The settings of an account after a body: absent fields keep their value, present ones are complete, with defaults for
 * omitted parts. Null removes a policy.
 */
export function changedAlertSettings(current: AlertSettings, body: Static<typeof AlertSettingsSchema>): AlertSettings {
  const { windowBasedEscalation: window, runBasedRecovery: recovery, escalationPolicyId, ...rest } = current
  const filled = Object.entries(completeAlertSettings(body)).filter(([name]) => name in body)
  return {
    ...rest,
    ...(window && body.windowBasedEscalation === undefined && { windowBasedEscalation: window }),
    ...(recovery && body.runBasedRecovery === undefined && { runBasedRecovery: recovery }),
    ...(escalationPolicyId !== undefined && body.escalationPolicyId === undefined && { escalationPolicyId }),
    ...Object.fromEntries(filled),
  }
}
