import { isFields } from '#contract'
import { commonFields } from '../../counterparts/common-fields.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import { scheduleFrom } from '../../counterparts/hosted/checks.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { SourceState } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { named, alertsFrom, subscriptionsFrom, tagsFrom } from './check-context.ts'
import type { Context } from './check-context.ts'
import { scriptOf } from './transaction-script.ts'

const states: Readonly<Record<string, SourceState>> = { successful: 'up', failing: 'down' }

/** Imports one transaction check as a browser check, step by step. */
export function readTransaction(given: Fields, context: Context): void {
  const { draft, places, windows } = context
  const id = textIn(given['id'])
  const name = named(given, 'Transaction')
  const item = `transaction "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const steps = listIn(fields.value('steps'))
  const { script, lost } = scriptOf(steps, { draft, name, ...metadataFrom(fields) })
  const isActive = fields.flag('active') ?? true
  const seconds = Math.max(1, fields.number('interval') ?? 10) * 60
  fields.exact('name', 'id', 'active', 'status', 'type')
  fields.value('message')
  if (lost.length > 0) fields.impossible('steps', `Write these by hand: ${lost.join(', ')}.`.slice(0, 500))
  else fields.approximated('steps', 'Elements are looked for by label, then by name, then as a CSS selector.')
  const { value: subscriptions } = subscriptionsFrom(fields, context)
  const value = {
    ...commonFields({
      name,
      tags: [...tagsFrom(fields), ...(windows.get(`tms ${id}`) ?? [])],
      description: fields.text('custom_message'),
    }),
    activated: isActive,
    ...places.of(fields, 'region', [fields.text('region') ?? '']),
    ...scheduleFrom(fields, 'interval', seconds, 60),
    ...alertsFrom(fields, seconds),
    ...subscriptions,
    checkType: 'BROWSER',
    script,
  }
  const state = isActive ? (states[fields.text('status') ?? ''] ?? 'unknown') : 'paused'
  if (steps.length > 0) draft.add({ section: 'checks', logicalId: `transaction-${id}`, item, value, state })
  else
    draft.report({
      item,
      field: '',
      fate: 'impossible',
      note: 'It has no steps in this file: give the answer of /tms/check/{id}.',
    })
  fields.exact('custom_message')
  fields.approximated('send_notification_when_down', 'The first run that fails alerts.')
  fields.approximated('severity_level', 'Channels say which checks they are told of.')
  fields.ignored('created_at', 'modified_at', 'last_downtime_start', 'last_downtime_end')
  fields.finish()
}

function metadataFrom(fields: SourceFields) {
  const metadata = fields.fields('metadata')
  const [width, height] = [metadata.number('width'), metadata.number('height')]
  const authentications: unknown = metadata.value('authentications')
  const list = isFields(authentications) ? listIn(authentications['httpAuthentications']) : []
  metadata.exact('width', 'height', 'authentications')
  metadata.ignored('disableWebSecurity')
  metadata.finish()
  const credentials = list.map((one) => ({
    host: textIn(one['host']),
    username: textIn(Object(one['credentials']).userName),
    password: textIn(Object(one['credentials']).password),
  }))
  return { size: width !== null && height !== null ? { width, height } : null, credentials }
}
