import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

const NotRunningSchema = Type.Object({
  reason: OneOf(['NO_AGENT', 'BLIND'], {
    description:
      'NO_AGENT: no agent is connected in any location of the check. BLIND: the runner of a location does not reach its own network, so that what it found last is unknown.',
  }),
  since: DateTime(),
  locations: Type.Array(Type.String(), { description: 'The names of the locations.' }),
})
export type NotRunningResource = Static<typeof NotRunningSchema>

/** Why nobody runs a check now. Its last outcome says nothing of the time since. */
export const notRunning = () =>
  Nullable(NotRunningSchema, {
    description: 'The reason why nothing runs the check, whose state is then UNKNOWN; null while it runs or is paused.',
  })
