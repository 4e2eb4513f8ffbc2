import type { Caller } from '#kernel'
import { listServiceSources, listTaggedChecks } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { ServiceSourceRow, TaggedCheckRow } from '#storage/status-pages'

const shownChecks = 10

type FeedingCheck = Pick<ServiceSourceRow, 'id' | 'name' | 'activated'>

/** The checks that open incidents on each service of an account; services without any are left out. */
export async function getServiceSources(
  { db }: Store,
  { accountId }: Caller,
): Promise<{ readonly serviceId: string; readonly checks: readonly FeedingCheck[] }[]> {
  const rows = await listServiceSources(db, accountId)
  return [...Map.groupBy(rows, ({ serviceId }) => serviceId)].map(([serviceId, checks]) => ({ serviceId, checks }))
}

/** The checks that have one of the tags, or whose group has: how many, and the first of them. */
export async function findTaggedChecks(
  { db }: Store,
  { accountId }: Caller,
  tags: readonly string[],
): Promise<{ readonly total: number; readonly checks: readonly TaggedCheckRow[] }> {
  const checks = await listTaggedChecks(db, { accountId, tags, limit: shownChecks })
  return { total: checks[0]?.total ?? 0, checks }
}
