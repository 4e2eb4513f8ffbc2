import Type from 'typebox'
import { OneOf } from '../schema.ts'

export const linkMailStatuses = ['NONE', 'PENDING', 'RETRY', 'SENT', 'REJECTED'] as const
export type LinkMailStatus = (typeof linkMailStatuses)[number]

/** How the mail with a one-time link goes. */
export const LinkMailSchema = Type.Object({
  status: OneOf(linkMailStatuses, { description: 'NONE: no mail was requested, or the service cannot send any.' }),
  response: Type.String({ description: 'What the mail server replied last.' }),
})
