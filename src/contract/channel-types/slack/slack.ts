import Type from 'typebox'
import { HttpUrl } from '../../check-types/request-fields.ts'
import { Nullable, Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'

export interface SlackConfig {
  readonly url: string
  readonly channel: string | null
}

/** An incoming webhook of Slack. Anyone who knows its URL can post, so the URL is a credential. */
export const SLACK: ChannelTypeDescriptor<SlackConfig> = {
  folder: 'slack',
  label: 'Slack',
  config: Strict({
    url: HttpUrl(),
    channel: Type.Optional(
      Nullable(Type.String({ maxLength: 255 }), {
        default: null,
        description: 'Overrides the channel of the webhook, where Slack still allows it.',
      }),
    ),
  }),
  form: { start: { url: 'https://hooks.slack.com/' } },
  secrets: ['url'],
  templates: ['url', 'channel'],
  reader: 'people',
  opensIncidents: false,
  entitlement: null,
  settings: [],
  fallbackRank: 0,
  attached: { list: 'slack', fields: ['url'] },
  examples: [
    { url: 'https://hooks.slack.com/services/a', channel: '#ops' },
    { url: 'https://hooks.slack.com/services/b', channel: null },
  ],
}
