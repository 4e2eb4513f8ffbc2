import type { ChannelDefinition } from '#storage/alerts'

/** Fields that say where a channel sends, the most telling first. None of them is a secret of any type. */
const namingFields = ['name', 'address', 'channel', 'serviceName', 'account', 'number'] as const

/** The display name of a channel: its name, its destination or its type. */
export function channelName({ type, config }: Pick<ChannelDefinition, 'type' | 'config'>): string {
  for (const field of namingFields) {
    const value = config[field]
    if (typeof value === 'string' && value !== '') return value
  }
  const { slackChannels } = config
  return Array.isArray(slackChannels) && slackChannels.length > 0 ? slackChannels.join(', ') : type
}
