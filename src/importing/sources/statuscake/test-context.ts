import type { Channels } from '../../counterparts/hosted/channels.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Places } from '../../counterparts/hosted/places.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceState } from '../../imported.ts'
import type { SourceFields } from '../../source-fields.ts'

export interface Context {
  readonly draft: Draft
  readonly places: Places
  readonly channels: Channels
  /** Ids of channels by contact groups. */
  readonly contacts: ReadonlyMap<string, readonly string[]>
  /** Tags by tests. */
  readonly windows: ReadonlyMap<string, readonly string[]>
}

export const stateOf = (fields: SourceFields): SourceState => {
  if (fields.flag('paused') === true) return 'paused'
  const status = fields.text('status')
  return status === 'up' || status === 'down' ? status : 'unknown'
}

export const channelsOf = (fields: SourceFields, { contacts }: Context): readonly string[] =>
  fields.list('contact_groups').flatMap((group) => contacts.get(textIn(group)) ?? [textIn(group)])

export const subscriptionsFrom = (fields: SourceFields, context: Context): Value =>
  context.channels.subscribed(fields, 'contact_groups', channelsOf(fields, context))

export const tagsFrom = (fields: SourceFields, { windows }: Context, id: string): readonly string[] => {
  fields.exact('tags')
  return [...fields.list('tags').map(textIn), ...(windows.get(id) ?? [])]
}
