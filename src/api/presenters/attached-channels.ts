import { channelTypes } from '#contract'
import type { AttachedChannels, ChannelType, StoredConfig } from '#contract'
import { maskedConfig } from './masked-config.ts'
import { canReadLocked } from './visibility.ts'
import type { Viewer } from './visibility.ts'

/** A channel as stored; the shape of `config` depends on the type. */
export interface StoredChannel {
  readonly type: ChannelType
  readonly config: StoredConfig
}

/** The channels of a check by kind; kinds without a field are omitted. */
export function attachedChannels(channels: readonly StoredChannel[], viewer: Viewer): AttachedChannels {
  const lists: Record<keyof AttachedChannels, unknown[]> = { email: [], webhook: [], slack: [], sms: [] }
  for (const { type, config } of channels) {
    const { attached } = channelTypes[type]
    if (attached)
      lists[attached.list].push(fieldsOf(canReadLocked(viewer) ? config : maskedConfig(type, config), attached))
  }
  return visibleChannels(lists)
}

const fieldsOf = (config: StoredConfig, { fields }: { readonly fields: readonly string[] }) =>
  Object.fromEntries(fields.map((field) => [field, config[field]]))

/** The cast is safe because the types name fields of the response, and configs were validated when saved. */
const visibleChannels = (lists: Readonly<Record<keyof AttachedChannels, unknown[]>>): AttachedChannels =>
  lists as AttachedChannels
