import { checkTypes, descriptorOf } from '#contract'
import type { CheckType } from '#contract'
import { placeOf } from '../../counterparts/groups.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { retriesOf } from '../../counterparts/retries.ts'
import { scheduleOf } from '../../counterparts/schedule.ts'
import type { Draft } from '../../draft.ts'
import type { ImportChoices, ImportedResource } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { isOfSomeTypes, sortColumns } from './columns.ts'
import { idOf, isOn, rowsOf, textOf } from './kuma-data.ts'
import type { KumaData, Row } from './kuma-data.ts'
import { without } from './monitor-import.ts'
import type { MonitorImport, Value } from './monitor-import.ts'
import { monitorTypes } from './other-monitors.ts'

/** The things that monitors refer to, by the ids of Uptime Kuma. */
export interface References {
  /** Logical ids of channels by monitor. */
  readonly channels: ReadonlyMap<string, readonly string[]>
  /** Texts of tags by monitor. */
  readonly tags: ReadonlyMap<string, readonly string[]>
  /** Tags that windows have, by monitor. */
  readonly windows: ReadonlyMap<string, readonly string[]>
  /** Logical ids of services of status pages, by monitor. */
  readonly services: ReadonlyMap<string, string>
  /** Logical ids of private locations by proxies. */
  readonly proxies: ReadonlyMap<string, string>
  readonly expiryDays: number
}

const itemOf = (row: Row): string => `monitor "${textOf(row['name']).slice(0, 200)}" (${idOf(row['id'])})`

/** Adds the groups and checks of all monitors. */
export function addMonitors(draft: Draft, data: KumaData, references: References, choices: ImportChoices): void {
  const monitors = rowsOf(data, 'monitor')
  const byId = new Map(monitors.map((row) => [idOf(row['id']), row]))
  const beats = new Map(rowsOf(data, 'heartbeat').map((row) => [idOf(row['monitor_id']), row]))
  const groups = new Map<string, string>()
  const tokens = new Set<string>()
  const takeToken = (token: string): string | null => {
    if (tokens.has(token)) return null
    tokens.add(token)
    return token
  }
  for (const row of monitors) {
    if (textOf(row['type']) !== 'group') continue
    const [outermost] = foldersOf(row, byId)
    if (outermost === undefined) groups.set(idOf(row['id']), addGroup(draft, row, references))
    else reportGroup(draft, row)
  }
  for (const row of monitors)
    if (textOf(row['type']) !== 'group')
      addCheck({ draft, row, references, choices, folders: foldersOf(row, byId), groups, beats, takeToken })
}

/** The groups that a monitor is in, from the outermost; one that is in itself is in none. */
function foldersOf(row: Row, byId: ReadonlyMap<string, Row>): readonly Row[] {
  const parentOf = (one: Row): Row | undefined =>
    idOf(one['parent']) === '' ? undefined : byId.get(idOf(one['parent']))
  const folders: Row[] = []
  for (let parent = parentOf(row); parent; parent = parentOf(parent)) {
    if (parent === row || folders.includes(parent) || folders.length > 100) return []
    folders.unshift(parent)
  }
  return folders
}

const isActiveRow = (row: Row): boolean => !('active' in row) || isOn(row['active'])
const nameOf = (row: Row): string => textOf(row['name']).slice(0, 512) || `Monitor ${idOf(row['id'])}`
const shortTag = (tag: string): string => tag.slice(0, 255)
const mostTags = 100

function addGroup(draft: Draft, row: Row, references: References): string {
  const id = idOf(row['id'])
  const { fields } = reportGroup(draft, row)
  const tags = references.tags.get(id) ?? []
  if (tags.length > 0)
    draft.report({ item: fields.item, field: 'tags', fate: 'approximated', note: 'All checks of the group have them.' })
  const isActive = isActiveRow(row)
  const value = {
    name: nameOf(row),
    ...(tags.length > 0 && { tags: tags.map(shortTag).slice(0, mostTags) }),
    ...(!isActive && { activated: false }),
  }
  return draft.add({ section: 'groups', logicalId: `kuma-${id}`, item: fields.item, value })
}

