import Type from 'typebox'
import type { KeyValuePair } from '../../check-types/api.ts'
import { HttpUrl, KeyValues } from '../../check-types/request-fields.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import type { ChannelTypeRow, Reader } from '../channel-type-descriptor.ts'

export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE'] as const
export type WebhookMethod = (typeof webhookMethods)[number]

/** Products whose expected body is built when a webhook names one of them and has no template (semantics 4.7). */
export const webhookPresets = [
  'WEBHOOK_CORALOGIX',
  'WEBHOOK_DISCORD',
  'WEBHOOK_FIREHYDRANT',
  'WEBHOOK_GITLAB_ALERT',
  'WEBHOOK_ILERT',
  'WEBHOOK_INCIDENTIO',
  'WEBHOOK_MSTEAMS',
  'WEBHOOK_ROOTLY',
  'WEBHOOK_SPIKESH',
  'WEBHOOK_SPLUNK',
  'WEBHOOK_TELEGRAM',
] as const
export type WebhookPreset = (typeof webhookPresets)[number]

/** Query parameters that go into the body of a preset instead of the address; true when it cannot do without. */
export const webhookPresetParameters: {
  readonly [P in WebhookPreset]: Readonly<Record<string, boolean>>
} = {
  WEBHOOK_CORALOGIX: { applicationName: false, subsystemName: false },
  WEBHOOK_DISCORD: {},
  WEBHOOK_FIREHYDRANT: {},
  WEBHOOK_GITLAB_ALERT: { gitlab_environment_name: false },
  WEBHOOK_ILERT: { integrationKey: true },
  WEBHOOK_INCIDENTIO: {},
  WEBHOOK_MSTEAMS: {},
  WEBHOOK_ROOTLY: {},
  WEBHOOK_SPIKESH: {},
  WEBHOOK_SPLUNK: {},
  WEBHOOK_TELEGRAM: { chat_id: true, message_thread_id: false },
}

/** Presets of chats are read by people; the others are called for each check. */
export const webhookPresetReaders: { readonly [P in WebhookPreset]: Reader } = {
  WEBHOOK_CORALOGIX: 'programs',
  WEBHOOK_DISCORD: 'people',
  WEBHOOK_FIREHYDRANT: 'programs',
  WEBHOOK_GITLAB_ALERT: 'programs',
  WEBHOOK_ILERT: 'programs',
  WEBHOOK_INCIDENTIO: 'programs',
  WEBHOOK_MSTEAMS: 'people',
  WEBHOOK_ROOTLY: 'programs',
  WEBHOOK_SPIKESH: 'programs',
  WEBHOOK_SPLUNK: 'programs',
  WEBHOOK_TELEGRAM: 'people',
}

/** The presets of programs open and close incidents, except for those that keep a log. */
export const opensIncidentsByPreset = (preset: WebhookPreset): boolean =>
  webhookPresetReaders[preset] === 'programs' && preset !== 'WEBHOOK_CORALOGIX'

export interface WebhookConfig {
  readonly name: string
  readonly url: string
  readonly method: WebhookMethod | Lowercase<WebhookMethod>
  /** The body; null sends what `webhookType` expects, or the service's own JSON document. */
  readonly template: string | null
  readonly headers: readonly KeyValuePair[]
  readonly queryParameters: readonly KeyValuePair[]
  readonly webhookSecret: string | null
  readonly webhookType: WebhookPreset | '' | null
}

/** Methods that carry a body nobody has to write. */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The preset that builds the body of a webhook; null when there is a template, no preset, or no body. */
export function activePresetName({ method, template, webhookType }: WebhookConfig): WebhookPreset | null {
  const isTemplated = template !== null && template !== ''
  if (isTemplated || !bodyMethods.has(method.toUpperCase())) return null
  return webhookPresets.find((name) => name === webhookType) ?? null
}

/**
 * Semantics 4.7 and 4.9. Of most presets whoever knows the address can post, so it is a credential; locked headers and
 * query parameters are credentials as well.
 */
export const WEBHOOK = {
  label: 'Webhook',
  config: Strict({
    name: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    url: HttpUrl(),
    method: Type.Optional(
      Type.Unsafe<WebhookConfig['method']>({
        type: 'string',
        enum: [...webhookMethods, ...webhookMethods.map((method) => method.toLowerCase())],
        default: 'POST',
      }),
    ),
    template: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }), { default: null })),
    headers: KeyValues(),
    queryParameters: KeyValues(),
    webhookSecret: Type.Optional(Nullable(Type.String({ maxLength: 4096 }), { default: null })),
    webhookType: Type.Optional(
      Nullable(OneOf(['', ...webhookPresets]), {
        default: null,
        description: 'The product behind the address. Without a template it is sent the body it expects.',
      }),
    ),
  }),
  secrets: ['url', 'webhookSecret'],
  templates: ['url', 'template', 'headers', 'queryParameters', 'webhookSecret'],
  reader: 'programs',
} as const satisfies ChannelTypeRow
