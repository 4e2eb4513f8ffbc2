import { describe, expect, it } from 'vitest'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings } from '#contract'
import { effectiveAlertSettings, heartbeatAlertSettings } from './effective-alert-settings.ts'
import type { GroupAlertSettings } from './effective-alert-settings.ts'

const marked = (amount: number): AlertSettings => ({ ...defaultAlertSettings, reminders: { amount, interval: 5 } })
const settings = { account: marked(1), check: marked(2), group: marked(3), default: defaultAlertSettings }

const aGroup = (version: 1 | 2, global: boolean | null, own: AlertSettings | null): GroupAlertSettings => ({
  version,
  useGlobalAlertSettings: global,
  alertSettings: own,
})

const cases: readonly (readonly [string, boolean, GroupAlertSettings | null, keyof typeof settings])[] = [
  ['a global check without a group', true, null, 'account'],
  ['a check with its own settings', false, null, 'check'],
  ['a version 1 group with settings', false, aGroup(1, false, settings.group), 'group'],
  ['a version 1 group with settings, unset global', true, aGroup(1, null, settings.group), 'group'],
  ['a version 1 group that is global', false, aGroup(1, true, settings.group), 'account'],
  ['a version 1 group with neither', false, aGroup(1, null, null), 'account'],
  ['a version 1 group that is not global and has no settings', false, aGroup(1, false, null), 'default'],
  ['a version 2 group that is global', false, aGroup(2, true, settings.group), 'account'],
  ['a version 2 group with settings', true, aGroup(2, false, settings.group), 'group'],
  ['a version 2 group that leaves the choice to the check', false, aGroup(2, null, settings.group), 'check'],
  ['a version 2 group that leaves the choice to a global check', true, aGroup(2, null, null), 'account'],
  ['a version 2 group without settings', false, aGroup(2, false, null), 'check'],
]

describe('effectiveAlertSettings', () => {
  it.each(cases)('for %s (check global: %s) are those of: %o %s', (_, isGlobal, group, expected) => {
    const check = { useGlobalAlertSettings: isGlobal, alertSettings: settings.check }
    expect(effectiveAlertSettings({ account: settings.account, check, group })).toBe(settings[expected])
  })

  it('are the defaults for a check that asks for its own and has none', () => {
    const check = { useGlobalAlertSettings: false, alertSettings: null }
    expect(effectiveAlertSettings({ account: settings.account, check, group: null })).toBe(defaultAlertSettings)
  })
})

describe('heartbeatAlertSettings', () => {
  it('counts missed pings and keeps everything else', () => {
    const given: AlertSettings = { ...marked(4), escalationType: 'TIME_BASED' }
    expect(heartbeatAlertSettings(given)).toEqual({ ...given, escalationType: 'RUN_BASED' })
  })
})
