import { PhoneFields } from '../phone-fields.ts'
import type { ChannelTypeRow } from '../channel-type-descriptor.ts'

/** A phone call, spoken by the telephone provider the operator has set. */
export const CALL = {
  label: 'Phone call',
  config: PhoneFields(),
  secrets: [],
  templates: [],
  reader: 'people',
} as const satisfies ChannelTypeRow
