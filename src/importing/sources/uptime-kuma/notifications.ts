import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import { idOf, isOn, isRecord, jsonOf, rowsOf, textOf } from './kuma-data.ts'
import type { KumaData, Row } from './kuma-data.ts'
import { credential, isAddress } from './notification-import.ts'
import type { NotificationImport } from './notification-import.ts'
import { webhookOf } from './webhooks.ts'

/** Repeated by columns, or about the dialog of Uptime Kuma. */
const common: readonly string[] = ['type', 'name', 'id', 'userId', 'user_id', 'active', 'isDefault', 'applyExisting']

interface Channel {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

/**
 * Adds the channels, and returns their logical ids by the ids of notifications. `warned` has the notifications that are told of
 * certificates, so many days before they end.
 */
export function addNotifications(
  draft: Draft,
  data: KumaData,
  { warned, expiryDays }: { readonly warned: ReadonlySet<string>; readonly expiryDays: number },
): ReadonlyMap<string, string> {
  const channels = new Map<string, string>()
  for (const row of rowsOf(data, 'notification')) {
    const id = idOf(row['id'])
    const name = textOf(row['name']) || `Notification ${id}`
    const item = `notification "${name.slice(0, 200)}" (${id})`
    const config = jsonOf(row['config'])
    if (!isRecord(config)) {
      draft.report({ item, field: 'config', fate: 'impossible', note: 'It is no JSON object.' })
      continue
    }
    const fields = new SourceFields(draft, item, config)
    for (const known of common) fields.value(known)
    const channel = channelOf({ draft, fields, id, name, given: Object.keys(config) })
    fields.finish()
    if (channel === null) continue
    const days = Math.min(30, Math.max(1, expiryDays))
    const value = {
      ...channel,
      ...(isAutomatic(row) && { autoSubscribe: true }),
      ...(warned.has(id) && { sslExpiry: true, sslExpiryThreshold: days }),
    }
    if (isAutomatic(row)) draft.report({ item, field: 'is_default', fate: 'exact', note: '' })
    channels.set(id, draft.add({ section: 'alertChannels', logicalId: `kuma-${id}`, item, value }))
  }
  return channels
}

const isAutomatic = (row: Row): boolean => isOn(row['is_default'])

type ReadChannel = (notification: NotificationImport) => Channel | null

function channelOf(notification: NotificationImport): Channel | null {
  const { fields, given } = notification
  const type = fields.text('type') ?? ''
  const read = Object.hasOwn(channelTypes, type) ? channelTypes[type] : undefined
  const channel = read ? read(notification) : webhookOf(type, notification)
  if (channel === null) {
    const note = `Add a channel for "${type.slice(0, 60)}" by hand, for example a webhook with a template.`
    fields.impossible('type', note)
    for (const name of given) if (!common.includes(name)) fields.impossible(name, '')
  } else fields.exact('type')
  return channel
}

const mailAddress = /^[^\s,;:@<>{}"()\\\p{Cc}]{1,64}@[^\s,;:@<>{}"()\\\p{Cc}]{1,255}$/u

function email({ fields }: NotificationImport): Channel | null {
  const lists = ['smtpTo', 'smtpCC', 'smtpBCC'].map((name) => fields.text(name) ?? '')
  const given = lists.flatMap((list) => list.split(/[,;]/)).map((one) => /<([^>]*)>/.exec(one)?.[1] ?? one)
  const addresses = [...new Set(given.map((one) => one.trim()).filter((one) => mailAddress.test(one)))]
  const address = addresses.join(', ')
  if (addresses.length === 0 || address.length > 4096) return null
  fields.exact('smtpTo')
  fields.approximated('smtpCC', 'Everyone is addressed in the same way.')
  fields.approximated('smtpBCC', 'Everyone is addressed in the same way.')
  for (const name of [
    'smtpHost',
    'smtpPort',
    'smtpSecure',
    'smtpIgnoreTLSError',
    'smtpUsername',
    'smtpPassword',
    'smtpFrom',
  ])
    fields.approximated(name, 'The mail server of this service is used (BELFRY_SMTP_URL, BELFRY_MAIL_FROM).')
  for (const name of [
    'smtpIgnoreSTARTTLS',
    'smtpDkimDomain',
    'smtpDkimKeySelector',
    'smtpDkimPrivateKey',
    'smtpDkimHashAlgo',
  ])
    fields.approximated(name, 'It is a matter of the mail server of this service.')
  for (const name of ['smtpDkimheaderFieldNames', 'smtpDkimskipFields', 'smtpAdditionalHeaders'])
    fields.approximated(name, 'It is a matter of the mail server of this service.')
  for (const name of ['customSubject', 'customBody', 'htmlBody'])
    fields.approximated(name, 'Messages have the form that they have here.')
  return { type: 'EMAIL', config: { address } }
}

function slack(notification: NotificationImport): Channel | null {
  const { fields } = notification
  const url = fields.text('slackwebhookURL')
  if (!isAddress(url)) return null
  fields.exact('slackwebhookURL', 'slackchannel')
  fields.ignored('slackusername', 'slackiconemo', 'slackbutton')
  for (const name of [
    'slackrichmessage',
    'slackUseTemplate',
    'slackTemplate',
    'slackchannelnotify',
    'slackIncludeGroupName',
  ])
    fields.approximated(name, 'Messages have the form that they have here.')
  const channel = fields.text('slackchannel')
  const config = {
    url: credential(notification, 'URL', url),
    ...(channel !== null && { channel: channel.slice(0, 255) }),
  }
  return { type: 'SLACK', config }
}

function pagerDuty(notification: NotificationImport): Channel | null {
  const { fields, name } = notification
  const key = fields.text('pagerdutyIntegrationKey')
  if (key === null) return null
  fields.exact('pagerdutyIntegrationKey')
  fields.approximated('pagerdutyIntegrationUrl', 'Events go to the usual address.')
  fields.approximated('pagerdutyPriority', 'The severity follows from the state of the check.')
  fields.approximated('pagerdutyAutoResolve', 'A recovery resolves the incident.')
  const config = { serviceName: name.slice(0, 255), serviceKey: credential(notification, 'KEY', key) }
  return { type: 'PAGERDUTY', config }
}

const priorities: Readonly<Record<string, string>> = { '1': 'P1', '2': 'P2', '3': 'P3', '4': 'P4', '5': 'P5' }

function opsgenie(notification: NotificationImport): Channel | null {
  const { fields, name } = notification
  const key = fields.text('opsgenieApiKey')
  if (key === null) return null
  fields.exact('opsgenieApiKey', 'opsgenieRegion', 'opsgeniePriority')
  const region = fields.text('opsgenieRegion')?.toLowerCase() === 'eu' ? 'EU' : 'US'
  const priority = priorities[fields.text('opsgeniePriority') ?? ''] ?? 'P3'
  const config = { name: name.slice(0, 255), apiKey: credential(notification, 'KEY', key), region, priority }
  return { type: 'OPSGENIE', config }
}

function twilio({ fields, name }: NotificationImport): Channel | null {
  const number = fields.text('twilioToNumber')?.replaceAll(/[\s()-]/g, '') ?? ''
  if (!/^\+[1-9]\d{1,14}$/.test(number)) return null
  fields.exact('twilioToNumber')
  for (const one of [
    'twilioAccountSID',
    'twilioApiKey',
    'twilioAuthToken',
    'twilioFromNumber',
    'twilioMessagingServiceSID',
  ])
    fields.approximated(one, 'The telephone provider of this service is used (BELFRY_TWILIO_ACCOUNT_SID).')
  return { type: 'SMS', config: { number, name: name.slice(0, 255) } }
}

const channelTypes: Readonly<Record<string, ReadChannel>> = {
  smtp: email,
  slack,
  PagerDuty: pagerDuty,
  Opsgenie: opsgenie,
  twilio,
}
