import Type from 'typebox'
import { HttpUrl } from '../../check-types/request-fields.ts'
import { described } from '../../forms/field-edit.ts'
import { matching } from '../../matching.ts'
import { Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'

export interface WebPushConfig {
  readonly name: string
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

const KeyOfSubscription = (name: string, pattern: string) =>
  Type.String({
    ...matching(pattern, 'a key as browsers return it, in base64url without padding'),
    description: `${name} of the subscription.`,
  })

/** The curve P-256: y² = x³ - 3x + b modulo the prime (FIPS 186-5). */
const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

function isOnCurve(key: string): boolean {
  const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) =>
    part.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n),
  ) as [bigint, bigint]
  return x < prime && y < prime && (y * y - (x * x * x - 3n * x + b)) % prime === 0n
}

/**
 * Notifications of one browser on one device (RFC 8030), encrypted for it (RFC 8291). The endpoint, which the browser
 * receives from its push service, is a credential together with the keys.
 */
export const WEB_PUSH: ChannelTypeDescriptor<WebPushConfig> = {
  folder: 'web-push',
  label: 'Browser notifications',
  config: Strict({
    name: described(
      Type.String({
        minLength: 1,
        maxLength: 255,
        description: 'The display name, for example of the device.',
      }),
      { isRequired: true },
    ),
    endpoint: described(HttpUrl(), { control: 'browser', isRequired: true }),
    p256dh: described(KeyOfSubscription('The public key', '^B[A-P][A-Za-z0-9_-]{85}$'), { control: 'none' }),
    auth: described(KeyOfSubscription('The secret', '^[A-Za-z0-9_-]{22}$'), { control: 'none' }),
  }),
  form: { order: ['endpoint', 'name'] },
  secrets: ['endpoint', 'auth'],
  templates: [],
  reader: 'people',
  opensIncidents: false,
  entitlement: null,
  settings: [],
  findProblem: ({ p256dh }) =>
    isOnCurve(p256dh)
      ? null
      : {
          path: 'config.p256dh',
          rule: 'format',
          parameters: { format: 'public-key' },
          problem: 'this is no public key.',
        },
  fallbackRank: 1,
  attached: null,
  examples: [
    {
      name: 'Chrome on Android',
      endpoint: 'https://push.example.com/send/b',
      p256dh: 'BMvZWgSUcXDJD-WqAK5-UVLD39kHe7K8LKlh_aXIcpGt9JG5Bx5BP0IxH8mJul3B6lus9X8jUIcXiI786mVlpr0',
      auth: 'bG9yZW1pcHN1bWRvbG9yaA',
    },
    {
      name: 'Firefox on Linux',
      endpoint: 'https://push.example.net/wpush/v2/a',
      p256dh: 'BGTeXtnOGlvXcg9G8LvO0ximcNxbZgTS9LhQgumRHzNuyvxZjGRSErW508kiO4waq5VtUup4LtnQCeoCcUlFJ7g',
      auth: '4tEUhI639DmZex6Ga58qKA',
    },
  ],
}
