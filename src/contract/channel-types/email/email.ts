import Type from 'typebox'
import { Strict } from '../../schema.ts'
import type { ChannelTypeDescriptor } from '../channel-type-descriptor.ts'
import { matching } from '../../matching.ts'

export interface EmailConfig {
  /** One address, or several separated by commas. */
  readonly address: string
}

const variable = '\\{\\{\\{?\\s*[\\w$-]+\\s*\\}?\\}\\}'
const address = '[^\\s,;:@<>{}"()\\\\\\u0000-\\u001f]{1,64}@[^\\s,;:@<>{}"()\\\\\\u0000-\\u001f]{1,255}'
const item = `(?:${address}|${variable})`

/** Mail: `address` may be a list separated by commas; an address may be a variable. */
export const EMAIL: ChannelTypeDescriptor<EmailConfig> = {
  folder: 'email',
  label: 'Email',
  config: Strict({
    address: Type.String({
      minLength: 3,
      maxLength: 4096,
      ...matching(
        `^\\s*${item}(?:\\s*,\\s*${item})*\\s*$`,
        'one mail address or several separated by commas, for example ops@example.com',
      ),
      description: 'An email address, or several separated by commas.',
    }),
  }),
  secrets: [],
  templates: ['address'],
  reader: 'people',
  opensIncidents: false,
  entitlement: null,
  settings: ['BELFRY_SMTP_URL', 'BELFRY_MAIL_FROM'],
  fallbackRank: 0,
  attached: { list: 'email', fields: ['address'] },
  examples: [{ address: 'a@mail.example' }, { address: 'ops@example.com' }],
}
