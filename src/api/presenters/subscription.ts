import type { PageSubscriberResource, SubscriptionResource } from '#contract'
import type { SubscriberRow } from '#storage/status-pages'

export const presentSubscription = (row: SubscriberRow): SubscriptionResource => ({
  id: row.id,
  type: 'EMAIL',
  address: row.address,
  status: row.verifiedAt === null ? 'PENDING' : 'VERIFIED',
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const presentPageSubscriber = (row: SubscriberRow): PageSubscriberResource => ({
  ...presentSubscription(row),
  subscribedComponents: row.subscribedComponents === null ? null : [...row.subscribedComponents],
})
