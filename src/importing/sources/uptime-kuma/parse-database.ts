import type { DatabaseSync } from 'node:sqlite'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'
import { applyWal } from './apply-wal.ts'
import { isHistory, isKnownOther, isKumaTable, maxRows } from './kuma-data.ts'
import type { KumaData, KumaTable, Row } from './kuma-data.ts'

/** The first bytes of every SQLite database. */
const magic = 'SQLite format 3\0'
const mostBytes = 1_000_000_000

export const isDatabase = (content: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(content.subarray(0, magic.length)) === magic

/** The file `kuma.db` of version 1 or 2, with what stands in its `-wal`. Tables and columns that are missing are left out. */
export async function parseDatabase(file: ImportFile, wal: ImportFile | null): Promise<KumaData> {
  if (file.content.length + (wal?.content.length ?? 0) > mostBytes)
    throw new SourceProblem(`${file.path} is larger than 1 GB. Clear its history in the settings of Uptime Kuma first.`)
  // SQLite is part of Node; it is loaded for this alone.
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(':memory:')
  try {
    restorable(database).deserialize(applyWal(file.content, wal?.content ?? null))
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON')
    return readTables(database, file.path)
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceProblem(
      `${file.path} cannot be read (${reason}). Stop Uptime Kuma and copy kuma.db with kuma.db-wal, if there is one.`,
    )
  } finally {
    database.close()
  }
}

interface Restorable {
  deserialize: (content: Uint8Array) => void
}

/** Sound for the Node that is installed with the service; its types lack the method. */
const restorable = (database: DatabaseSync): Restorable => database as DatabaseSync & Restorable

function readTables(database: DatabaseSync, path: string): KumaData {
  const names = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' LIMIT 1000`)
    .all()
    .map(({ name }) => String(name))
  if (!names.includes('monitor'))
    throw new SourceProblem(`${path} is no database of Uptime Kuma: it has no table monitor.`)
  const tables: Partial<Record<KumaTable, readonly Row[]>> = {}
  for (const name of names) if (isKumaTable(name)) tables[name] = rowsIn(database, name)
  const others = names.filter((name) => !isKumaTable(name) && !isKnownOther(name))
  return { tables, others, names: new Map(), hasHistory: names.some(isHistory) }
}

/** Generated columns are left out: their expressions come from the file. */
function rowsIn(database: DatabaseSync, table: KumaTable): readonly Row[] {
  const columns = database
    .prepare(`SELECT name FROM pragma_table_info(?)`)
    .all(table)
    .map(({ name }) => quoted(String(name)))
  if (columns.length === 0) return []
  if (table === 'heartbeat') return lastHeartbeats(database, columns)
  const rows = database.prepare(`SELECT ${columns.join(', ')} FROM ${quoted(table)} LIMIT ${maxRows + 1}`).all()
  if (rows.length > maxRows) throw new SourceProblem(`The table ${table} has more than ${maxRows} rows.`)
  return rows
}

function lastHeartbeats(database: DatabaseSync, columns: readonly string[]): readonly Row[] {
  if (!['"id"', '"monitor_id"', '"status"'].every((name) => columns.includes(name))) return []
  const query = 'SELECT monitor_id, status, max(id) AS id FROM heartbeat GROUP BY monitor_id'
  return database.prepare(`${query} LIMIT ${maxRows}`).all()
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
