import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import {
  changedAlertSettings,
  completeAlertSettings,
  effectiveAlertSettings,
  heartbeatAlertSettings,
} from './alert-settings.ts'
import type { AlertSettingsSources } from './alert-settings.ts'

const marked = (amount: number): AlertSettings => ({ ...defaultAlertSettings, reminders: { amount, interval: 5 } })
const settings = { account: marked(1), check: marked(2), group: marked(3), default: defaultAlertSettings }

const aGroup = (generation: 1 | 2, global: boolean | null, own: AlertSettings | null) => ({
  generation,
  settings: { useGlobalAlertSettings: global, alertSettings: own },
})

const cases: readonly (readonly [string, boolean, AlertSettingsSources['group'], keyof typeof settings])[] = [
  ['a global check without a group', true, null, 'account'],
  ['a check with its own settings', false, null, 'check'],
  ['a generation 1 group with settings', false, aGroup(1, false, settings.group), 'group'],
  ['a generation 1 group with settings, unset global', true, aGroup(1, null, settings.group), 'group'],
  ['a generation 1 group that is global', false, aGroup(1, true, settings.group), 'account'],
  ['a generation 1 group with neither', false, aGroup(1, null, null), 'account'],
  ['a generation 1 group that is not global and has no settings', false, aGroup(1, false, null), 'default'],
  ['a generation 2 group that is global', false, aGroup(2, true, settings.group), 'account'],
  ['a generation 2 group with settings', true, aGroup(2, false, settings.group), 'group'],
  ['a generation 2 group that leaves the choice to the check', false, aGroup(2, null, settings.group), 'check'],
  ['a generation 2 group that leaves the choice to a global check', true, aGroup(2, null, null), 'account'],
  ['a generation 2 group without settings', false, aGroup(2, false, null), 'check'],
]

describe('effectiveAlertSettings', () => {
  it.each(cases)('for %s (check global: %s) are those of: %o %s', (_, isGlobal, group, expected) => {
    const check = { useGlobalAlertSettings: isGlobal, alertSettings: settings.check }
    expect(effectiveAlertSettings({ account: settings.account, check, group })).toBe(settings[expected])
  })
})

describe('heartbeatAlertSettings', () => {
  it('counts missed pings and keeps everything else', () => {
    const given: AlertSettings = { ...marked(4), escalationType: 'TIME_BASED' }
    expect(heartbeatAlertSettings(given)).toEqual({ ...given, escalationType: 'RUN_BASED' })
  })
})

describe('completeAlertSettings', () => {
  it('fills in the defaults that the schema states, within its parts too', () => {
    expect(completeAlertSettings({})).toEqual(defaultAlertSettings)
    expect(completeAlertSettings(null)).toEqual(defaultAlertSettings)
    const partial = { reminders: { amount: 2 as const } }
    expect(completeAlertSettings(partial)).toEqual({ ...defaultAlertSettings, reminders: { amount: 2, interval: 5 } })
  })
})

describe('policies that are absent by default', () => {
  const window = { failedRunThreshold: 3, runs: 5 }

  it('are stored where they are given, and nowhere else', () => {
    expect(completeAlertSettings({ windowBasedEscalation: window, runBasedRecovery: null })).toEqual({
      ...defaultAlertSettings,
      windowBasedEscalation: window,
    })
    expect(Object.keys(completeAlertSettings({}))).toEqual(Object.keys(defaultAlertSettings))
  })

  it('of an account are kept where a body leaves them out, and removed by null', () => {
    const set = changedAlertSettings(defaultAlertSettings, { windowBasedEscalation: window })
    expect(changedAlertSettings(set, { runBasedRecovery: { passedRunThreshold: 2 } })).toEqual({
      ...set,
      runBasedRecovery: { passedRunThreshold: 2 },
    })
    expect(Object.keys(changedAlertSettings(set, { windowBasedEscalation: null }))).not.toContain(
      'windowBasedEscalation',
    )
  })
})
