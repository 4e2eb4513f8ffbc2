import { SourceProblem } from '../../imported.ts'
import { idOf, isRecord } from './kuma-data.ts'
import type { KumaData, Row } from './kuma-data.ts'

/** Names of a backup, of its tools and of Terraform that are other columns than their letters say. */
const otherNames: Readonly<Record<string, string>> = {
  accepted_statuscodes: 'accepted_statuscodes_json',
  accepted_status_codes: 'accepted_statuscodes_json',
  max_retries: 'maxretries',
  max_redirects: 'maxredirects',
  cache_buster: 'cache_bust',
  query: 'database_query',
  command: 'database_query',
  security: 'smtp_security',
  oid: 'snmp_oid',
  version: 'snmp_version',
  isDefault: 'is_default',
  userId: 'user_id',
}
/** Fields that a backup computes from other fields, or repeats of other tables. */
const computed: ReadonlySet<string> = new Set([
  'path',
  'pathName',
  'childrenIDs',
  'forceInactive',
  'maintenance',
  'screenshot',
  'includeSensitiveData',
  'notificationIDList',
  'tags',
])

/** The file that version 1 exports: `{ version, notificationList, monitorList, proxyList }`. */
export function parseBackup(path: string, value: Row): KumaData {
  const { monitorList, notificationList = [], proxyList = [], version: _version, ...others } = value
  const names = new Map<string, string>()
  const monitors = listOf(path, 'monitorList', monitorList)
  const read = (row: Row): Row => columnsOf(row, names)
  return {
    tables: {
      monitor: monitors.map(read),
      notification: listOf(path, 'notificationList', notificationList).map(read),
      proxy: listOf(path, 'proxyList', proxyList).map(read),
      monitor_notification: monitors.flatMap(({ id, notificationIDList: ids }) =>
        notificationIds(ids).map((notificationId) => ({ monitor_id: id, notification_id: notificationId })),
      ),
      ...tagsOf(monitors),
    },
    others: Object.keys(others),
    names,
    hasHistory: false,
  }
}

function listOf(path: string, name: string, value: unknown): readonly Row[] {
  if (!Array.isArray(value)) throw new SourceProblem(`${path}: ${name} must be a list, as Uptime Kuma exports it.`)
  const rows: readonly unknown[] = value
  return rows.filter(isRecord)
}

function columnsOf(row: Row, names: Map<string, string>): Row {
  const entries = Object.entries(row).flatMap<[string, unknown]>(([name, value]) => {
    if (computed.has(name)) return []
    const column = otherNames[name] ?? name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (column !== name) names.set(column, name)
    return [[column, value]]
  })
  return Object.fromEntries(entries)
}

/** An object with the ids as names, or a list of them. */
function notificationIds(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(idOf)
  return isRecord(value) ? Object.entries(value).flatMap(([id, isOn]) => (isOn === false ? [] : [id])) : []
}

function tagsOf(monitors: readonly Row[]): { readonly tag: readonly Row[]; readonly monitor_tag: readonly Row[] } {
  const tags = new Map<string, Row>()
  const links = monitors.flatMap(({ id, tags: given }) => {
    const list: readonly unknown[] = Array.isArray(given) ? given : []
    return list.filter(isRecord).map((one) => {
      const tagId = idOf(one['tag_id']) || idOf(one['id'])
      tags.set(tagId, { id: tagId, name: one['name'] })
      return { monitor_id: id, tag_id: tagId, value: one['value'] }
    })
  })
  return { tag: [...tags.values()], monitor_tag: links }
}
