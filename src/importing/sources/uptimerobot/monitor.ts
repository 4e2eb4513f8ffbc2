import { commonFields } from '../../counterparts/common-fields.ts'
import type { NamedGroups } from '../../counterparts/groups-of-names.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import { leftOut, scheduleFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Places } from '../../counterparts/hosted/places.ts'
import type { Services } from '../../counterparts/hosted/status-page.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { escalationAfter, retriesOf } from '../../counterparts/retries.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceState } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { monitorTypes } from './monitor-types.ts'
import { nameOf } from './monitor-name.ts'
import { windowTag } from './windows.ts'

export interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  readonly groupNames: ReadonlyMap<string, string>
  readonly places: Places
  readonly channels: Channels
  readonly services: Services
  /** Ids of monitors by those of the windows that were added. */
  readonly windows: ReadonlyMap<string, ReadonlySet<string>>
}

/** Imports one monitor as a check. */
export function readMonitor(given: Fields, context: Context): void {
  const { draft } = context
  const id = textIn(given['id'])
  const name = nameOf(given)
  const item = `monitor "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const config = fields.fields('config')
  const type = (fields.text('type') ?? '').toUpperCase()
  const read = Object.hasOwn(monitorTypes, type) ? monitorTypes[type] : undefined
  const made = read
    ? read({ draft, fields, config, name, seconds: secondsOf(fields) })
    : leftOut(
        draft,
        item,
        `There is no check for the type ${type.slice(0, 40)}: a heartbeat of a small job could stand in.`,
      )
  fields.exact('friendlyName', 'type', 'id', 'status')
  if (made !== null) {
    const value = { ...valueFrom(fields, context, { draft, id, name, type, config, made }), ...made }
    draft.add({ section: 'checks', logicalId: `monitor-${id}`, item, value, state: stateOf(fields.text('status')) })
  }
  config.ignored('udp')
  config.finish()
  reportRest(fields)
}

const secondsOf = (fields: SourceFields): number => Math.max(1, fields.number('interval') ?? 300)

const stateOf = (status: string | null): SourceState => {
  const plain = (status ?? '').toUpperCase()
  return plain === 'UP' ? 'up' : plain === 'DOWN' ? 'down' : plain === 'PAUSED' ? 'paused' : 'unknown'
}

interface Made {
  readonly draft: Draft
  readonly id: string
  readonly name: string
  readonly type: string
  readonly config: SourceFields
  readonly made: Value
}

function valueFrom(fields: SourceFields, context: Context, about: Made): Value {
  const { id, name, type, config, made } = about
  const { groups, groupNames, places, channels, services, windows } = context
  const contacts = listIn(fields.value('assignedAlertContacts'))
  const ids = contacts.map(({ alertContactId, id: own }) => textIn(alertContactId ?? own))
  const group = fields.text('groupId')
  fields.exact('groupId')
  if (type === 'HEARTBEAT') fields.exact('interval')
  warn(fields, config, { channels, ids })
  return {
    ...commonFields({ name, tags: [...tagsFrom(fields), ...windowTagsFrom(fields, windows, id)] }),
    ...(group === null ? {} : groups.fieldOf(groupNames.get(group) ?? null)),
    activated: stateOf(fields.text('status')) !== 'paused',
    ...(type !== 'HEARTBEAT' && locationsFrom(fields, places)),
    ...(type !== 'HEARTBEAT' && scheduleOf(fields, made)),
    ...alertsFrom(fields, contacts, about),
    ...channels.subscribed(fields, 'assignedAlertContacts', ids),
    ...services.incidentOf(id, name),
  }
}

const scheduleOf = (fields: SourceFields, { checkType }: Value): Value =>
  scheduleFrom(
    fields,
    'interval',
    secondsOf(fields),
    checkType === 'URL' || checkType === 'DNS' || checkType === 'ICMP' ? 60 : 10,
  )

function tagsFrom(fields: SourceFields): readonly string[] {
  const tags = fields.list('tags').map((tag) => (typeof tag === 'string' ? tag : textIn(Object(tag).name)))
  const names = fields.list('tagNames').map(textIn)
  fields.exact('tags', 'tagNames')
  return [...new Set([...tags, ...names])].filter((tag) => tag !== '')
}

function windowTagsFrom(fields: SourceFields, windows: Context['windows'], id: string): readonly string[] {
  const named = [
    ...listIn(fields.value('maintenanceWindows')).map((window) => textIn(window['id'])),
    ...fields.list('maintenanceWindowsIds').map(textIn),
  ]
  fields.exact('maintenanceWindows', 'maintenanceWindowsIds')
  const own = [...windows].filter(([window, monitors]) => monitors.has(id) || named.includes(window))
  return own.map(([window]) => windowTag(window))
}

/** Regions are in `REGION`; a monitor without any runs where the tool decides. */
function locationsFrom(fields: SourceFields, places: Places): Value {
  const field = fields.has('regionalData') ? 'regionalData' : 'regionData'
  const given = fields.value(field)
  const regions: unknown = typeof given === 'object' && given !== null ? Object(given).REGION : given
  const names = (Array.isArray(regions) ? regions : [regions]).map(textIn)
  return places.of(fields, field, names)
}

/** The least time that a contact waits: alerts are of checks here, not of contacts. */
function alertsFrom(fields: SourceFields, contacts: readonly Fields[], { draft, type, config }: Made): Value {
  const isPinged = type === 'HEARTBEAT'
  const thresholds = minutesIn(contacts, 'threshold')
  const recurrences = minutesIn(contacts, 'recurrence')
  const after = isPinged ? null : waitOf(thresholds)
  const reminders = remindersOf(leastOf(recurrences))
  const differs = [thresholds, recurrences].some((minutes) => new Set(minutes).size > 1)
  const shared = differs ? 'All contacts are told when the first one is.' : null
  const notes = [after?.note, reminders.note, shared].filter((note) => typeof note === 'string')
  reportWaits(draft, fields.item, notes)
  const retries = retriesOf({
    failures: config.number('applicationErrorRetries') ?? 0,
    retrySeconds: 0,
    intervalSeconds: 60,
  })
  config.exact('applicationErrorRetries')
  return {
    retryStrategy: isPinged ? null : retries.retryStrategy,
    ...alertFieldsOf(after?.escalation ?? retries.escalation, reminders),
  }
}

function reportWaits(draft: Draft, item: string, notes: readonly string[]): void {
  if (notes.length === 0) return
  draft.report({ item, field: 'assignedAlertContacts.threshold', fate: 'approximated', note: notes.join(' ') })
}

/** The wait of the contact that waits least; null for one that waits for nothing. */
function waitOf(thresholds: readonly number[]) {
  const least = Math.min(...thresholds, longestWait)
  return thresholds.length === 0 || least === 0 ? null : escalationAfter(least * 60)
}

/** Seconds; null without any. */
function leastOf(minutes: readonly number[]): number | null {
  const given = minutes.filter((one) => one > 0)
  return given.length === 0 ? null : Math.min(...given) * 60
}

const longestWait = 30

const minutesIn = (contacts: readonly Fields[], name: string): readonly number[] =>
  contacts.map((contact) => Number(textIn(contact[name])) || 0)

const usualDays = 30

function warn(fields: SourceFields, config: SourceFields, about: Warned): void {
  const days = config
    .list('sslExpirationPeriodDays')
    .map(Number)
    .filter((day) => day > 0)
  config.exact('sslExpirationPeriodDays')
  if (fields.flag('sslExpirationReminder') !== true) return fields.exact('sslExpirationReminder')
  about.channels.warnOfCertificates(fields, 'sslExpirationReminder', {
    ids: about.ids,
    days: days.length === 0 ? usualDays : Math.max(...days),
  })
}

interface Warned {
  readonly channels: Channels
  readonly ids: readonly string[]
}

function reportRest(fields: SourceFields): void {
  if (fields.flag('domainExpirationReminder'))
    fields.impossible('domainExpirationReminder', 'The end of the registration of a domain is not checked.')
  else fields.ignored('domainExpirationReminder')
  if (fields.text('customFields') !== null || Object.keys(Object(fields.value('customFields'))).length > 0)
    fields.impossible('customFields', 'Add what is needed to the description.')
  fields.ignored(...ofTheSource)
  fields.ignoredUnlessRead(...ofSomeTypes)
  fields.finish()
}

const ofTheSource = (
  'sslBrand sslExpiryDateTime domainExpireDate currentStateDuration lastIncidentId userId lastIncident lastDayUptimes ' +
  'createDateTime apiKey psps ssl logs responseTimes response_times average_response_time all_time_uptime_ratio ' +
  'custom_uptime_ratio custom_uptime_ranges is_group_main lastCheckDateTime updateDateTime'
).split(' ')

/** The API has them for every type. */
const ofSomeTypes = (
  'url port interval timeout gracePeriod keywordValue keywordType keywordCaseType httpMethodType authType httpUsername ' +
  'httpPassword customHttpHeaders successHttpResponseCodes followRedirections checkSSLErrors postValueType postValueData ' +
  'responseTimeThreshold tags groupId assignedAlertContacts maintenanceWindows regionalData sslExpirationReminder'
).split(' ')
