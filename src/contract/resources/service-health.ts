import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOf } from '../schema.ts'

const healthStates = ['OK', 'DEGRADED', 'FAILING'] as const

const HealthMessageSchema = Type.Object({
  code: Type.String({ description: 'For interfaces in other languages.' }),
  text: Type.String(),
  values: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'The placeholder values of the text.',
  }),
})
export type HealthMessageResource = Static<typeof HealthMessageSchema>

const HealthFindingSchema = Type.Object({
  scope: OneOf(['INSTALLATION', 'ACCOUNT']),
  name: Type.String({ description: 'What was looked at; of the installation as in `/health` and `belfry doctor`.' }),
  state: OneOf(healthStates, { description: 'DEGRADED: it works, but needs attention.' }),
  message: Type.String({ description: 'The finding: the texts of the messages.' }),
  messages: Type.Array(HealthMessageSchema),
  details: Type.Array(HealthMessageSchema, {
    description: 'More of it, which names addresses, paths and errors; of the installation for the operator alone.',
  }),
  meaning: Type.String({ description: 'The subject of the finding.' }),
  advice: Type.String({ description: 'The remedy when it is not OK.' }),
  since: Nullable(DateTime({ description: 'Since when, where that is known.' })),
  resource: Nullable(
    Type.Object({
      type: OneOf(['ALERT_CHANNEL', 'PRIVATE_LOCATION']),
      id: Type.String(),
      name: Type.String(),
    }),
    { description: 'The resource of the account.' },
  ),
})
export type HealthFindingResource = Static<typeof HealthFindingSchema>

export const ServiceHealthSchema = Type.Object({
  status: OneOf(healthStates, { description: 'The state of the worst finding.' }),
  findings: Type.Array(HealthFindingSchema),
})
export type ServiceHealthResource = Static<typeof ServiceHealthSchema>
