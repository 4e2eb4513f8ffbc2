import { PhoneFields, telephoneSettings } from '../phone-fields.ts'
import type { PhoneConfig } from '../phone-fields.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'

/** A text message through the telephone provider the operator has set. */
export const SMS: ChannelTypeDescriptor<PhoneConfig> = {
  folder: 'sms',
  label: 'Text message',
  config: PhoneFields(),
  secrets: [],
  templates: [],
  settings: telephoneSettings,
  reader: 'people',
  opensIncidents: false,
  entitlement: 'SMS_ALERTS',
  fallbackRank: 0,
  attached: { list: 'sms', fields: ['number', 'name'] },
  examples: [
    { name: 'Second line', number: '+4915112345678' },
    { name: 'On call', number: '+4930901820' },
  ],
}
