import { readSqlDump } from '../../counterparts/sql-dump.ts'
import { SourceProblem } from '../../imported.ts'
import { idOf, isHistory, isKnownOther, isKumaTable, maxRows } from './kuma-data.ts'
import type { KumaData, KumaTable, Row } from './kuma-data.ts'

/** A file as `mariadb-dump` and `mysqldump` write it. */
export function parseDump(path: string, text: string): KumaData {
  const tables: Partial<Record<KumaTable, Row[]>> = {}
  const add = (name: string, row: Row): void => {
    if (isKumaTable(name)) addRow(name, (tables[name] ??= []), row)
  }
  const names = readSqlDump({ path, text, isWanted: isKumaTable, add })
  if (!tables.monitor && !names.includes('monitor'))
    throw new SourceProblem(`${path} is no dump of Uptime Kuma: it has no table monitor.`)
  const others = names.filter((name) => !isKumaTable(name) && !isKnownOther(name))
  const heartbeat = lastOfEach(tables.heartbeat ?? [])
  return { tables: { ...tables, heartbeat }, others, names: new Map(), hasHistory: names.some(isHistory) }
}

function addRow(table: KumaTable, rows: Row[], row: Row): void {
  if (table === 'heartbeat' && rows.length >= maxRows) keepLast(rows)
  if (rows.length >= maxRows) throw new SourceProblem(`The table ${table} has more than ${maxRows} rows.`)
  rows.push(table === 'heartbeat' ? { id: row['id'], monitor_id: row['monitor_id'], status: row['status'] } : row)
}

/** Measurements are many: the last of each monitor is kept. */
function keepLast(rows: Row[]): void {
  const last = lastOfEach(rows)
  if (last.length > maxRows / 2) return
  rows.length = 0
  for (const row of last) rows.push(row)
}

const lastOfEach = (rows: readonly Row[]): Row[] => [
  ...new Map(
    rows.toSorted((a, b) => Number(a['id']) - Number(b['id'])).map((row) => [idOf(row['monitor_id']), row]),
  ).values(),
]
