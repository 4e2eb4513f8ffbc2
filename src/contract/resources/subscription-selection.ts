import Type from 'typebox'
import type { Static } from 'typebox'
import { Strict } from '../schema.ts'
import { IntegerId } from './alert-channel-subscription.ts'

/** Who is to be subscribed to a channel: at least one of the three. */
export const SubscriptionSelectionSchema = Strict({
  all: Type.Optional(Type.Boolean({ description: 'Every check and every group.' })),
  tags: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
      maxItems: 100,
      description: 'Checks and groups with one of these tags.',
    }),
  ),
  groups: Type.Optional(Type.Array(IntegerId(), { maxItems: 500, description: 'Groups, with all their checks.' })),
})
export type SubscriptionSelection = Static<typeof SubscriptionSelectionSchema>

export const SubscribedSchema = Type.Object({
  checks: Type.Integer({ minimum: 0, description: 'Number of selected checks; all are subscribed now.' }),
  groups: Type.Integer({ minimum: 0, description: 'Number of selected groups; all are subscribed now.' }),
})
export type SubscribedCounts = Static<typeof SubscribedSchema>
