import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

const NotRunningSchema = Type.Object({
  reason: OneOf(['NO_AGENT'], { description: 'No agent is connected in any location of the check.' }),
  since: DateTime(),
  locations: Type.Array(Type.String(), { description: 'What the locations are called.' }),
})
export type NotRunningResource = Static<typeof NotRunningSchema>

/** Why nobody runs a check now. Its last outcome says nothing of the time since. */
export const notRunning = () =>
  Nullable(NotRunningSchema, {
    description:
      'Why nobody runs the check now, which is then UNKNOWN; null while somebody does, and while it is paused.',
  })
