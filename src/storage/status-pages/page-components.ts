import type { ComponentType } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
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

const key = ['accountId', 'statusPageId', 'id'] as const
const written = [
  'parentId',
  'type',
  'name',
  'description',
  'displayOrder',
  'hidden',
  'configuration',
  'createdAt',
  'updatedAt',
] as const
const columns = [...key, ...written] as const

const storedValues = (row: PageComponentRow): unknown[] =>
  valuesOf({ ...row, configuration: JSON.stringify(row.configuration) }, columns)

export const insertComponent = (tx: Queryable, row: PageComponentRow): Promise<unknown> =>
  tx.rows(insertOf('status_page_components', columns), storedValues(row))

export const updateComponent = (tx: Queryable, row: PageComponentRow): Promise<unknown> =>
  tx.rows(updateOf('status_page_components', key, written), storedValues(row))

/** Deletes a component; those in it are at the top of the page afterwards. */
export const deleteComponent = (tx: Queryable, { accountId, statusPageId, id }: PartOfPage): Promise<boolean> =>
  findsAny(tx, `delete from status_page_components where account_id = $1 and status_page_id = $2 and id = $3`, [
    accountId,
    statusPageId,
    id,
  ])
