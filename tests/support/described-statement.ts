import { Client } from 'pg'
import type { Connection, FieldDef, Submittable } from 'pg'
import { propertyOf } from '#storage/database'
import type { ReturnedProperty } from './row-differences.ts'
import { valueOfType } from '../../tools/schema/table-types.ts'

/** Rejects when PostgreSQL cannot parse the statement, for example because of an unknown column. Nothing is run. */
type Describe = (text: string) => Promise<ReturnedProperty[]>

/** Lends a function that describes the rows of a statement, on a separate connection. */
export async function useStatementDescriptions(
  connectionString: string,
  work: (describe: Describe) => Promise<void>,
): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    const types = await namesOfTypes(client)
    const nullable = await nullableColumns(client)
    await work(async (text) =>
      (await columnsOf(client, text)).map((column) => ({
        name: propertyOf(column.name),
        value: valueOfType(types.get(column.dataTypeID) ?? '') ?? 'unknown',
        mayBeNull: nullable.has(`${column.tableID} ${column.columnID}`),
      })),
    )
  } finally {
    await client.end()
  }
}

async function namesOfTypes(client: Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ oid: number; name: string }>(
    'select oid, format_type(oid, null) as name from pg_type',
  )
  return new Map(rows.map(({ oid, name }) => [oid, name]))
}

async function nullableColumns(client: Client): Promise<Set<string>> {
  const { rows } = await client.query<{ key: string }>(
    `select attrelid || ' ' || attnum as key from pg_attribute where attnum > 0 and not attnotnull`,
  )
  return new Set(rows.map(({ key }) => key))
}

const columnsOf = (client: Client, text: string): Promise<FieldDef[]> =>
  new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject))
  })

/** The part of the extended query protocol up to the description; the driver calls the handlers by these names. */
class Description implements Submittable {
  readonly #text: string
  readonly #resolve: (columns: FieldDef[]) => void
  readonly #reject: (error: Error) => void
  #columns: FieldDef[] = []

  constructor(text: string, resolve: (columns: FieldDef[]) => void, reject: (error: Error) => void) {
    this.#text = text
    this.#resolve = resolve
    this.#reject = reject
  }

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.#text, types: [] }, true)
    connection.describe({ type: 'S' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: FieldDef[] }): void {
    this.#columns = fields
  }

  handleError(error: Error): void {
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#columns)
  }
}
