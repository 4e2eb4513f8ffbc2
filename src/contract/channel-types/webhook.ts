import Type from 'typebox'
import type { KeyValuePair } from '../check-types/api.ts'
import { HttpUrl, KeyValues } from '../check-types/request-fields.ts'
import { Nullable, OneOf, Strict } from '../schema.ts'
import type { ChannelTypeRow } from './row.ts'

export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'DELETE'] as const

export interface WebhookConfig {
  readonly name: string
  readonly url: string
  readonly method: (typeof webhookMethods)[number]
  /** The body; null sends the service's own JSON document. */
  readonly template: string | null
  readonly headers: readonly KeyValuePair[]
  readonly queryParameters: readonly KeyValuePair[]
  readonly webhookSecret: string | null
  /** The preset it was made from, for example WEBHOOK_MSTEAMS. Deliveries do not depend on it. */
  readonly webhookType: string | null
}

/** Semantics 4.7 and 4.9. Locked headers and query parameters are credentials besides the fields named in `secrets`. */
export const WEBHOOK = {
  label: 'Webhook',
  config: Strict({
    name: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    url: HttpUrl(),
    method: Type.Optional(OneOf(webhookMethods, { default: 'POST' })),
    template: Type.Optional(Nullable(Type.String({ maxLength: 100_000 }), { default: null })),
    headers: KeyValues(),
    queryParameters: KeyValues(),
    webhookSecret: Type.Optional(Nullable(Type.String({ maxLength: 4096 }), { default: null })),
    webhookType: Type.Optional(
      Nullable(Type.String({ maxLength: 64, pattern: '^(WEBHOOK_[A-Z0-9_]+)?$' }), { default: null }),
    ),
  }),
  secrets: ['webhookSecret'],
  templates: ['url', 'template', 'headers', 'queryParameters', 'webhookSecret'],
} as const satisfies ChannelTypeRow
