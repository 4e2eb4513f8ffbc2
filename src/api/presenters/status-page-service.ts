import type { StatusPageServiceResource } from '#contract'
import type { StatusPageServiceRow } from '#storage'

export const presentService = (row: StatusPageServiceRow): StatusPageServiceResource => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt?.toISOString() ?? null,
})
