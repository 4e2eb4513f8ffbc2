/** What people recognize a channel by. */
export function channelName({ id, config }: { readonly id: number; readonly config: object }): string {
  const { name, address, number, channel } = config as Readonly<Record<string, unknown>>
  return (
    [name, address, number, channel].find((text): text is string => typeof text === 'string' && text !== '') ?? `#${id}`
  )
}
