import type { SubscriptionResource } from '#contract'
import type { SubscriberRow } from '#storage'

export const presentSubscription = (row: SubscriberRow): SubscriptionResource => ({
  id: row.id,
  type: 'EMAIL',
  address: row.address,
  status: row.verified_at === null ? 'PENDING' : 'VERIFIED',
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
