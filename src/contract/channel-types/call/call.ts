import { PhoneFields, telephoneSettings } from '../phone-fields.ts'
import type { PhoneConfig } from '../phone-fields.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'

/** A phone call, spoken by the telephone provider the operator has set. */
export const CALL: ChannelTypeDescriptor<PhoneConfig> = {
  folder: 'call',
  label: 'Phone call',
  config: PhoneFields(),
  secrets: [],
  templates: [],
  settings: telephoneSettings,
  reader: 'people',
  opensIncidents: false,
  entitlement: 'SMS_ALERTS',
  fallbackRank: 1,
  attached: null,
  examples: [
    { name: 'Second line', number: '+4915112345678' },
    { name: 'On call', number: '+4930901820' },
  ],
}
