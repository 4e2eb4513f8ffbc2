import type { Caller } from '#kernel'
import { listFedServices, listServiceSources, listTaggedChecks } from '#storage/status-pages'
import type { Store } from '#storage/database'
import type { ServiceSourceRow, TaggedCheckRow } from '#storage/status-pages'
import { readPage } from '../cursor.ts'
import type { CursorPage, CursorQuery } from '../cursor.ts'

const shownChecks = 10
const shownFeedingChecks = 100

export interface ServiceSources {
  readonly serviceId: string
  /** How many checks open incidents on it. */
  readonly total: number
  /** The first of them by name. */
  readonly checks: readonly Pick<ServiceSourceRow, 'id' | 'name' | 'activated'>[]
}

/** The services on which checks open incidents, oldest first, with these checks; a page at a time. Throws CURSOR_INVALID. */
export async function listFeedingChecks(
  { db }: Store,
  { accountId }: Caller,
  query: CursorQuery,
): Promise<CursorPage<ServiceSources>> {
  const { items: serviceIds, nextId } = await readPage<string>(
    query,
    (id) => id,
    (window) => listFedServices(db, { accountId, ...window }),
  )
  const rows = await listServiceSources(db, { accountId, serviceIds, ofEach: shownFeedingChecks })
  const byService = Map.groupBy(rows, ({ serviceId }) => serviceId)
  const items = serviceIds.map((serviceId) => {
    const found = byService.get(serviceId) ?? []
    const checks = found.map(({ id, name, activated }) => ({ id, name, activated }))
    return { serviceId, total: found[0]?.total ?? 0, checks }
  })
  return { items, nextId }
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
