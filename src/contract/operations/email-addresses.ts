import {
  AddressTokenBodySchema,
  ConfirmedAddressSchema,
  EmailAddressBodySchema,
  EmailAddressSchema,
} from '../resources/email-address.ts'
import { operationsOf } from './row.ts'
import type { RateLimit } from './row.ts'

const operation = operationsOf('Members')
const limit: RateLimit = { requests: 30, seconds: 60 }

/** The address of the person who makes the request, and the link that confirms a new one of anybody. */
export const emailAddressOperations = {
  getEmailAddress: operation('GET /v1/email-address', {
    summary: 'The email address of the person, and a new one that is not confirmed yet',
    acrossAccounts: true,
    success: { status: 200, schema: EmailAddressSchema },
  }),
  changeEmailAddress: operation('PUT /v1/email-address', {
    summary: 'Change the email address of the person; it takes effect once the emailed link is opened',
    access: 'read',
    acrossAccounts: true,
    body: EmailAddressBodySchema,
    success: { status: 200, schema: EmailAddressSchema },
    faults: ['PERSON_REQUIRED', 'PASSWORD_WRONG', 'SIGN_IN_AGAIN', 'TOO_MANY_PASSWORDS', 'MEMBER_ADDRESS_TAKEN'],
    limit,
  }),
  withdrawEmailAddress: operation('DELETE /v1/email-address/pending', {
    summary: 'Withdraw the unconfirmed new address of the person: its link stops working',
    access: 'read',
    acrossAccounts: true,
    faults: ['PERSON_REQUIRED'],
  }),
  confirmEmailAddress: operation('POST /v1/email-address/confirm', {
    summary: 'Confirm a new email address with the token of the emailed link',
    access: 'public',
    ownSiteOnly: true,
    body: AddressTokenBodySchema,
    success: { status: 200, schema: ConfirmedAddressSchema },
    faults: ['ADDRESS_LINK_INVALID', 'MEMBER_ADDRESS_TAKEN'],
    limit,
  }),
} as const
