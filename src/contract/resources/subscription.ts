import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, OneOf } from '../schema.ts'
import { matching } from '../matching.ts'
import type { SubscriberKind } from '../subscriber-post.ts'

export const subscriptionStatuses = ['PENDING', 'VERIFIED'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

/** One address that mail programs and servers agree on: no names, comments, quotes or lists (RFC 5321 4.1.2). */
export const mailAddressPattern =
  "^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$"

/** Addresses that can be added in bulk. */
export const subscriptionTypes = ['EMAIL'] as const

/** How subscribers are told, as shown to programs, by how it is stored. */
export const typeOfKind = {
  mail: 'EMAIL',
  webhook: 'WEBHOOK',
  slack: 'SLACK',
  browser: 'WEB_PUSH',
} as const satisfies Record<SubscriberKind, string>

/** Fields of every subscription in lists. */
export const subscriberFields = {
  type: OneOf(Object.values(typeOfKind), { description: 'How the subscriber is told: WEB_PUSH by a browser.' }),
  address: Type.String({
    description: 'A mail address; otherwise the host and a hash, because the rest is a credential.',
  }),
  failure: Type.Optional(
    Type.String({ description: 'Why messages have ended after lasting failures; absent while they are sent.' }),
  ),
}

/** A subscription to the mails of a status page. */
export const SubscriptionSchema = Type.Object({
  id: Type.String(),
  ...subscriberFields,
  status: OneOf(subscriptionStatuses, { description: 'Only VERIFIED addresses receive mail.' }),
  subscribedComponents: Type.Optional(
    Type.Array(Type.String(), { description: 'Ids of the services it is about; absent: all of the page.' }),
  ),
  created_at: CalendarDate(),
  updated_at: CalendarDate(),
})
export type SubscriptionResource = Static<typeof SubscriptionSchema>
export const SubscriptionListSchema = Type.Array(SubscriptionSchema)

export const SubscriptionsBodySchema = Type.Object({
  subscriptions: Type.Array(
    Type.Object({
      type: OneOf(subscriptionTypes),
      config: Type.String({
        maxLength: 254,
        ...matching(mailAddressPattern, 'a mail address, for example name@example.com'),
        description: 'The mail address.',
      }),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  autoVerify: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether the addresses receive email immediately, without verification. Only for people who consented elsewhere.',
    }),
  ),
})
export type SubscriptionsBody = Static<typeof SubscriptionsBodySchema>

export const SubscriptionsAddedSchema = Type.Object({
  created: Type.Integer(),
  skipped: Type.Integer({ description: 'Addresses that are already on the page, or that occur twice in the request.' }),
  status: OneOf(subscriptionStatuses),
})
