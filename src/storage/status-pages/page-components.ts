import type { ComponentType } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { recordset } from '../database/records.ts'
import type { StatusPageComponentsTable } from '../generated/tables.ts'
import type { PartOfPage, PartsOfPageWindow } from './part-of-page.ts'

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

/** Some components of a page. */
export interface ComponentsOfPage {
  readonly accountId: string
  readonly statusPageId: string
  readonly ids: readonly string[]
}

type Rows = PageComponentRow & Record<string, unknown>

/** Oldest first; without a limit all. */
export const listComponents = (
  db: Queryable,
  window: Pick<PartsOfPageWindow, 'accountId' | 'statusPageId'> & Partial<PartsOfPageWindow>,
): Promise<PageComponentRow[]> =>
  db.rows<Rows>(
    `select * from status_page_components where account_id = $1 and status_page_id = $2 and ($3::uuid is null or id > $3)
     order by id limit $4`,
    [window.accountId, window.statusPageId, window.fromId ?? null, window.limit ?? null],
  )

export async function findComponent(
  db: Queryable,
  { accountId, statusPageId, id }: PartOfPage,
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

const given = `jsonb_to_recordset($1::jsonb) as given (account_id uuid, status_page_id uuid, id uuid, parent_id uuid,
  type text, name text, description text, display_order integer, hidden boolean, configuration jsonb,
  created_at timestamptz, updated_at timestamptz)`

/** Groups can be among the rows, in front of what is in them or behind it. */
export const insertComponents = (tx: Queryable, rows: readonly PageComponentRow[]): Promise<unknown> =>
  tx.rows(
    `insert into status_page_components (account_id, status_page_id, id, parent_id, type, name, description, display_order,
       hidden, configuration, created_at, updated_at)
     select account_id, status_page_id, id, parent_id, type, name, description, display_order, hidden, configuration,
       created_at, updated_at from ${given}`,
    [recordset(rows)],
  )

export const updateComponents = (tx: Queryable, rows: readonly PageComponentRow[]): Promise<unknown> =>
  tx.rows(
    `update status_page_components component set parent_id = given.parent_id, type = given.type, name = given.name,
       description = given.description, display_order = given.display_order, hidden = given.hidden,
       configuration = given.configuration, updated_at = given.updated_at
     from ${given}
     where component.account_id = given.account_id and component.status_page_id = given.status_page_id
       and component.id = given.id`,
    [recordset(rows)],
  )

/** Deletes components; those in them are at the top of the page afterwards. Returns how many there were. */
export async function deleteComponents(
  tx: Queryable,
  { accountId, statusPageId, ids }: ComponentsOfPage,
): Promise<number> {
  const rows = await tx.rows(
    `delete from status_page_components where account_id = $1 and status_page_id = $2 and id = any($3::uuid[])
     returning id`,
    [accountId, statusPageId, ids],
  )
  return rows.length
}
