import Type from 'typebox'
import { Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'
import { matching } from '../../matching.ts'

export interface SlackAppConfig {
  readonly slackChannels: readonly string[]
}

/** Messages of the Slack app whose bot token the operator has set. */
export const SLACK_APP: ChannelTypeDescriptor<SlackAppConfig> = {
  folder: 'slack-app',
  label: 'Slack app',
  config: Strict({
    slackChannels: Type.Array(
      Type.String({
        minLength: 2,
        maxLength: 81,
        ...matching('^[#@]?[^\\s#@,<>\\u0000-\\u001f]+$', '#channel, @user or the id of a channel'),
        description: '#channel, @user or the id of a channel.',
      }),
      { minItems: 1, maxItems: 20, uniqueItems: true },
    ),
  }),
  secrets: [],
  templates: [],
  reader: 'people',
  opensIncidents: false,
  entitlement: null,
  settings: ['BELFRY_SLACK_BOT_TOKEN'],
  fallbackRank: 0,
  attached: null,
  examples: [{ slackChannels: ['#dev', '@me'] }, { slackChannels: ['#alerts'] }],
}