function reportGroup(draft: Draft, row: Row): { readonly fields: SourceFields } {
  const { used, ofOthers } = sortColumns(row, 'group')
  const fields = new SourceFields(draft, itemOf(row), used)
  fields.value('id')
  fields.exact('name', 'type', 'parent', 'active')
  fields.ignored(
    'user_id',
    'weight',
    'created_date',
    'description',
    'interval',
    'retry_interval',
    'timeout',
    'maxretries',
  )
  fields.ignored('resend_interval', 'upside_down', 'domain_expiry_notification', ...ofOthers)
  fields.finish()
  return { fields }
}

interface CheckInput {
  readonly draft: Draft
  readonly row: Row
  readonly references: References
  readonly choices: ImportChoices
  readonly folders: readonly Row[]
  /** Logical ids of groups. */
  readonly groups: ReadonlyMap<string, string>
  /** The last heartbeats. */
  readonly beats: ReadonlyMap<string, Row>
  readonly takeToken: (token: string) => string | null
}

function addCheck({ draft, row, references, choices, folders, groups, beats, takeToken }: CheckInput): void {
  const type = textOf(row['type'])
  const { used, ofOthers } = sortColumns(row, type)
  const fields = new SourceFields(draft, itemOf(row), used)
  const id = idOf(row['id'])
  const intervalSeconds = Math.max(1, fields.number('interval') ?? 60)
  const monitor = {
    draft,
    choices,
    fields,
    id,
    type,
    intervalSeconds,
    expiryDays: references.expiryDays,
    columns: Object.keys(used).filter(isOfSomeTypes),
    takeToken,
  }
  fields.value('id')
  fields.value('type')
  fields.ignored('user_id', 'weight', 'created_date', ...ofOthers)
  fields.ignored('save_response', 'save_error_response', 'response_max_length')
  const own = readOwn(monitor)
  if (own === null) return
  // A group that is not active pauses its checks; groups inside it do not exist here.
  const isActive = [row, ...folders.slice(1)].every(isActiveRow)
  const value: Value = {
    ...locationsIn(monitor, references),
    ...generalOf(monitor),
    ...own,
    ...(!isActive && { activated: false }),
    ...placeIn(folders, groups, [...tagsOf(monitor, references, folders)]),
    ...scheduleFields(monitor, checkTypeOf(own)),
    ...alertsOf(monitor, references, checkTypeOf(own)),
  }
  fields.exact('active', 'parent')
  fields.finish()
  draft.add({
    section: 'checks',
    logicalId: `kuma-${id}`,
    item: fields.item,
    value,
    ...([row, ...folders].every(isActiveRow) ? stateOf(beats.get(id)) : { state: 'paused' }),
  })
}

/** Sound for values of readers, which name a type. */
const checkTypeOf = (own: Value): CheckType => {
  const { checkType } = own
  return Object.hasOwn(checkTypes, String(checkType)) ? (String(checkType) as CheckType) : 'URL'
}
const isInbound = (type: CheckType): boolean => descriptorOf(type).execution === 'inbound'

function stateOf(beat: Row | undefined): Pick<ImportedResource, 'state' | 'reason'> {
  const status = textOf(beat?.['status'])
  if (status === '1') return { state: 'up' }
  if (status !== '0') return { state: 'unknown' }
  const reason = textOf(beat?.['msg']).slice(0, mostReason)
  return reason === '' ? { state: 'down' } : { state: 'down', reason }
}

const mostReason = 500

/** Types that can be upside down here. */
const invertible: ReadonlySet<string> = new Set(['http', 'keyword', 'json-query', 'port'])

function readOwn(monitor: MonitorImport): Value | null {
  const { fields, type } = monitor
  const read = Object.hasOwn(monitorTypes, type) ? monitorTypes[type] : undefined
  if (!read)
    return without(
      monitor,
      `The type "${type.slice(0, 40)}" is unknown. A newer version of Uptime Kuma may have added it.`,
    )
  if (fields.flag('upside_down') === true && !invertible.has(type)) {
    fields.impossible('upside_down', 'Checks of this type cannot expect a failure.')
    return without(monitor, 'It is upside down, which checks of this type cannot be.')
  }
  return read(monitor)
}

