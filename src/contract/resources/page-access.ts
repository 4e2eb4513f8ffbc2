import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, Strict } from '../schema.ts'

/** The passwords of a page: one or none. */
export const PageKeysSchema = Type.Array(
  Type.Object({
    id: Type.String(),
    maskedKey: Type.String(),
    rawKey: Type.Optional(Type.String({ description: 'The password; only in the response that generated it.' })),
    created_at: CalendarDate(),
    updated_at: Nullable(CalendarDate()),
  }),
)
export type PageKeysResource = Static<typeof PageKeysSchema>

/** Who may read a status page of either version. */
export const PageAccessSchema = Type.Object({ isPrivate: Type.Boolean(), keys: PageKeysSchema })
export type PageAccessResource = Static<typeof PageAccessSchema>

export const PageAccessBodySchema = Strict({
  isPrivate: Type.Boolean({
    description:
      'Only people with the password, and invited readers, can read the page. The password is generated when this is turned on, and shown once.',
  }),
  rotateKey: Type.Optional(
    Type.Boolean({ description: 'Generates a new password for a private page; every reader has to enter it.' }),
  ),
})
export type PageAccessBody = Static<typeof PageAccessBodySchema>
