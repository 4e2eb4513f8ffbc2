import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { Nullable, OneOf, Strict, Uuid } from '../schema.ts'

/** How many checks of a group are listed and put in order at once. */
export const mostOrdered = 1000

export const GroupOrderSchema = Type.Object({
  entries: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      checkType: OneOf(publicCheckTypes),
      activated: Type.Boolean(),
      groupOrder: Nullable(Type.Number()),
    }),
    { description: `The checks in the order in which they run, the first ${mostOrdered} of them.` },
  ),
  total: Type.Integer({ description: 'How many checks the group has.' }),
})
export type GroupOrderResource = Static<typeof GroupOrderSchema>

export const GroupOrderBodySchema = Strict({
  checkIds: Type.Array(Uuid(), {
    minItems: 1,
    maxItems: mostOrdered,
    uniqueItems: true,
    description: 'Checks of the group that run first, in this order. The others follow in the order they have.',
  }),
})
