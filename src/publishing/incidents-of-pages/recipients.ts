import { countRecipients, listComponents } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { audienceOf } from '../component-pages/audience-of.ts'

/** Who an incident is shown to: the readers of pages, or of one page whose components it affects. */
interface Audience {
  readonly accountId: string
  readonly pageIds: readonly string[]
  /** Null: of whatever components. */
  readonly components: { readonly statusPageId: string; readonly ids: readonly string[] } | null
}

/** How many subscribers of each page a notification is mailed to, by the id of the page. */
export async function recipientsOf(
  { db }: Store,
  { accountId, pageIds, components }: Audience,
): Promise<ReadonlyMap<string, number>> {
  const componentIds =
    components === null
      ? null
      : audienceOf(await listComponents(db, { accountId, statusPageId: components.statusPageId }), components.ids)
  const counts = await countRecipients(db, { accountId, pageIds, componentIds })
  return new Map(counts.map(({ pageId, count }) => [pageId, count]))
}
