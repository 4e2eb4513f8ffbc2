import type { DatabaseSync } from 'node:sqlite'
import { columnsIn, readSqlite, rowsIn, tablesIn } from '../../counterparts/sqlite.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportFile } from '../../imported.ts'
import { isHistory, isKnownOther, isKumaTable, maxRows } from './kuma-data.ts'
import type { KumaData, KumaTable, Row } from './kuma-data.ts'

const advice = 'Stop Uptime Kuma and copy kuma.db with kuma.db-wal, if there is one.'

/** The file `kuma.db` of version 1 or 2, with what stands in its `-wal`. Tables and columns that are missing are left out. */
export const parseDatabase = (file: ImportFile, wal: ImportFile | null): Promise<KumaData> =>
  readSqlite({ file, wal, advice }, (database) => readTables(database, file.path))

function readTables(database: DatabaseSync, path: string): KumaData {
  const names = tablesIn(database)
  if (!names.includes('monitor'))
    throw new SourceProblem(`${path} is no database of Uptime Kuma: it has no table monitor.`)
  const tables: Partial<Record<KumaTable, readonly Row[]>> = {}
  for (const name of names)
    if (isKumaTable(name))
      tables[name] = name === 'heartbeat' ? lastHeartbeats(database) : rowsIn(database, name, maxRows)
  const others = names.filter((name) => !isKumaTable(name) && !isKnownOther(name))
  return { tables, others, names: new Map(), hasHistory: names.some(isHistory) }
}

function lastHeartbeats(database: DatabaseSync): readonly Row[] {
  const columns = columnsIn(database, 'heartbeat')
  if (!['"id"', '"monitor_id"', '"status"'].every((name) => columns.includes(name))) return []
  const query = 'SELECT monitor_id, status, max(id) AS id FROM heartbeat GROUP BY monitor_id'
  return database.prepare(`${query} LIMIT ${maxRows}`).all()
}
