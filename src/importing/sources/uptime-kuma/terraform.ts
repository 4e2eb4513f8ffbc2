import { terraformResources } from '../../counterparts/terraform-state.ts'
import type { TerraformResource } from '../../counterparts/terraform-state.ts'
import { idOf, isRecord } from './kuma-data.ts'
import type { Row } from './kuma-data.ts'

const prefix = 'uptimekuma_'

/**
 * A state of the community provider as a backup; null for anything else. Takes a state file (`terraform.tfstate`) and the output of
 * `terraform show -json`.
 */
export function terraformBackup(value: Row): Row | null {
  const isState = 'terraform_version' in value || 'format_version' in value
  if (!isState) return null
  const all = terraformResources(value).filter(({ type }) => type.startsWith(prefix))
  const tags = new Map(
    all.filter(({ type }) => type === `${prefix}tag`).map(({ values: tag }) => [String(tag['id']), tag['name']]),
  )
  const monitors = all.filter(({ type }) => type.startsWith(`${prefix}monitor_`))
  const notifications = all.filter(({ type }) => type.startsWith(`${prefix}notification`))
  const rest = all.filter(({ type }) => !/^uptimekuma_(?:monitor_|notification|tag$)/.test(type))
  return {
    monitorList: monitors.map((one) => monitorOf(one, tags)),
    notificationList: notifications.map(notificationOf),
    ...Object.fromEntries(rest.map(({ type, values: one }) => [`${type} ${idOf(one['id'])}`, one])),
  }
}

const listOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const types: Readonly<Record<string, string>> = {
  http_keyword: 'keyword',
  http_json_query: 'json-query',
  tcp_port: 'port',
}

function monitorOf({ type, values }: TerraformResource, names: ReadonlyMap<string, unknown>): Row {
  const name = type.slice(`${prefix}monitor_`.length)
  const { notification_ids: notificationIDList, tags, conditions, parent, ...monitor } = values
  return {
    ...monitor,
    type: types[name] ?? name.replaceAll('_', '-'),
    ...(parent !== null && { parent }),
    ...(Array.isArray(notificationIDList) && { notificationIDList }),
    tags: listOf(tags).map((tag) => ({ ...tag, name: names.get(String(tag['tag_id'])) })),
    ...(Array.isArray(conditions) && {
      conditions: JSON.stringify(
        listOf(conditions).map(({ and_or: andOr, ...one }) => ({ type: 'expression', andOr, ...one })),
      ),
    }),
  }
}

/** The names of fields in a notification of Uptime Kuma by those of the provider. */
const fieldsOf: Readonly<Record<string, string>> = {
  smtp: 'host smtpHost port smtpPort secure smtpSecure ignore_tls_error smtpIgnoreTLSError username smtpUsername password smtpPassword from smtpFrom to smtpTo cc smtpCC bcc smtpBCC custom_subject customSubject custom_body customBody html_body htmlBody dkim_domain smtpDkimDomain dkim_private_key smtpDkimPrivateKey dkim_hash_algo smtpDkimHashAlgo dkim_key_selector smtpDkimKeySelector dkim_header_field_names smtpDkimheaderFieldNames dkim_skip_fields smtpDkimskipFields',
  slack:
    'webhook_url slackwebhookURL channel slackchannel username slackusername icon_emoji slackiconemo rich_message slackrichmessage channel_notify slackchannelnotify',
  webhook:
    'webhook_url webhookURL webhook_content_type webhookContentType webhook_custom_body webhookCustomBody webhook_additional_headers webhookAdditionalHeaders',
  discord:
    'webhook_url discordWebhookUrl username discordUsername prefix_message discordPrefixMessage channel_type discordChannelType post_name postName thread_id threadId disable_url disableUrl',
  teams: 'webhook_url webhookUrl',
  telegram:
    'bot_token telegramBotToken chat_id telegramChatID message_thread_id telegramMessageThreadID server_url telegramServerUrl send_silently telegramSendSilently protect_content telegramProtectContent use_template telegramUseTemplate template telegramTemplate template_parse_mode telegramTemplateParseMode',
  ntfy: 'server_url ntfyserverurl topic ntfytopic priority ntfyPriority authentication_method ntfyAuthenticationMethod username ntfyusername password ntfypassword access_token ntfyaccesstoken icon ntfyIcon',
  gotify: 'server_url gotifyserverurl application_token gotifyapplicationToken priority gotifyPriority',
  pushover:
    'user_key pushoveruserkey app_token pushoverapptoken priority pushoverpriority title pushovertitle sounds pushoversounds sounds_up pushoversounds_up device pushoverdevice ttl pushoverttl',
  pagerduty:
    'integration_key pagerdutyIntegrationKey integration_url pagerdutyIntegrationUrl priority pagerdutyPriority auto_resolve pagerdutyAutoResolve',
  opsgenie: 'api_key opsgenieApiKey region opsgenieRegion priority opsgeniePriority',
}
const typeNames: Readonly<Record<string, string>> = { pagerduty: 'PagerDuty', opsgenie: 'Opsgenie' }

function notificationOf({ type, values }: TerraformResource): Row {
  const { id, name, is_active: active, is_default: isDefault, apply_existing: _applied, config, ...fields } = values
  const row = { id, name, active, isDefault }
  if (typeof config === 'string') return { ...row, config }
  const kind = type.slice(`${prefix}notification_`.length)
  const words = (fieldsOf[kind] ?? '').split(' ')
  const names = new Map(
    words.flatMap((word, index) => (index % 2 === 0 ? [[word, words[index + 1] ?? word] as const] : [])),
  )
  const named = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([field, value]) => [names.get(field) ?? field, isRecord(value) ? JSON.stringify(value) : value])
  return { ...row, config: JSON.stringify({ type: typeNames[kind] ?? kind, ...Object.fromEntries(named) }) }
}
