import { isSqlDump, readSqlDump } from '../../counterparts/sql-dump.ts'
import { isSqlite, readSqlite, rowsIn, tablesIn } from '../../counterparts/sqlite.ts'
import { jsonOf, textOf } from '../../counterparts/yaml-documents.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'

type Fields = Readonly<Record<string, unknown>>

const wanted = ['api_check', 'api_channel', 'api_channel_checks', 'accounts_project']
const mostRows = 100_000
const longestDump = 400_000_000
const advice = 'Stop Healthchecks and copy hc.sqlite with hc.sqlite-wal, if there is one.'

/** The values of JSON files, and tables of databases and dumps as `{ "api_check": [{}] }`. */
export async function valuesIn(files: readonly ImportFile[]): Promise<readonly unknown[]> {
  const sides = files.filter(({ path }) => /-(?:wal|shm|journal)$/.test(path))
  const values: unknown[] = []
  for (const file of files) if (!sides.includes(file)) values.push(await valueOf(file, sides))
  return values
}

async function valueOf(file: ImportFile, sides: readonly ImportFile[]): Promise<unknown> {
  if (isSqlite(file.content)) {
    const wal = sides.find(({ path }) => path === `${file.path}-wal`) ?? null
    return readSqlite({ file, wal, advice }, (database) => {
      const names = tablesIn(database).filter((name) => wanted.includes(name))
      return Object.fromEntries(names.map((name) => [name, rowsIn(database, name, mostRows)]))
    })
  }
  const start = new TextDecoder().decode(file.content.subarray(0, 1000))
  return /^\s*[[{]/.test(start) ? jsonOf(file) : dumped(file)
}

/** A dump of PostgreSQL, MySQL or SQLite. */
function dumped(file: ImportFile): unknown {
  const { path } = file
  const text = textOf(file, longestDump)
  if (!isSqlDump(text)) return jsonOf(file)
  const tables: Record<string, Fields[]> = {}
  const add = (table: string, row: Readonly<Record<string, string | null>>): void => {
    const rows = (tables[table] ??= [])
    if (rows.length >= mostRows) throw new SourceProblem(`The table ${table} has more than ${mostRows} rows.`)
    rows.push(
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, isFlag(name) ? (booleans.get(value) ?? value) : value]),
      ),
    )
  }
  readSqlDump({ path, text, isWanted: (table) => wanted.includes(table), add })
  return tables
}

const isFlag = (column: string): boolean => column.startsWith('filter_') || column === 'manual_resume'

/** As PostgreSQL writes them. */
const booleans: ReadonlyMap<string | null, boolean> = new Map([
  ['t', true],
  ['f', false],
])
