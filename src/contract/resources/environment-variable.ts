import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable, Strict } from '../schema.ts'
import { matching } from '../matching.ts'

const Key = () =>
  Type.String({
    minLength: 1,
    maxLength: 512,
    ...matching('^[^\\s{}\\u0000-\\u001f]+$', 'a name without spaces and braces, for example SHOP_HOST'),
    description: 'Cannot be changed.',
    examples: ['SHOP_HOST'],
  })
const Locked = () => Type.Boolean({ default: false, description: 'The value is hidden in user interfaces.' })
const Secret = () => Type.Boolean({ default: false, description: 'The value is write-only. Cannot be changed back.' })
const largestValue = 65_536

/** The maximum number of variables in a list without pages. */
export const maxVariablesAtOnce = 1000

/** A variable; a second one with the same key is rejected. */
export const VariableCreateBodySchema = Strict({
  key: Key(),
  value: Type.String({ maxLength: largestValue }),
  locked: Type.Optional(Locked()),
  secret: Type.Optional(Secret()),
})
export type VariableCreateBody = Static<typeof VariableCreateBodySchema>

/** `key`, if present, must be the stored one. */
export const VariableUpdateBodySchema = Strict({
  key: Type.Optional(Key()),
  value: Type.String({ minLength: 1, maxLength: largestValue }),
  locked: Type.Optional(Type.Boolean()),
  secret: Type.Optional(Type.Boolean()),
})
export type VariableUpdateBody = Static<typeof VariableUpdateBodySchema>

export const VariableSchema = Type.Object({
  key: Type.String(),
  value: Nullable(Type.String(), {
    description: 'Null when the variable is a secret. Create and update return the value that was sent.',
  }),
  locked: Type.Boolean(),
  secret: Type.Boolean(),
})
export type VariableResource = Static<typeof VariableSchema>

/** Variables of one check or one group, at most 100. */
export const EnvironmentVariablesInput = () =>
  Nullable(
    Type.Array(
      Strict({
        key: Key(),
        value: Nullable(Type.String({ maxLength: largestValue }), {
          description: 'Null keeps the stored value of a secret with this key.',
        }),
        locked: Type.Optional(Locked()),
        secret: Type.Optional(Secret()),
      }),
      { maxItems: 100 },
    ),
  )
export type EnvironmentVariableInput = NonNullable<Static<ReturnType<typeof EnvironmentVariablesInput>>>[number]

export const EnvironmentVariablesSchema = () => Nullable(Type.Array(VariableSchema))
