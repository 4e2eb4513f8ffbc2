import type { Pool, PoolClient, QueryResult, QueryResultRow } from 'pg'
import { isOutdatedPlan } from './database-errors.ts'
import { parameterValues } from './parameter-values.ts'

export interface StatementResult<Row> {
  readonly rows: Row[]
  /** Rows returned or changed. */
  readonly rowCount: number
}

export type Values = readonly unknown[]

/** The common interface of the database and a transaction. */
export interface Queryable {
  /** Runs one statement. The caller states the type of the rows, whose properties are the columns in camelCase. */
  query<Row extends QueryResultRow = Record<string, unknown>>(
    text: string,
    values?: Values,
  ): Promise<StatementResult<Row>>
  /** The same for a statement that is worth preparing once per connection. One name always goes with one text. */
  named<Row extends QueryResultRow = Record<string, unknown>>(
    name: string,
    text: string,
    values?: Values,
  ): Promise<StatementResult<Row>>
  /** `query` for callers that want the rows alone. */
  rows<Row extends QueryResultRow = Record<string, unknown>>(text: string, values?: Values): Promise<Row[]>
  /** `named` for callers that want the rows alone. */
  namedRows<Row extends QueryResultRow = Record<string, unknown>>(
    name: string,
    text: string,
    values?: Values,
  ): Promise<Row[]>
}

/** Statements on a pool or on one connection of it. */
export function createQueryable(on: Pool | PoolClient, where: { readonly outsideTransaction: boolean }): Queryable {
  const query = async <Row extends QueryResultRow>(text: string, values: Values = []) =>
    resultOf(await on.query<Row>({ text, values: parameterValues(values) }))

  const named = async <Row extends QueryResultRow>(name: string, text: string, values: Values = []) => {
    try {
      return resultOf(await on.query<Row>({ name, text, values: parameterValues(values) }))
    } catch (error) {
      if (!where.outsideTransaction || !isOutdatedPlan(error)) throw error
      return query<Row>(text, values)
    }
  }

  return {
    query,
    named,
    rows: async <Row extends QueryResultRow>(text: string, values?: Values) => (await query<Row>(text, values)).rows,
    namedRows: async <Row extends QueryResultRow>(name: string, text: string, values?: Values) =>
      (await named<Row>(name, text, values)).rows,
  }
}

/** A string of several statements, such as a migration, has a result for each; the last one is returned. */
function resultOf<Row extends QueryResultRow>(results: QueryResult<Row> | QueryResult<Row>[]): StatementResult<Row> {
  const result = Array.isArray(results) ? results.at(-1) : results
  return { rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0 }
}

/** Whether a statement found any row to return or to change. */
export const findsAny = async (db: Queryable, text: string, values: Values): Promise<boolean> =>
  (await db.query(text, values)).rowCount > 0

/** Notifies the listeners of a channel after this transaction is committed. A hint: it may be lost. */
export const notify = (db: Queryable, channel: string): Promise<unknown> =>
  db.namedRows('notify', `select pg_notify($1, '')`, [channel])
