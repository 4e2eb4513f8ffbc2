import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { OneOf } from '../schema.ts'

/** Checks and groups that name something. */
export const UsedBySchema = Type.Object({
  checks: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), checkType: OneOf(publicCheckTypes) }), {
    description: 'The first 100 by name.',
  }),
  groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String() }), {
    description: 'The first 100 by name.',
  }),
  totalChecks: Type.Integer(),
  totalGroups: Type.Integer(),
})
export type UsedByResource = Static<typeof UsedBySchema>
