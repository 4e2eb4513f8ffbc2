import { PhoneFields } from '../phone-fields.ts'
import type { ChannelTypeRow } from '../channel-type-descriptor.ts'

/** A text message through the telephone provider the operator has set. */
export const SMS = {
  label: 'Text message',
  config: PhoneFields(),
  secrets: [],
  templates: [],
  reader: 'people',
} as const satisfies ChannelTypeRow
