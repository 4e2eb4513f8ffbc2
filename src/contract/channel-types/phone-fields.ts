import Type from 'typebox'
import { Strict } from '../schema.ts'
import { matching } from '../matching.ts'

export interface PhoneConfig {
  /** E.164, for example `+4930901820`. */
  readonly number: string
  readonly name: string
}

/** The fields for text messages and calls: a number of at most 15 digits in E.164 format, and a name. */
export const PhoneFields = () =>
  Strict({
    number: Type.String({
      maxLength: 16,
      ...matching(
        '^\\+[1-9][0-9]{1,14}$',
        'a phone number with + and country code, without spaces, for example +4930901820',
      ),
      description: 'A phone number with + and country code, without spaces (E.164).',
    }),
    name: Type.Optional(Type.String({ maxLength: 255, default: '' })),
  })

/** The settings of the telephone provider: account, token and sender. */
export const telephoneSettings = [
  'BELFRY_TWILIO_ACCOUNT_SID',
  'BELFRY_TWILIO_AUTH_TOKEN',
  'BELFRY_TWILIO_FROM',
] as const
