import type { Queryable } from '../database/queryable.ts'

/** The languages that the oldest page that shows one of these services names; empty: all, or no page shows them. */
export async function findLanguagesOfServices(
  db: Queryable,
  accountId: string,
  serviceIds: readonly string[],
): Promise<readonly string[]> {
  const rows = await db.rows<{ languages: readonly string[] }>(
    `select coalesce(display.settings -> 'languages', '[]'::jsonb) as languages
     from status_page_card_services placed
     join status_page_cards cards on cards.account_id = placed.account_id and cards.id = placed.card_id
     join status_pages page on page.account_id = cards.account_id and page.id = cards.status_page_id
     left join status_page_displays display on display.account_id = page.account_id and display.status_page_id = page.id
     where placed.account_id = $1 and placed.service_id = any($2::uuid[])
     order by page.created_at, page.id limit 1`,
    [accountId, serviceIds],
  )
  return rows[0]?.languages ?? []
}
