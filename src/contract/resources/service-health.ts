import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

const healthStates = ['OK', 'DEGRADED', 'FAILING'] as const

const HealthFindingSchema = Type.Object({
  scope: OneOf(['INSTALLATION', 'ACCOUNT']),
  name: Type.String({ description: 'What was looked at; of the installation as in `/health`.' }),
  state: OneOf(healthStates, { description: 'DEGRADED: it works, but needs attention.' }),
  message: Type.String({ description: 'What was found.' }),
  meaning: Type.String({ description: 'What it looks at.' }),
  advice: Type.String({ description: 'What to do when it is not OK.' }),
  since: Nullable(DateTime({ description: 'Since when, where that is known.' })),
  resource: Nullable(
    Type.Object({
      type: OneOf(['ALERT_CHANNEL', 'PRIVATE_LOCATION']),
      id: Type.String(),
      name: Type.String(),
    }),
    { description: 'What of the account it is about.' },
  ),
})
export type HealthFindingResource = Static<typeof HealthFindingSchema>

export const ServiceHealthSchema = Type.Object({
  status: OneOf(healthStates, { description: 'The state of the worst finding.' }),
  findings: Type.Array(HealthFindingSchema),
})
export type ServiceHealthResource = Static<typeof ServiceHealthSchema>
