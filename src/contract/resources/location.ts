import Type from 'typebox'
import type { Static } from 'typebox'

export const LocationSchema = Type.Object({
  region: Type.String({ description: 'The code to use in `locations` of checks.' }),
  name: Type.String(),
})
export type LocationResource = Static<typeof LocationSchema>
