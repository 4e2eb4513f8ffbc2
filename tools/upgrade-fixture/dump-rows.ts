import type { Database } from '#storage/database'
import { readSchema } from '../schema/read-schema.ts'

/** Kept by the programs themselves: migrations write the one, every request the other. */
const notDumped = ['schema_migration', 'rate_windows']
const rowsPerStatement = 100

/** Statements that make the same partitions, rows and counters in a database with the same tables. */
export async function dumpRows(db: Database): Promise<string> {
  const partitions = await db.rows<{ statement: string }>(`
    select format('create table %I partition of %I %s;', c.relname, p.relname, pg_get_expr(c.relpartbound, c.oid)) as statement
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT' order by c.relname`)
  const statements = partitions.map(({ statement }) => statement)
  for (const table of await tablesInOrder(db)) statements.push(...(await insertsOf(db, table)))
  statements.push(...(await countersOf(db)))
  return `${statements.join('\n')}\n`
}

/** A table comes after those its rows refer to. */
async function tablesInOrder(db: Database): Promise<string[]> {
  const { columns, constraints } = await readSchema(db)
  const ordered = new Set<string>()
  const addAfterReferences = (table: string): void => {
    for (const { refersTo } of constraints.filter((row) => row.table === table))
      if (refersTo !== null && refersTo !== table) addAfterReferences(refersTo)
    ordered.add(table)
  }
  for (const { table } of columns) if (!notDumped.includes(table)) addAfterReferences(table)
  return [...ordered]
}

async function insertsOf(db: Database, table: string): Promise<string[]> {
  const rows = await db.rows<{ json: string }>(
    `select json from (select row_to_json(t)::text as json from ${table} t) rows order by json`,
  )
  const statements: string[] = []
  for (let first = 0; first < rows.length; first += rowsPerStatement) {
    const array = `[${rows
      .slice(first, first + rowsPerStatement)
      .map(({ json }) => json)
      .join(',\n')}]`
    statements.push(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, '${array.replaceAll("'", "''")}');`,
    )
  }
  return statements
}

/** Where the numbers of new rows continue. */
async function countersOf(db: Database): Promise<string[]> {
  const rows = await db.rows<{ statement: string }>(`
    select format('select setval(%L, %s);', schemaname || '.' || sequencename, last_value) as statement
    from pg_sequences where last_value is not null order by sequencename`)
  return rows.map(({ statement }) => statement)
}