/** Where a check runs, unless it says so itself; pings come from anywhere. */
function locationsIn({ fields, type, choices }: MonitorImport, { proxies }: References): Value {
  if (type === 'push') return {}
  const proxy = fields.text('proxy_id')
  const location = proxy === null ? undefined : proxies.get(proxy)
  if (location === undefined) {
    fields.impossible('proxy_id', 'This proxy is unknown, inactive or no HTTP proxy: the check runs without it.')
    return { locations: [choices.location] }
  }
  fields.approximated('proxy_id', 'Runs at a private location that uses the proxy, once an agent is started there.')
  return { privateLocations: [location] }
}

function generalOf({ fields, id }: MonitorImport): Value {
  const name = fields.text('name') ?? `Monitor ${id}`
  const description = fields.text('description')
  if (name.length > 512) fields.approximated('name', 'It is cut to 512 characters.')
  else fields.exact('name')
  if ((description?.length ?? 0) > 500) fields.approximated('description', 'It is cut to 500 characters.')
  else fields.exact('description')
  return { name: name.slice(0, 512), ...(description !== null && { description: description.slice(0, 500) }) }
}

function* tagsOf({ id, fields, draft }: MonitorImport, { tags, windows }: References, folders: readonly Row[]) {
  const own = tags.get(id) ?? []
  if (own.length > 0) draft.report({ item: fields.item, field: 'tags', fate: 'exact', note: '' })
  yield* own
  for (const one of [id, ...folders.map((row) => idOf(row['id']))]) yield* windows.get(one) ?? []
}

function placeIn(folders: readonly Row[], groups: ReadonlyMap<string, string>, tags: readonly string[]): Value {
  const place = placeOf(folders.map(nameOf))
  const [outermost] = folders
  const group = outermost === undefined ? undefined : groups.get(idOf(outermost['id']))
  const all = [...new Set([...tags, ...(place.tag === null ? [] : [place.tag])].map(shortTag))].filter(
    (tag) => tag !== '',
  )
  return { ...(group !== undefined && { group }), ...(all.length > 0 && { tags: all.slice(0, mostTags) }) }
}

function scheduleFields({ fields, intervalSeconds }: MonitorImport, type: CheckType): Value {
  if (isInbound(type)) return {}
  const schedule = scheduleOf(intervalSeconds, descriptorOf(type).subMinute === true ? 10 : 60)
  if (schedule.note === null) fields.exact('interval')
  else fields.approximated('interval', schedule.note)
  return schedule.fields
}

function alertsOf(monitor: MonitorImport, references: References, type: CheckType): Value {
  const { fields, id, draft, intervalSeconds } = monitor
  if (type !== 'SSL') {
    const days = Math.min(30, references.expiryDays)
    fields.approximated('expiry_notification', `Its alert channels warn ${days} days before.`)
  }
  fields.impossible('domain_expiry_notification', 'When a domain ends is not watched.')
  const retries = retriesIn(monitor, type)
  const reminders = remindersOf((fields.number('resend_interval') ?? 0) * intervalSeconds)
  if (reminders.note === null) fields.exact('resend_interval')
  else fields.approximated('resend_interval', reminders.note)
  const channels = references.channels.get(id) ?? []
  if (channels.length > 0) draft.report({ item: fields.item, field: 'notifications', fate: 'exact', note: '' })
  return {
    ...(!isInbound(type) && { retryStrategy: retries.retryStrategy }),
    ...alertFieldsOf(retries.escalation, reminders),
    ...(channels.length > 0 && { alertChannels: channels }),
    ...incidentOf(monitor, references),
  }
}

function retriesIn({ fields, intervalSeconds }: MonitorImport, type: CheckType) {
  const failures = isInbound(type) ? 0 : (fields.number('maxretries') ?? 0)
  const retrySeconds = fields.number('retry_interval') || intervalSeconds
  const retries = retriesOf({ failures, retrySeconds, intervalSeconds })
  if (retries.note !== null) fields.approximated('maxretries', retries.note)
  if (!isInbound(type)) fields.exact('retry_interval')
  return retries
}

/** A check whose monitor is on a status page opens an incident there. */
function incidentOf({ fields, id }: MonitorImport, { services }: References): Value {
  const service = services.get(id)
  const name = `${(fields.text('name') ?? 'A service').slice(0, 480)} is down`
  return service === undefined ? {} : { triggerIncident: { service, severity: 'MAJOR', name } }
}
