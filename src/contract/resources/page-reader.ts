import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { CalendarDate, Nullable, Strict } from '../schema.ts'
import { mailAddressPattern } from './subscription.ts'

export const mostPageReaders = 1000

/** Somebody who may read a private status page. */
export const PageReaderSchema = Type.Object({
  id: Type.String(),
  email: Type.String(),
  lastSeenAt: Nullable(CalendarDate(), { description: 'To the hour; null: never.' }),
  created_at: CalendarDate(),
})
export type PageReaderResource = Static<typeof PageReaderSchema>

export const PageReaderListSchema = Type.Object({
  entries: Type.Array(PageReaderSchema),
  canMail: Type.Boolean({
    description: 'Whether the service has a mail server. Without one, readers get no sign-in links.',
  }),
})

export const PageReadersBodySchema = Strict({
  emails: Type.Array(
    Type.String({ maxLength: 254, ...matching(mailAddressPattern, 'a mail address, for example name@example.com') }),
    { minItems: 1, maxItems: 100 },
  ),
  sendInvitations: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether each is told by email that the page can be read.' }),
  ),
})
export type PageReadersBody = Static<typeof PageReadersBodySchema>

export const PageReadersAddedSchema = Type.Object({
  created: Type.Integer(),
  skipped: Type.Integer({ description: 'Addresses that are already readers, or that occur twice in the request.' }),
})
