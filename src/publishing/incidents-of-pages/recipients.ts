import { countRecipients, listComponents } from '#storage/status-pages'
import type { Queryable, Store } from '#storage/database'
import { audienceOf } from '../component-pages/audience-of.ts'

/** Who an incident is shown to: the readers of pages with services, or of one page whose components it affects. */
interface Audience {
  readonly accountId: string
  readonly pageIds: readonly string[]
  /** The services, or with a page its components; null: of whatever components. */
  readonly components: { readonly statusPageId: string | null; readonly ids: readonly string[] } | null
}

/** How many subscribers of each page a notification is mailed to, by the id of the page. */
export async function recipientsOf(
  { db }: Store,
  { accountId, pageIds, components }: Audience,
): Promise<ReadonlyMap<string, number>> {
  const componentIds = components === null ? null : await audienceIn(db, accountId, components)
  const counts = await countRecipients(db, { accountId, pageIds, componentIds })
  return new Map(counts.map(({ pageId, count }) => [pageId, count]))
}

async function audienceIn(
  db: Queryable,
  accountId: string,
  { statusPageId, ids }: NonNullable<Audience['components']>,
): Promise<readonly string[] | null> {
  if (statusPageId === null) return ids
  return audienceOf(await listComponents(db, { accountId, statusPageId }), ids)
}
