import Type from 'typebox'
import { OneOf, Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'
import { matching } from '../../matching.ts'

export const opsgenieRegions = ['EU', 'US'] as const
export type OpsgenieRegion = (typeof opsgenieRegions)[number]
export const opsgeniePriorities = ['P1', 'P2', 'P3', 'P4', 'P5'] as const

export interface OpsgenieConfig {
  readonly name: string
  readonly apiKey: string
  readonly region: OpsgenieRegion
  readonly priority: (typeof opsgeniePriorities)[number]
}

/** An API integration of Opsgenie in one of its two regions. */
export const OPSGENIE: ChannelTypeDescriptor<OpsgenieConfig> = {
  folder: 'opsgenie',
  label: 'Opsgenie',
  config: Strict({
    name: Type.Optional(Type.String({ maxLength: 255, default: '' })),
    apiKey: Type.String({
      minLength: 1,
      maxLength: 255,
      ...matching(
        '^(\\s*[!-~]+\\s*|[^\\u0000-\\u001f]*\\{\\{[^\\u0000-\\u001f]*)$',
        'an API key, or a variable such as {{OPSGENIE_KEY}}',
      ),
      description: 'The key of an API integration.',
    }),
    region: Type.Optional(OneOf(opsgenieRegions, { default: 'US' })),
    priority: Type.Optional(OneOf(opsgeniePriorities, { default: 'P3' })),
  }),
  secrets: ['apiKey'],
  templates: ['apiKey'],
  reader: 'programs',
  opensIncidents: true,
  entitlement: 'ADVANCED_ALERT_CHANNELS',
  settings: [],
  fallbackRank: 2,
  attached: null,
  examples: [
    { name: 'Ops', apiKey: 'other', region: 'US', priority: 'P5' },
    { name: '', apiKey: 'key', region: 'EU', priority: 'P1' },
  ],
}
