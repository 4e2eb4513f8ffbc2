import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, DateTime, Nullable, Strict } from '../schema.ts'

export const maxSilenceMinutes = 43_200

/** Its duration; one of the two. */
export const SilenceBodySchema = Strict(
  {
    minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSilenceMinutes, description: 'From now on.' })),
    until: Type.Optional(
      CalendarDate({
        minLength: 10,
        maxLength: 40,
        description: 'A date and time in ISO 8601, at most 30 days ahead.',
      }),
    ),
  },
  { description: 'Either minutes or until.' },
)
export type SilenceBody = Static<typeof SilenceBodySchema>

export const AcknowledgeBodySchema = Strict({
  note: Type.Optional(
    Nullable(Type.String({ maxLength: 500, description: 'A note for others, for example the current work.' })),
  ),
})

export const GroupMuteSchema = Type.Object({ groupId: Type.Integer(), mutedUntil: DateTime() })
