import type { CheckTicksResource } from '#contract'
import type { Caller } from '#kernel'
import { listTicks } from '#storage/checks'
import type { Store } from '#storage/database'

export interface TicksQuery {
  readonly checkIds: readonly string[]
  readonly limit: number
}

/** The last runs of the checks that the account has, in the order of the ids given; others are left out. */
export async function getCheckTicks(
  { db }: Store,
  { accountId }: Caller,
  { checkIds, limit }: TicksQuery,
): Promise<CheckTicksResource[]> {
  const ids = [...new Set(checkIds.map((id) => id.toLowerCase()))]
  const rows = new Map((await listTicks(db, accountId, ids, limit)).map((row) => [row.checkId, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    if (!row) return []
    const { checkId, outcomes, responseTimes, startedAt, maxResponseTime } = row
    return [{ checkId, outcomes, responseTimes, startedAt: startedAt?.toISOString() ?? null, limit: maxResponseTime }]
  })
}
