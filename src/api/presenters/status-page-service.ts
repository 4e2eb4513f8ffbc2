import type { StatusPageServiceResource } from '#contract'
import type { StatusPageServiceRow } from '#storage'

export const presentService = (row: StatusPageServiceRow): StatusPageServiceResource => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at?.toISOString() ?? null,
})
