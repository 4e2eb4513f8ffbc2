import Type from 'typebox'
import type { Static } from 'typebox'

export const LocationSchema = Type.Object({
  region: Type.String({ description: 'The code to use in `locations` of checks.' }),
  name: Type.String(),
  place: Type.String({
    description:
      'Where its checks run, as alerts and screens name it. Locations that one machine serves are one place; a location that nothing has served yet is its code.',
  }),
})
export type LocationResource = Static<typeof LocationSchema>
