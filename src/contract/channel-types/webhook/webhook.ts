import Type from 'typebox'
import type { KeyValuePair } from '../../check-types/api/index.ts'
import { HttpUrl, KeyValues } from '../../check-types/request-fields.ts'
import { described } from '../../forms/field-edit.ts'
import { Nullable, OneOf, Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'
import { findWebhookProblem } from './find-webhook-problem.ts'
import { webhookPresets } from './presets.ts'
import type { WebhookPreset } from './presets.ts'
import { traitsOfWebhook } from './traits-of-webhook.ts'

export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE'] as const
export type WebhookMethod = (typeof webhookMethods)[number]

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

const example = (name: string, method: WebhookConfig['method']): WebhookConfig => ({
  name,
  url: `https://${name.toLowerCase()}.example/x`,
  method,
  template: `{"title":"${name} {{ALERT_TITLE}}"}`,
  headers: [{ key: 'X-Key', value: name, locked: false }],
  queryParameters: [{ key: 'q', value: name, locked: false }],
  webhookSecret: `secret of ${name}`,
  webhookType: name === 'Hook' ? 'WEBHOOK_DISCORD' : 'WEBHOOK_TELEGRAM',
})

/**
 * A request to any URL. For most presets the URL alone allows posting, so it is a credential; locked headers and query
 * parameters are credentials as well.
 */
export const WEBHOOK: ChannelTypeDescriptor<WebhookConfig> = {
  folder: 'webhook',
  label: 'Webhook',
  config: Strict({
    name: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    url: HttpUrl(),
    method: described(
      Type.Optional(
        Type.Unsafe<WebhookConfig['method']>({
          type: 'string',
          enum: [...webhookMethods, ...webhookMethods.map((method) => method.toLowerCase())],
          default: 'POST',
        }),
      ),
      { options: webhookMethods },
    ),
    template: described(Type.Optional(Nullable(Type.String({ maxLength: 100_000 }), { default: null })), {
      control: 'code',
      language: 'json',
    }),
    headers: KeyValues(),
    queryParameters: KeyValues(),
    webhookSecret: Type.Optional(Nullable(Type.String({ maxLength: 4096 }), { default: null })),
    webhookType: Type.Optional(
      Nullable(OneOf(['', ...webhookPresets]), {
        default: null,
        description: 'The webhook preset. Without a template, the payload of the preset is sent.',
      }),
    ),
  }),
  form: {
    start: { url: 'https://', method: 'POST' },
    order: ['name', 'url', 'method', 'webhookType', 'headers', 'queryParameters'],
  },
  secrets: ['url', 'webhookSecret'],
  templates: ['url', 'template', 'headers', 'queryParameters', 'webhookSecret'],
  settings: [],
  reader: 'programs',
  opensIncidents: false,
  entitlement: null,
  fallbackRank: 0,
  attached: { list: 'webhook', fields: ['name', 'url', 'method', 'headers', 'queryParameters'] },
  examples: [example('Other', 'put'), example('Hook', 'POST')],
  traitsOf: traitsOfWebhook,
  findProblem: findWebhookProblem,
}
