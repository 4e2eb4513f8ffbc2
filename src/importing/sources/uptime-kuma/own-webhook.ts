import { isRecord, jsonOf } from './kuma-data.ts'
import { credential, isAddress } from './notification-import.ts'
import type { NotificationImport } from './notification-import.ts'
import { jsonHeader, jsonTemplate, messageText } from './webhook-template.ts'

/** A webhook of the person, whose receiver expects what Uptime Kuma sends. */
export function ownWebhook(notification: NotificationImport): Readonly<Record<string, unknown>> | null {
  const { fields } = notification
  const url = fields.text('webhookURL')
  if (!isAddress(url)) return null
  const method = fields.text('httpMethod')?.toUpperCase() === 'GET' ? 'GET' : 'POST'
  fields.exact('webhookURL', 'httpMethod')
  const headers = headersOf(notification)
  const address = credential(notification, 'URL', url)
  if (method === 'GET') {
    fields.approximated(
      'webhookContentType',
      'The parameters heartbeat and monitor have the fields that are known here.',
    )
    const queryParameters = [
      { key: 'msg', value: '{{ALERT_TITLE}}' },
      { key: 'heartbeat', value: jsonTemplate(heartbeat) },
      { key: 'monitor', value: jsonTemplate(monitor) },
    ]
    return { url: address, method, headers, queryParameters }
  }
  const type = fields.text('webhookContentType') ?? 'json'
  if (type === 'custom') return { url: address, method, headers, template: customBody(notification) }
  const body = jsonTemplate({ heartbeat, monitor, msg: messageText })
  fields.approximated(
    'webhookContentType',
    'The body is JSON with the fields heartbeat, monitor and msg, with what is known here.',
  )
  fields.ignored('webhookCustomBody')
  return { url: address, method, headers: [jsonHeader, ...headers], template: body }
}

/** 0 is down and 1 is up. */
const heartbeat = {
  status: "{{#contains ALERT_TYPE 'RECOVERY'}}1{{else}}0{{/contains}}",
  msg: '{{ALERT_REASON}}',
  time: '{{STARTED_AT}}',
  important: true,
}
const monitor = { id: '{{CHECK_ID}}', name: '{{CHECK_NAME}}', type: '{{CHECK_TYPE}}', url: '{{ALERT_TARGET}}' }

/** Variables of Liquid, as Uptime Kuma fills them. */
const variables: Readonly<Record<string, string>> = {
  status: '{{ALERT_TYPE}}',
  name: '{{CHECK_NAME}}',
  hostnameorurl: '{{ALERT_TARGET}}',
  hostname_or_url: '{{ALERT_TARGET}}',
  msg: '{{ALERT_TITLE}}',
  'monitorjson.name': '{{CHECK_NAME}}',
  'monitorjson.id': '{{CHECK_ID}}',
  'monitorjson.type': '{{CHECK_TYPE}}',
  'monitorjson.url': '{{ALERT_TARGET}}',
  'heartbeatjson.msg': '{{ALERT_REASON}}',
  'heartbeatjson.time': '{{STARTED_AT}}',
  'heartbeatjson.localdatetime': '{{STARTED_AT}}',
  localdatetime: '{{STARTED_AT}}',
}

function customBody({ fields }: NotificationImport): string {
  const given = (fields.text('webhookCustomBody') ?? '').slice(0, 100_000)
  fields.exact('webhookContentType')
  fields.approximated(
    'webhookCustomBody',
    'Variables have their counterparts; tags and filters of Liquid are left out.',
  )
  return given
    .replaceAll(/\{%[^%]*%\}/g, '')
    .replaceAll(/\{\{([^{}]*)\}\}/g, (_whole, inside: string) => {
      const name =
        inside
          .split('|')[0]
          ?.trim()
          .replaceAll(/\[['"]([^'"]*)['"]\]/g, '.$1')
          .toLowerCase() ?? ''
      return variables[name] ?? ''
    })
    .replaceAll(/\{\{(?![A-Z_]+\}\})/g, '{ {')
}

const headerName = /^[!#$%&'*+.^_`|~\dA-Za-z-]{1,200}$/

function headersOf(notification: NotificationImport): readonly { key: string; value: string; locked: true }[] {
  const { fields } = notification
  const given = jsonOf(fields.value('webhookAdditionalHeaders'))
  if (!isRecord(given)) {
    fields.impossible('webhookAdditionalHeaders', 'They are no JSON object: add them by hand.')
    return []
  }
  fields.exact('webhookAdditionalHeaders')
  return Object.entries(given)
    .filter(([key]) => headerName.test(key))
    .slice(0, 100)
    .map(([key, value]) => ({
      key,
      value: `{${credential(notification, `HEADER_${key.slice(0, 40)}`, String(value))}}`,
      locked: true,
    }))
}
