import {
  AddressTokenBodySchema,
  ConfirmedAddressSchema,
  EmailAddressBodySchema,
  EmailAddressSchema,
} from '../resources/email-address.ts'
import { operation } from './row.ts'
import type { RateLimit } from './row.ts'

const tag = 'Members'
const path = '/v1/email-address'
const limit: RateLimit = { requests: 30, seconds: 60 }

/** The address of the person who makes the request, and the link that confirms a new one of anybody. */
export const emailAddressOperations = {
  getEmailAddress: operation({
    method: 'GET',
    path,
    tag,
    summary: 'The email address of the person, and a new one that is not confirmed yet',
    access: 'read',
    acrossAccounts: true,
    success: { status: 200, schema: EmailAddressSchema },
    faults: [],
  }),
  changeEmailAddress: operation({
    method: 'PUT',
    path,
    tag,
    summary: 'Change the email address of the person; it takes effect once the emailed link is opened',
    access: 'read',
    acrossAccounts: true,
    body: EmailAddressBodySchema,
    success: { status: 200, schema: EmailAddressSchema },
    faults: ['PERSON_REQUIRED', 'PASSWORD_WRONG', 'SIGN_IN_AGAIN', 'TOO_MANY_PASSWORDS', 'MEMBER_ADDRESS_TAKEN'],
    limit,
  }),
  withdrawEmailAddress: operation({
    method: 'DELETE',
    path: `${path}/pending`,
    tag,
    summary: 'Withdraw the unconfirmed new address of the person: its link stops working',
    access: 'read',
    acrossAccounts: true,
    success: { status: 204 },
    faults: ['PERSON_REQUIRED'],
  }),
  confirmEmailAddress: operation({
    method: 'POST',
    path: `${path}/confirm`,
    tag,
    summary: 'Confirm a new email address with the token of the emailed link',
    access: 'public',
    ownSiteOnly: true,
    body: AddressTokenBodySchema,
    success: { status: 200, schema: ConfirmedAddressSchema },
    faults: ['ADDRESS_LINK_INVALID', 'MEMBER_ADDRESS_TAKEN'],
    limit,
  }),
} as const
