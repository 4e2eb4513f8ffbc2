import type { PageTheme, SomeThemeColors } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { StatusPagesTable } from '../generated/tables.ts'
import type { CursorWindow } from './status-page-services.ts'

/** Words and looks of a page with components. */
export interface ComponentPageSettings {
  readonly description: string | null
  readonly themeColors: SomeThemeColors | null
  readonly logo: string | null
  readonly logoDark: string | null
  readonly favicon: string | null
  readonly redirectTo: string | null
  readonly defaultTheme: PageTheme
  readonly privacyPolicyLink: string | null
  readonly termsOfServiceLink: string | null
  readonly supportLink: string | null
  readonly footerText: string | null
  readonly googleAnalyticsTag: string | null
  readonly allowIndexing: boolean
}

/** A page of the third generation. */
export type ComponentPageRow = Narrowed<StatusPagesTable, { readonly settings: ComponentPageSettings }>

type Rows = ComponentPageRow & Record<string, unknown>

/** Oldest first. */
export const listComponentPages = (
  db: Queryable,
  { accountId, fromId, limit }: CursorWindow,
): Promise<ComponentPageRow[]> =>
  db.rows<Rows>(
    `select * from status_pages where account_id = $1 and generation = 3 and ($2::uuid is null or id > $2)
     order by id limit $3`,
    [accountId, fromId, limit],
  )

export async function findComponentPage(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<ComponentPageRow | null> {
  const rows = await db.rows<Rows>(`select * from status_pages where account_id = $1 and id = $2 and generation = 3`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** Like findComponentPage, and keeps others from changing the page or adding to it until the transaction ends. */
export async function lockComponentPage(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<ComponentPageRow | null> {
  const rows = await tx.rows<Rows>(
    `select * from status_pages where account_id = $1 and id = $2 and generation = 3 for no key update`,
    [accountId, id],
  )
  return rows[0] ?? null
}
