import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { SourceProblem } from '../imported.ts'
import type { ImportFile } from '../imported.ts'
import { applyWal } from './apply-wal.ts'

/** The first bytes of every SQLite database. */
const magic = 'SQLite format 3\0'
const mostBytes = 1_000_000_000

export const isSqlite = (content: Uint8Array): boolean =>
  new TextDecoder('latin1').decode(content.subarray(0, magic.length)) === magic

export interface SqliteFile {
  readonly file: ImportFile
  /** The changes that SQLite keeps beside it. */
  readonly wal: ImportFile | null
  /** How to make a copy that is whole. */
  readonly advice: string
}

/** Reads a database of others in memory. Throws SourceProblem for one that is broken or too large. */
export async function readSqlite<T>(
  { file, wal, advice }: SqliteFile,
  read: (database: DatabaseSync) => T,
): Promise<T> {
  if (file.content.length + (wal?.content.length ?? 0) > mostBytes)
    throw new SourceProblem(`${file.path} is larger than 1 GB. Remove history from it first.`)
  // SQLite is part of Node; it is loaded for this alone.
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(':memory:')
  try {
    restorable(database).deserialize(applyWal(file.content, wal?.content ?? null))
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA query_only = ON; PRAGMA cell_size_check = ON')
    return read(database)
  } catch (error) {
    if (error instanceof SourceProblem) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new SourceProblem(`${file.path} cannot be read (${reason}). ${advice}`)
  } finally {
    database.close()
  }
}

interface Restorable {
  deserialize: (content: Uint8Array) => void
}

/** Sound for the Node that is installed with the service; its types lack the method. */
const restorable = (database: DatabaseSync): Restorable => database as DatabaseSync & Restorable

/** Plain tables; virtual ones and views run code of the file. */
export const tablesIn = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' LIMIT 1000`)
    .all()
    .map(({ name }) => String(name))

/** The columns of a table as SQL names. Generated ones are left out: their expressions come from the file. */
export const columnsIn = (database: DatabaseSync, table: string): readonly string[] =>
  database
    .prepare(`SELECT name FROM pragma_table_info(?)`)
    .all(table)
    .map(({ name }) => quoted(String(name)))

/** All rows of a table. Throws SourceProblem for more than `most`. */
export function rowsIn(database: DatabaseSync, table: string, most: number): readonly Record<string, SQLOutputValue>[] {
  const columns = columnsIn(database, table)
  if (columns.length === 0) return []
  const rows = database.prepare(`SELECT ${columns.join(', ')} FROM ${quoted(table)} LIMIT ${most + 1}`).all()
  if (rows.length > most) throw new SourceProblem(`The table ${table} has more than ${most} rows.`)
  return rows
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
