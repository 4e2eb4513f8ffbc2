import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, Nullable, OneOf, Strict } from '../schema.ts'
import { matching } from '../matching.ts'
import { CursorList } from './cursor-list.ts'
import { mailAddressPattern, subscriberFields, subscriptionStatuses, subscriptionTypes } from './subscription.ts'

const subscribedComponentsMax = 200

/** Somebody who is mailed about incidents of a page with components. */
export const PageSubscriberSchema = Type.Object({
  id: Type.String(),
  ...subscriberFields,
  status: OneOf(subscriptionStatuses, { description: 'Only VERIFIED addresses receive mail.' }),
  subscribedComponents: Nullable(Type.Array(Type.String()), { description: 'Null: all of the page.' }),
  created_at: CalendarDate(),
  updated_at: Nullable(CalendarDate()),
})
export type PageSubscriberResource = Static<typeof PageSubscriberSchema>
export const PageSubscriberListSchema = CursorList(PageSubscriberSchema)

export const PageSubscribersBodySchema = Strict({
  subscriptions: Type.Array(
    Strict({
      type: OneOf(subscriptionTypes),
      config: Strict({
        address: Type.String({
          maxLength: 254,
          ...matching(mailAddressPattern, 'a mail address, for example name@example.com'),
        }),
        subscribedComponents: Type.Optional(
          Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: subscribedComponentsMax }), {
            default: null,
            description:
              'Ids of components; that of a group means all in it at the time of a mail. Null: all of the page.',
          }),
        ),
      }),
    }),
    { minItems: 1, maxItems: 100 },
  ),
  autoVerify: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Whether the addresses receive mail at once. Only for people who consented elsewhere.',
    }),
  ),
})
export type PageSubscribersBody = Static<typeof PageSubscribersBodySchema>
