import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import type { StatusPageDisplaysTable } from '../generated/tables.ts'

/** A component, or a service on a card, with the check whose response times are shown at it. */
export interface StoredChart {
  readonly componentId: string
  readonly checkId: string
}

export interface PageDisplaySettings {
  readonly embedOrigins: readonly string[]
  /** Empty: all. */
  readonly languages: readonly string[]
  readonly charts: readonly StoredChart[]
}

export type PageDisplayRow = Narrowed<StatusPageDisplaysTable, { readonly settings: PageDisplaySettings }>

/** How a page is displayed; null while nothing but the defaults is set. */
export async function findPageDisplay(
  db: Queryable,
  accountId: string,
  statusPageId: string,
): Promise<PageDisplayRow | null> {
  const rows = await db.rows<PageDisplayRow & Record<string, unknown>>(
    `select * from status_page_displays where account_id = $1 and status_page_id = $2`,
    [accountId, statusPageId],
  )
  return rows[0] ?? null
}

export const writePageDisplay = (tx: Queryable, row: PageDisplayRow): Promise<unknown> =>
  tx.rows(
    `insert into status_page_displays (account_id, status_page_id, settings, updated_at) values ($1, $2, $3, $4)
     on conflict (account_id, status_page_id) do update set settings = excluded.settings, updated_at = excluded.updated_at`,
    [row.accountId, row.statusPageId, JSON.stringify(row.settings), row.updatedAt],
  )
