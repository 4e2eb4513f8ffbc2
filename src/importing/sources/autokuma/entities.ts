import { isFields } from '#contract'
import { textIn } from '../../counterparts/text-in.ts'

export type Fields = Readonly<Record<string, unknown>>

/** A monitor, notification, tag or Docker host, by the id that AutoKuma has for it. */
export interface Entity {
  readonly id: string
  readonly type: string
  readonly settings: Fields
}

/** The text of a JSON value, as labels hold it; the value itself when it is none. */
export function unlabelled(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const listOf = (value: unknown): readonly unknown[] => {
  const given = unlabelled(value)
  return Array.isArray(given) ? given : given === undefined || given === null || given === '' ? [] : [given]
}

export const namesIn = (value: unknown): readonly string[] =>
  listOf(value)
    .map(textIn)
    .filter((name) => name !== '')

/** Entities in the form of a backup of Uptime Kuma, whose ids are those of AutoKuma. */
export function backupOf(entities: readonly Entity[]): Fields {
  const tags = new Map(
    entities.filter(({ type }) => type === 'tag').map(({ id, settings }) => [id, textIn(settings['name']) || id]),
  )
  const monitors = entities.filter(({ type }) => !['tag', 'notification', 'docker_host'].includes(type))
  return {
    monitorList: monitors.map((one) => monitorOf(one, tags)),
    notificationList: entities.filter(({ type }) => type === 'notification').map(notificationOf),
  }
}

function monitorOf({ id, type, settings }: Entity, tagNames: ReadonlyMap<string, string>): Fields {
  const {
    parent_name: parent,
    notification_name_list: notifications,
    notification_names: others,
    tag_names: tags,
    create_paused: isPaused,
    docker_host_name: host,
    accepted_statuscodes: codes,
    ...rest
  } = settings
  const plain = Object.entries(rest).map(([name, value]) => [
    name,
    isFields(value) || Array.isArray(value) ? JSON.stringify(value) : value,
  ])
  return {
    ...Object.fromEntries(plain),
    id,
    type,
    name: textIn(settings['name']) || id,
    ...(parent !== undefined && { parent }),
    ...(host !== undefined && { docker_host: host }),
    ...(isOn(isPaused) && { active: false }),
    ...(codes !== undefined && { accepted_statuscodes: JSON.stringify(listOf(codes).map(String)) }),
    notificationIDList: [...namesIn(notifications), ...namesIn(others)],
    tags: listOf(tags).map((tag) => {
      const fields = isFields(tag) ? tag : { name: tag }
      const name = textIn(fields['name'])
      return { tag_id: name, name: tagNames.get(name) ?? name, value: fields['value'] }
    }),
  }
}

const isOn = (value: unknown): boolean => value === true || value === 'true'

function notificationOf({ id, settings }: Entity): Fields {
  const { config } = settings
  const name = textIn(settings['name']) || id
  return { ...settings, id, name, config: typeof config === 'string' ? config : JSON.stringify(config ?? {}) }
}
