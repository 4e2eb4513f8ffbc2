import Type from 'typebox'
import type { Static } from 'typebox'
import { alertChannelTypes } from '../channel-types/index.ts'
import { silenceReasons } from '../runs/alert.ts'
import { DateTime, Nullable, OneOf, Uuid } from '../schema.ts'

export const drillStatuses = ['RUNNING', 'SENDING', 'SENT', 'NOT_SENT'] as const

const DeliverySchema = Type.Object({
  channelId: Type.Integer(),
  type: OneOf(alertChannelTypes),
  name: Type.String({ description: 'The name or destination of the channel.' }),
  outcome: Nullable(OneOf(['sent', 'retry', 'rejected']), {
    description:
      'As of a test of the channel; nothing is tried again. Null when a failure would not notify it, and nothing was sent.',
  }),
  response: Type.String({ description: 'The response of the receiver, or why nothing could be sent.' }),
  silenceReason: Nullable(OneOf(silenceReasons), { description: 'Why a failure would not notify it.' }),
  closed: Nullable(
    Type.Boolean({ description: 'Whether the incident that the message opened was resolved; null without one.' }),
  ),
})

/** A check that is made to fail on purpose, and where the message of it went. */
export const DrillSchema = Type.Object({
  id: Uuid(),
  checkId: Type.String(),
  status: OneOf(drillStatuses, { description: 'NOT_SENT: there was no run; `reason` has the cause.' }),
  createdAt: DateTime(),
  endedAt: Nullable(DateTime()),
  title: Nullable(Type.String({ description: 'Of the message.' })),
  reason: Nullable(Type.String({ description: 'Expected and actual values in the message.' })),
  deliveries: Type.Array(DeliverySchema),
})
export type DrillResource = Static<typeof DrillSchema>
