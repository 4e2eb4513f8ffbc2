import type { ComponentType } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { StatusPageComponentsTable } from '../generated/tables.ts'

export interface StoredConfiguration {
  readonly showHistoricalData: boolean
  /** Of groups alone. */
  readonly expandedByDefault?: boolean
}

/** A component of a status page. */
export type PageComponentRow = Narrowed<
  StatusPageComponentsTable,
  { readonly type: ComponentType; readonly configuration: StoredConfiguration }
>

type Rows = PageComponentRow & Record<string, unknown>

/** The place of a component. */
export interface ComponentPlace {
  readonly accountId: string
  readonly statusPageId: string
  readonly id: string
}

/** Oldest first; without a limit all. */
export const listComponents = (
  db: Queryable,
  window: {
    readonly accountId: string
    readonly statusPageId: string
    readonly fromId?: string | null
    readonly limit?: number
  },
): Promise<PageComponentRow[]> =>
  db.rows<Rows>(
    `select * from status_page_components where account_id = $1 and status_page_id = $2 and ($3::uuid is null or id > $3)
     order by id limit $4`,
    [window.accountId, window.statusPageId, window.fromId ?? null, window.limit ?? null],
  )

export async function findComponent(
  db: Queryable,
  { accountId, statusPageId, id }: ComponentPlace,
): Promise<PageComponentRow | null> {
  const rows = await db.rows<Rows>(
    `select * from status_page_components where account_id = $1 and status_page_id = $2 and id = $3`,
    [accountId, statusPageId, id],
  )
  return rows[0] ?? null
}

/** The id of the page that a component is on. */
export async function findPageOfComponent(db: Queryable, accountId: string, id: string): Promise<string | null> {
  const rows = await db.rows<{ statusPageId: string }>(
    `select status_page_id from status_page_components where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0]?.statusPageId ?? null
}

export const insertComponent = (tx: Queryable, row: PageComponentRow): Promise<unknown> =>
  tx.rows(
    `insert into status_page_components (account_id, status_page_id, id, parent_id, type, name, description, display_order,
       hidden, configuration, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    valuesOf(row),
  )

export const updateComponent = (tx: Queryable, row: PageComponentRow): Promise<unknown> =>
  tx.rows(
    `update status_page_components set parent_id = $4, type = $5, name = $6, description = $7, display_order = $8,
       hidden = $9, configuration = $10, created_at = $11, updated_at = $12
     where account_id = $1 and status_page_id = $2 and id = $3`,
    valuesOf(row),
  )

const valuesOf = (row: PageComponentRow): unknown[] => [
  row.accountId,
  row.statusPageId,
  row.id,
  row.parentId,
  row.type,
  row.name,
  row.description,
  row.displayOrder,
  row.hidden,
  JSON.stringify(row.configuration),
  row.createdAt,
  row.updatedAt,
]

/** Deletes a component; those in it are at the top of the page afterwards. */
export const deleteComponent = (tx: Queryable, { accountId, statusPageId, id }: ComponentPlace): Promise<boolean> =>
  findsAny(tx, `delete from status_page_components where account_id = $1 and status_page_id = $2 and id = $3`, [
    accountId,
    statusPageId,
    id,
  ])
