/** The display name of a channel. */
export function channelName({ id, config }: { readonly id: number; readonly config: object }): string {
  const { name, address, number, channel, serviceName, slackChannels } = config as Readonly<Record<string, unknown>>
  return (
    [name, address, serviceName, channels(slackChannels), channel, number].find(
      (text): text is string => typeof text === 'string' && text !== '',
    ) ?? `#${id}`
  )
}

const channels = (list: unknown): string => (Array.isArray(list) ? list.join(', ') : '')
