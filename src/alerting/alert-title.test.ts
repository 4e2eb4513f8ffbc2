import { expect, it } from 'vitest'
import { alertTypes } from '#contract'
import { alertTitle } from './alert-title.ts'

it.each([
  ['ALERT_FAILURE', {}, 'Check "Shop" has failed'],
  ['ALERT_FAILURE_REMAIN', {}, 'Check "Shop" has failed'],
  ['ALERT_FAILURE_REMAIN', { isReminder: true }, 'Reminder: check "Shop" is still failing'],
  ['ALERT_DEGRADED_REMAIN', { isReminder: true }, 'Reminder: check "Shop" is still degraded'],
  ['ALERT_FAILURE_DEGRADED', {}, 'Check "Shop" is degraded and no longer failing'],
  ['ALERT_RECOVERY', {}, 'Check "Shop" has recovered'],
  ['ALERT_SSL', { domain: 'example.com', days: 5 }, 'SSL certificate for example.com will expire in 5 days'],
  ['ALERT_SSL', { domain: 'example.com', days: 1 }, 'SSL certificate for example.com will expire in 1 day'],
  ['ALERT_SSL', { domain: 'example.com', days: 0 }, 'SSL certificate for example.com will expire within a day'],
  ['ALERT_SSL', { domain: 'example.com', days: -3 }, 'SSL certificate for example.com has expired'],
] as const)('the title of %s with %o is: %s', (type, details, title) => {
  expect(alertTitle(type, 'Shop', details)).toBe(title)
})

it.each(alertTypes)('%s has a title that names its check', (type) => {
  expect(alertTitle(type, 'Shop')).toContain('Shop')
})
