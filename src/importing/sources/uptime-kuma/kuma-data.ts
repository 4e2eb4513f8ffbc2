export type Row = Readonly<Record<string, unknown>>

/** The content of Uptime Kuma by the names of its tables and columns, whatever the file was. */
export interface KumaData {
  readonly tables: Readonly<Partial<Record<KumaTable, readonly Row[]>>>
  /** Tables that nobody reads here. */
  readonly others: readonly string[]
  /** Names of columns as the file has them, where they are others. */
  readonly names: ReadonlyMap<string, string>
  /** Whether it has measurements. */
  readonly hasHistory: boolean
}

/** The tables with configuration; `heartbeat` has the last of each monitor, and statistics by day are only counted. */
export const kumaTables = [
  'monitor',
  'monitor_notification',
  'notification',
  'tag',
  'monitor_tag',
  'group',
  'monitor_group',
  'maintenance',
  'monitor_maintenance',
  'maintenance_status_page',
  'maintenance_timeslot',
  'status_page',
  'status_page_cname',
  'incident',
  'proxy',
  'docker_host',
  'remote_browser',
  'heartbeat',
  'setting',
] as const
export type KumaTable = (typeof kumaTables)[number]

/** Accounts, sessions, measurements and caches: nothing that a monitor is made of. */
const knownOthers: ReadonlySet<string> = new Set([
  'user',
  'api_key',
  'monitor_tls_info',
  'domain_expiry',
  'notification_sent_history',
  'stat_minutely',
  'stat_hourly',
  'stat_daily',
  'knex_migrations',
  'knex_migrations_lock',
  'sqlite_sequence',
])

export const isKumaTable = (name: string): name is KumaTable => kumaTables.some((table) => table === name)
export const isHistory = (name: string): boolean => /^(?:heartbeat|stat_\w+)$/.test(name)
export const isKnownOther = (name: string): boolean => knownOthers.has(name) || name.startsWith('sqlite_')

/** More rows of a table than an import can have resources are not read. */
export const maxRows = 100_000

export const rowsOf = ({ tables }: KumaData, table: KumaTable): readonly Row[] => tables[table] ?? []

/** The id of a row as text; empty without one. */
export const idOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string' ? String(value).trim() : ''

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : idOf(value))

/** Any value as text, objects as JSON; empty for nothing. */
export const plainText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? JSON.stringify(value)
    : typeof value === 'boolean'
      ? String(value)
      : textOf(value)

export const isOn = (value: unknown): boolean => value === true || ['1', 'true'].includes(textOf(value).toLowerCase())

/** The value of a JSON text; the value itself when it is none, undefined when it is broken. */
export function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? undefined
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The ids of one side of a table of links by those of the other. */
export function linksOf(rows: readonly Row[], from: string, to: string): ReadonlyMap<string, readonly string[]> {
  const groups = Map.groupBy(rows, (row) => idOf(row[from]))
  return new Map([...groups].map(([id, all]) => [id, all.map((row) => idOf(row[to]))]))
}
