import Type from 'typebox'
import type { Static } from 'typebox'
import { Nullable, Strict } from '../schema.ts'

/** The largest id the service gives out. */
export const largestId = 2_147_483_647
export const IntegerId = (options: Record<string, unknown> = {}) =>
  Type.Integer({ minimum: 1, maximum: largestId, ...options })

/** As in the body of a check: the channels that are notified of it. */
export const CheckSubscriptionsInput = () =>
  Type.Array(Strict({ alertChannelId: IntegerId(), activated: Type.Boolean() }), { maxItems: 500 })

/** The subscription of a group: as that of a check, but `activated` may be omitted. */
export const GroupSubscriptionsInput = () =>
  Type.Array(Strict({ alertChannelId: IntegerId(), activated: Type.Optional(Type.Boolean({ default: true })) }), {
    maxItems: 500,
  })

export const SubscriptionsSchema = () =>
  Type.Array(Type.Object({ alertChannelId: Type.Integer(), activated: Type.Boolean() }))

/** The subscription of a channel: exactly one check or one group. */
export const ChannelSubscriptionInput = Strict({
  id: Type.Optional(IntegerId({ readOnly: true })),
  checkId: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  groupId: Type.Optional(Nullable(IntegerId())),
  activated: Type.Boolean(),
})
export type ChannelSubscriptionBody = Static<typeof ChannelSubscriptionInput>

export const ChannelSubscriptionSchema = Type.Object({
  id: Type.Integer(),
  checkId: Nullable(Type.String()),
  groupId: Nullable(Type.Integer()),
  activated: Type.Boolean(),
})
export type ChannelSubscriptionResource = Static<typeof ChannelSubscriptionSchema>
