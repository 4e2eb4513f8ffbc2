import Type from 'typebox'
import { Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'
import { matching } from '../../matching.ts'

export interface PagerdutyConfig {
  readonly account: string
  readonly serviceName: string
  readonly serviceKey: string
}

/** A service of PagerDuty. Anyone who knows its integration key can page its people, so the key is a credential. */
export const PAGERDUTY: ChannelTypeDescriptor<PagerdutyConfig> = {
  folder: 'pagerduty',
  label: 'PagerDuty',
  config: Strict({
    account: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    serviceName: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    serviceKey: Type.String({
      minLength: 1,
      maxLength: 255,
      ...matching(
        '^\\s*[^\\s\\u0000-\\u001f][^\\u0000-\\u001f]*$',
        'an integration key, or a variable such as {{PAGERDUTY_KEY}}',
      ),
      description: 'The integration key of an Events API v2 integration.',
    }),
  }),
  form: { order: ['serviceName', 'serviceKey'] },
  secrets: ['serviceKey'],
  templates: ['serviceKey'],
  reader: 'programs',
  opensIncidents: true,
  entitlement: 'ADVANCED_ALERT_CHANNELS',
  settings: [],
  fallbackRank: 2,
  attached: null,
  examples: [
    { account: 'other', serviceName: 'api', serviceKey: 'a'.repeat(32) },
    { account: 'acme', serviceName: 'Shop', serviceKey: 'key' },
  ],
}
