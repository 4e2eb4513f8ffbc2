import type { QueryResultRow } from 'pg'
import type { Queryable, Values } from '../database/queryable.ts'

const portion = 50

/** Rows of a query, some at a time. One at a time in a transaction. */
export async function* readInPortions<Row extends QueryResultRow>(
  tx: Queryable,
  query: string,
  values: Values,
): AsyncGenerator<Row[]> {
  await tx.query(`declare everything no scroll cursor for ${query}`, values)
  for (;;) {
    const { rows } = await tx.query<Row>(`fetch ${portion} from everything`)
    if (rows.length === 0) break
    yield rows
  }
  await tx.query('close everything')
}
