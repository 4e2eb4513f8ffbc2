import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { ImportChoices, Imported, ImportFile, Source } from '../../imported.ts'
import { idOf, isOn, isRecord, jsonOf, linksOf, rowsOf, textOf } from './kuma-data.ts'
import type { KumaData } from './kuma-data.ts'
import { addMaintenances } from './maintenance.ts'
import { addMonitors } from './monitors.ts'
import { addNotifications } from './notifications.ts'
import { otherExport } from './other-export.ts'
import { parseBackup } from './parse-backup.ts'
import { isSqlite } from '../../counterparts/sqlite.ts'
import { parseDatabase } from './parse-database.ts'
import { isSqlDump } from '../../counterparts/sql-dump.ts'
import { parseDump } from './parse-dump.ts'
import { addProxies } from './proxies.ts'
import { addStatusPages } from './status-pages.ts'
import { reportUnknownColumns } from './unknown-columns.ts'

/** Uptime Kuma, of version 1 and 2. */
export const uptimeKuma: Source = {
  name: 'uptime-kuma',
  title: 'Uptime Kuma',
  takes:
    'kuma.db with kuma.db-wal, a dump of its MariaDB database, the backup (JSON) of version 1, a state of Terraform, or lists of the tool kuma.',
  read: async (files, choices) => importKuma(await parse(files), choices),
}

async function parse(files: readonly ImportFile[]): Promise<KumaData> {
  const listed = otherExport(files)
  if (listed !== null) return parseBackup(files[0]?.path ?? '', listed)
  const sides = files.filter(({ path }) => /-(?:wal|shm)$/.test(path))
  const wholes = files.filter((one) => !sides.includes(one) && one.content.length > 0)
  // A whole data directory has pictures and copies beside the database.
  const databases = wholes.filter(({ path }) => /(?:^|[/\\])kuma\.db$/.test(path))
  const [file, other] = databases.length === 1 ? databases : wholes
  if (!file) throw new SourceProblem('Give the file kuma.db, a dump of the database or the backup of version 1.')
  if (other) throw new SourceProblem(`Give one file of Uptime Kuma: ${file.path} and ${other.path} are two.`)
  if (isSqlite(file.content)) return parseDatabase(file, sides.find(({ path }) => path === `${file.path}-wal`) ?? null)
  return parseText(file)
}

const longestText = 400_000_000
/** Parsed as a whole, in many times its size. */
const longestJson = 64_000_000

function parseText({ path, content }: ImportFile): KumaData {
  if (content.length > longestText) throw new SourceProblem(`${path} is larger than 400 MB.`)
  const text = new TextDecoder().decode(content)
  if (/^\s*\{/.test(text)) return parseJson(path, text)
  if (isSqlDump(text)) return parseDump(path, text)
  throw noKuma(path)
}

const noKuma = (path: string): SourceProblem =>
  new SourceProblem(`${path} is neither a database nor a dump nor a backup of Uptime Kuma.`)

function parseJson(path: string, text: string): KumaData {
  if (text.length > longestJson) throw new SourceProblem(`${path} is larger than 64 MB.`)
  const value = jsonOf(text)
  if (value === undefined) throw new SourceProblem(`${path} is no whole JSON document. Export the backup again.`)
  if (isRecord(value) && 'monitorList' in value) return parseBackup(path, value)
  throw noKuma(path)
}

/** The resources for the content of Uptime Kuma. */
export function importKuma(data: KumaData, choices: ImportChoices): Imported {
  for (const table of ['monitor', 'notification', 'status_page', 'maintenance'] as const)
    if (rowsOf(data, table).length > maxImported)
      throw new SourceProblem(
        `One import takes at most ${maxImported} resources; there are more in the table ${table}.`,
      )
  const draft = new Draft()
  const settings = new Map(rowsOf(data, 'setting').map((row) => [textOf(row['key']), jsonOf(row['value'])]))
  const expiryDays = expiryDaysOf(settings.get('tlsExpiryNotifyDays'))
  const links = linksOf(rowsOf(data, 'monitor_notification'), 'monitor_id', 'notification_id')
  const warned = new Set(
    rowsOf(data, 'monitor').flatMap((row) =>
      isOn(row['expiry_notification']) ? (links.get(idOf(row['id'])) ?? []) : [],
    ),
  )
  const channels = addNotifications(draft, data, { warned, expiryDays })
  const { pages, services } = addStatusPages(draft, data)
  const timezone = textOf(settings.get('serverTimezone'))
  const windows = addMaintenances(draft, data, timezone === '' ? null : timezone, pages)
  addMonitors(
    draft,
    data,
    {
      channels: channelsOf(links, channels),
      tags: tagsOf(data),
      windows,
      services,
      proxies: addProxies(draft, data),
      expiryDays,
    },
    choices,
  )
  reportOthers(draft, data)
  if (draft.size > maxImported)
    throw new SourceProblem(`One import takes at most ${maxImported} resources; there are ${draft.size}.`)
  const { report, ...imported } = draft.finish()
  return { ...imported, report: report.map((line) => ({ ...line, field: data.names.get(line.field) ?? line.field })) }
}

const usualDays = 21

/** The first of several warnings. */
function expiryDaysOf(value: unknown): number {
  const list: readonly unknown[] = Array.isArray(value) ? value : []
  const days = list.map(Number).filter((day) => Number.isInteger(day) && day >= 1 && day <= 365)
  return days.length === 0 ? usualDays : Math.max(...days)
}

const channelsOf = (links: ReadonlyMap<string, readonly string[]>, channels: ReadonlyMap<string, string>) =>
  new Map(
    [...links].map(([monitor, ids]) => [
      monitor,
      [...new Set(ids.flatMap((id) => channels.get(id) ?? []))].slice(0, 500),
    ]),
  )

function tagsOf(data: KumaData): ReadonlyMap<string, readonly string[]> {
  const names = new Map(rowsOf(data, 'tag').map((row) => [idOf(row['id']), textOf(row['name'])]))
  const byMonitor = Map.groupBy(rowsOf(data, 'monitor_tag'), (row) => idOf(row['monitor_id']))
  return new Map(
    [...byMonitor].map(([monitor, rows]) => [
      monitor,
      rows.flatMap((row) => {
        const name = names.get(idOf(row['tag_id'])) ?? ''
        const value = textOf(row['value'])
        return name === '' ? [] : [value === '' ? name : `${name}:${value}`]
      }),
    ]),
  )
}

function reportOthers(draft: Draft, data: KumaData): void {
  reportUnknownColumns(draft, data)
  for (const name of data.others)
    draft.report({ item: `table ${name.slice(0, 100)}`, field: '', fate: 'unknown', note: '' })
  if (data.hasHistory)
    draft.report({
      item: 'history',
      field: '',
      fate: 'impossible',
      note: 'Measurements of the past are not taken over: keep a copy of the database for as long as you need them.',
    })
}
