import Type from 'typebox'
import { OneOf } from '../schema.ts'

export const linkMailStatuses = ['NONE', 'PENDING', 'RETRY', 'SENT', 'REJECTED'] as const
export type LinkMailStatus = (typeof linkMailStatuses)[number]

/** How the mail with a one-time link goes. */
export const LinkMailSchema = Type.Object({
  status: OneOf(linkMailStatuses, { description: 'NONE: no email was requested, or the service cannot send email.' }),
  response: Type.String({ description: 'The last reply of the mail server.' }),
})
