import { typeOfKind } from '#contract'
import type { PageSubscriberResource, SubscriptionResource } from '#contract'
import type { SubscriberRow } from '#storage/status-pages'

export const presentSubscription = (row: SubscriberRow): SubscriptionResource => ({
  id: row.id,
  type: typeOfKind[row.kind],
  address: row.address,
  status: row.verifiedAt === null ? 'PENDING' : 'VERIFIED',
  ...(row.subscribedComponents !== null && { subscribedComponents: [...row.subscribedComponents] }),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  ...(row.disabledReason !== null && { failure: row.disabledReason }),
})

export const presentPageSubscriber = (row: SubscriberRow): PageSubscriberResource => ({
  ...presentSubscription(row),
  subscribedComponents: row.subscribedComponents === null ? null : [...row.subscribedComponents],
})
