import type { QueryResultRow } from 'pg'
import type { Queryable, Values } from './queryable.ts'

export interface PageWindow {
  readonly limit: number
  /** Zero-based index of the first item. */
  readonly offset: number
}

/** One page of a list and the number of all its items. */
export interface CountedPage<Item> {
  readonly items: Item[]
  readonly total: number
}

/** The rows of a list. The texts are parts of one statement and never come from outside; values do. */
export interface Listed {
  readonly columns?: string
  /** The table and the condition, for example `snippets where account_id = $1`. */
  readonly from: string
  readonly order: string
  readonly values: Values
}

/** Reads one page of a list and counts all of it, beyond the last page too. */
export async function countedPage<Row extends QueryResultRow>(
  db: Queryable,
  { columns = '*', from, order, values }: Listed,
  { limit, offset }: PageWindow,
): Promise<CountedPage<Row>> {
  const next = values.length + 1
  const items = await db.rows<Row>(
    `select ${columns} from ${from} order by ${order} limit $${next} offset $${next + 1}`,
    [...values, limit, offset],
  )
  const counted = await db.rows<{ total: number }>(`select count(*)::int as total from ${from}`, values)
  return { items, total: counted[0]?.total ?? 0 }
}
