import { configurationsOf } from '../../counterparts/toml-or-yaml.ts'
import type { ImportFile } from '../../imported.ts'
import { isRecord } from './kuma-data.ts'
import type { Row } from './kuma-data.ts'
import { terraformBackup } from './terraform.ts'

const ofTools = /\.(?:json|ya?ml|toml|tfstate)$/i

/**
 * A state of Terraform, or lists that the community tool `kuma` prints, in the form of a backup; null for other files. Lists are of
 * monitors, notifications or tags, or objects of them by their ids.
 */
export function otherExport(files: readonly ImportFile[]): Row | null {
  if (files.length === 0 || !files.every(({ path }) => ofTools.test(path))) return null
  const values = files.flatMap(configurationsOf)
  const state = values.map((value) => (isRecord(value) ? terraformBackup(value) : null)).find((one) => one !== null)
  if (state !== undefined) return state
  if (values.some((value) => isRecord(value) && 'monitorList' in value)) return null
  const entities = values.flatMap(entitiesIn)
  const monitors = entities.filter((one) => typeof one['type'] === 'string' && !('config' in one))
  if (monitors.length === 0) return null
  const notifications = entities.filter((one) => 'config' in one)
  const names = new Map(entities.filter(isTag).map((one) => [String(one['id'] ?? one['tag_id']), one['name']]))
  return {
    monitorList: monitors.map((one) => monitorOf(one, names)),
    notificationList: notifications.map(notificationOf),
  }
}

const isTag = (one: Row): boolean => 'color' in one && !('type' in one)

/** A list, or an object by ids, also below a name, as TOML has no lists at the top. */
function entitiesIn(value: unknown): readonly Row[] {
  if (Array.isArray(value)) return value.filter(isRecord)
  if (!isRecord(value)) return []
  if ('type' in value || 'config' in value) return [value]
  return Object.values(value).flatMap((one) => (Array.isArray(one) ? one.filter(isRecord) : isRecord(one) ? [one] : []))
}

/** A list of ids is an object in a backup. */
function monitorOf(
  { notification_id_list: ids, notification_name_list: _names, ...monitor }: Row,
  names: ReadonlyMap<string, unknown>,
): Row {
  const { tags } = monitor
  const list: readonly unknown[] = Array.isArray(tags) ? tags : []
  const named = list.filter(isRecord).map((tag) => ({ name: names.get(String(tag['tag_id'] ?? tag['id'])), ...tag }))
  return { ...monitor, ...(ids !== undefined && { notificationIDList: ids }), tags: named }
}

/** The configuration of a notification is a text in a backup. */
export const notificationOf = (one: Row): Row => ({
  ...one,
  config: typeof one['config'] === 'string' ? one['config'] : JSON.stringify(one['config'] ?? {}),
})
