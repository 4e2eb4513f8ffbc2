import { channelSecrets } from '#contract'
import type { ChannelConfigs, ChannelType, KeyValuePair } from '#contract'
import { safeDecode } from '#egress'
import { secretHeaders } from '#redaction'
import type { ChannelTools, MailSettings, NotificationOf } from './channel-notification.ts'
import { TemplateRenderer } from './template-renderer.ts'

const minSecretValueLength = 8
const minSecretSegmentLength = 16

/** All values that must not appear in the record of this delivery, with variables filled in. */
export function secretsOfDelivery(notification: NotificationOf<ChannelType>, tools: ChannelTools): string[] {
  const renderer = new TemplateRenderer(notification, tools.clock.now())
  const { config } = notification
  const templates = [...channelSecrets(notification.type, config), ...credentialHeaders(config)]
  const filled = templates.flatMap((template) => [template, renderer.render('', template, 'none')])
  const urls = 'url' in config ? [renderer.renderUrl('', config.url), renderer.render('', config.url, 'none')] : []
  const endpoints = 'endpoint' in config ? [config.endpoint] : []
  return [
    ...notification.secrets,
    ...filled.flatMap((value) => [value, ...afterScheme(value)]),
    ...[...urls, ...endpoints].flatMap(partsOfUrl),
    ...('username' in config ? [`${config.username}:${renderer.render('', config.password, 'none')}`] : []),
    ...secretsOfTools(tools),
  ].filter((value) => value.length >= 4)
}

/** The password of the mail server. */
export const secretsOfMail = ({ url }: MailSettings): string[] => partsOfUrl(url)

/** Basic authentication sends account and token as one string. */
const secretsOfTools = ({ mail, slackBotToken, twilio }: ChannelTools): string[] => [
  ...(mail ? secretsOfMail(mail) : []),
  ...(slackBotToken === null ? [] : [slackBotToken]),
  ...(twilio ? [twilio.authToken, `${twilio.accountSid}:${twilio.authToken}`] : []),
]

const credentialHeaders = (config: ChannelConfigs[ChannelType]): string[] =>
  'headers' in config
    ? config.headers
        .filter((header: KeyValuePair) => secretHeaders.has(header.key.toLowerCase()))
        .map(({ value }) => value)
    : []

/** `Bearer abc` hides `abc` as well. */
const afterScheme = (value: string): string[] => {
  const [, credentials] = /^[A-Za-z]+ +(\S+)$/.exec(value) ?? []
  return credentials === undefined ? [] : [credentials]
}

/** Error responses often contain the request path, and paths of webhooks contain their key. */
export function partsOfUrl(text: string): string[] {
  const url = URL.parse(text)
  if (!url) return []
  const password = [url.password, safeDecode(url.password)]
  const values = [...url.searchParams.values()].filter((value) => value.length >= minSecretValueLength)
  const segments = url.pathname.split('/').filter((segment) => segment.length >= minSecretSegmentLength)
  const hasKey = values.length > 0 || segments.length > 0 || url.password !== ''
  return [...(hasKey ? [text, url.href, `${url.pathname}${url.search}`] : []), ...password, ...values, ...segments]
}
