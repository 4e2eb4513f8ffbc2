import { commonFields } from '../../counterparts/common-fields.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { heartbeatCheck, isHost, leftOut, scheduleFrom, webTarget } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { retriesOf } from '../../counterparts/retries.ts'
import { targetOf } from '../../counterparts/target.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import { stateOf, subscriptionsFrom, tagsFrom } from './test-context.ts'
import type { Context } from './test-context.ts'

const atOnce = (): Value => {
  const { escalation } = retriesOf({ failures: 0, retrySeconds: 0, intervalSeconds: 60 })
  return { retryStrategy: null, ...alertFieldsOf(escalation, remindersOf(null)) }
}

const started = (given: Fields, draft: Draft, what: string) => {
  const id = textIn(given['id'])
  const name = textIn(given['name']) || textIn(given['website_url']) || `${what} ${id}`
  const item = `${what} "${name.slice(0, 200)}" (${id})`
  return { id, name, item, fields: new SourceFields(draft, item, given) }
}

export function readHeartbeat(given: Fields, context: Context): void {
  const { id, name, item, fields } = started(given, context.draft, 'heartbeat')
  const state = stateOf(fields)
  const value = {
    ...commonFields({ name, tags: tagsFrom(fields, context, id) }),
    activated: state !== 'paused',
    ...atOnce(),
    ...subscriptionsFrom(fields, context),
    ...heartbeatCheck(fields.number('period') ?? 86_400, 0),
  }
  context.draft.add({ section: 'checks', logicalId: `heartbeat-${id}`, item, value, state })
  fields.exact('name', 'id', 'period', 'status', 'paused')
  for (const address of ['url', 'check_url', 'website_url'])
    fields.impossible(address, 'The address is another one here: give the job the address that the check shows.')
  fields.ignored('host', 'uptime', 'last_tested_at')
  fields.finish()
}

export function readCertificate(given: Fields, context: Context): void {
  const { draft, places } = context
  const { id, name, item, fields } = started(given, draft, 'certificate')
  const target = targetOf(fields.text('website_url') ?? '')
  const days = fields
    .list('alert_at')
    .map(Number)
    .filter((day) => day > 0)
  const state = fields.flag('paused') === true ? 'paused' : 'unknown'
  fields.exact('website_url', 'paused', 'id', 'hostname', 'alert_broken')
  const host = fields.text('hostname')
  if (target === null || !isHost(target.hostname)) leftOut(draft, item, 'It has no host: correct it.')
  else {
    const value = {
      ...commonFields({ name: `Certificate of ${name}` }),
      activated: state !== 'paused',
      ...places.of(fields, 'servers', []),
      ...scheduleFrom(fields, 'check_rate', fields.number('check_rate') ?? 86_400, 60),
      ...atOnce(),
      ...subscriptionsFrom(fields, context),
      checkType: 'SSL',
      request: {
        sslConfig: {
          hostname: target.hostname,
          port: target.port ?? 443,
          ...(isHost(host) && { serverName: host }),
          alertDaysBeforeExpiry: Math.min(365, Math.max(1, ...days)),
        },
      },
    }
    draft.add({ section: 'checks', logicalId: `ssl-${id}`, item, value, state })
  }
  reportCertificate(fields, days.length)
}

function reportCertificate(fields: SourceFields, days: number): void {
  if (days > 1) fields.approximated('alert_at', 'The check is degraded from the first of these days on.')
  else fields.exact('alert_at')
  if (fields.flag('alert_expiry') === false)
    fields.approximated('alert_expiry', 'The end of the certificate degrades the check.')
  else fields.exact('alert_expiry')
  if (fields.flag('alert_mixed') === true)
    fields.impossible('alert_mixed', 'Mixed content is not looked for: write a browser check.')
  else fields.ignored('alert_mixed')
  if (fields.flag('alert_reminder') === true) fields.approximated('alert_reminder', 'Set reminders of the check.')
  else fields.ignored('alert_reminder')
  if (fields.flag('follow_redirects') === true)
    fields.approximated('follow_redirects', 'The certificate of the address itself is checked.')
  else fields.ignored('follow_redirects')
  fields.ignored(
    ...(
      'certificate_score certificate_status cipher cipher_score issuer_common_name flags last_reminder mixed_content ' +
      'updated_at user_agent valid_from valid_until'
    ).split(' '),
  )
  fields.ignoredUnlessRead('check_rate', 'contact_groups')
  fields.finish()
}

export function readPageSpeed(given: Fields, context: Context): void {
  const { draft, places } = context
  const { id, name, item, fields } = started(given, draft, 'page speed')
  const target = webTarget(draft, name, fields.text('website_url'))
  const slower = fields.number('alert_slower') ?? 0
  const state = fields.flag('paused') === true ? 'paused' : 'unknown'
  fields.exact('name', 'id', 'website_url', 'paused', 'alert_slower')
  for (const size of ['alert_bigger', 'alert_smaller'])
    if ((fields.number(size) ?? 0) > 0) fields.impossible(size, 'Measure the size of the page in the script.')
    else fields.ignored(size)
  if (target === null) leftOut(draft, item, 'It has no URL of HTTP: correct it.')
  else {
    const value = {
      ...commonFields({ name }),
      activated: state !== 'paused',
      ...places.of(fields, 'location', [fields.text('location') ?? '']),
      ...scheduleFrom(fields, 'check_rate', fields.number('check_rate') ?? 1800, 60),
      ...atOnce(),
      ...subscriptionsFrom(fields, context),
      checkType: 'BROWSER',
      script: pageScript(name, target.url, slower),
    }
    draft.add({ section: 'checks', logicalId: `pagespeed-${id}`, item, value, state })
  }
  fields.ignored('latest_stats')
  fields.ignoredUnlessRead('location', 'check_rate', 'contact_groups')
  fields.finish()
}

const pageScript = (name: string, url: string, slowerMs: number): string =>
  [
    `import { expect, test } from '@playwright/test'`,
    ``,
    `test(${JSON.stringify(name)}, async ({ page }) => {`,
    `  const startedAt = Date.now()`,
    `  await page.goto(${JSON.stringify(url)}, { waitUntil: 'load' })`,
    ...(slowerMs > 0
      ? [`  expect(Date.now() - startedAt).toBeLessThan(${Math.round(slowerMs)})`]
      : [`  expect(startedAt).toBeGreaterThan(0)`]),
    `})`,
    ``,
  ].join('\n')
