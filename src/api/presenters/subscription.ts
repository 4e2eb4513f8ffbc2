import type { SubscriptionResource } from '#contract'
import type { SubscriberRow } from '#storage/status-pages'

export const presentSubscription = (row: SubscriberRow): SubscriptionResource => ({
  id: row.id,
  type: 'EMAIL',
  address: row.address,
  status: row.verifiedAt === null ? 'PENDING' : 'VERIFIED',
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})
