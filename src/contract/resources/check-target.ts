import Type from 'typebox'
import { Uuid } from '../schema.ts'

/** Which checks a trigger runs. */
export const checkTargetFields = {
  matchTags: Type.Optional(
    Type.Array(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 100 }), {
      maxItems: 100,
      description: 'Checks that have all tags of any of the lists, and none that has a ! before it.',
    }),
  ),
  checkId: Type.Optional(Type.Array(Uuid(), { maxItems: 1000 })),
}
