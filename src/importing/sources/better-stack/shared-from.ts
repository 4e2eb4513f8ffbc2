import { Temporal } from 'temporal-polyfill'
import type { NamedGroups } from '../../counterparts/groups-of-names.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Places } from '../../counterparts/hosted/places.ts'
import type { Services } from '../../counterparts/hosted/status-page.ts'
import { timeIn, weekdayFrom, windowValue } from '../../counterparts/hosted/windows.ts'
import type { HostedWindow } from '../../counterparts/hosted/windows.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { escalationAfter, retriesOf } from '../../counterparts/retries.ts'
import type { Escalation } from '../../counterparts/retries.ts'
import type { Draft } from '../../draft.ts'
import type { SourceState } from '../../imported.ts'
import type { SourceFields } from '../../source-fields.ts'
import { zoneOf } from './zones.ts'

export interface Context {
  readonly draft: Draft
  readonly groups: NamedGroups
  /** Names by ids, of monitors and of heartbeats. */
  readonly groupNames: ReadonlyMap<string, string>
  readonly places: Places
  readonly channels: Channels
  readonly services: Services
  /** Of the channels that are told of every incident. */
  readonly told: readonly string[]
}

export const stateOf = (fields: SourceFields): SourceState => {
  const status = fields.text('status') ?? ''
  if (fields.flag('paused') === true || status === 'paused') return 'paused'
  return status === 'up' || status === 'down' ? status : 'unknown'
}

/** Alerts, maintenance and what the tool does with people. `id` is unique, `waits` the field of seconds before an alert. */
export function sharedFrom(
  fields: SourceFields,
  context: Context,
  { id, waits }: { readonly id: string; readonly waits: string | null },
): Value & { readonly tags: readonly string[] } {
  const recovers = (fields.number('recovery_period') ?? 0) > 0
  fields.noted('recovery_period', recovers ? 'A check recovers with the first run that passes.' : null)
  reportPeople(fields)
  return {
    retryStrategy: null,
    ...alertFieldsOf(escalationFrom(fields, waits), remindersOf(null)),
    ...context.channels.subscribed(fields, 'outgoing_webhooks', context.told),
    tags: maintenanceFrom(fields, context.draft, id),
  }
}

function escalationFrom(fields: SourceFields, waits: string | null): Escalation {
  const usual = retriesOf({ failures: 0, retrySeconds: 0, intervalSeconds: 60 })
  if (waits === null) return usual.escalation
  const seconds = fields.number(waits) ?? 0
  const { escalation, note } = seconds > 0 ? escalationAfter(seconds) : usual
  fields.noted(waits, note)
  return escalation
}

function reportPeople(fields: SourceFields): void {
  for (const name of ['call', 'sms', 'email', 'push', 'critical_alert'])
    if (fields.flag(name) === true)
      fields.impossible(name, 'The person on call is told there: subscribe the check to a channel.')
    else fields.ignored(name)
  for (const name of ['policy_id', 'expiration_policy_id', 'team_wait'])
    fields.impossible(name, 'There are no escalations: subscribe the check to the channels of those who act.')
  fields.ignored('team_name', 'created_at', 'updated_at', 'paused_at', 'last_checked_at', 'sort_index')
}

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const earliest = Temporal.PlainDate.from('2025-01-01')

/** Days of the week from 1, a Monday; null is every day. */
function daysIn(fields: SourceFields): readonly (number | null)[] {
  const given = fields.list('maintenance_days').map((day) => days.indexOf(String(day).slice(0, 3).toLowerCase()) + 1)
  const known = given.filter((day) => day > 0)
  return known.length === 0 || known.length === days.length ? [null] : known
}

function startOn(day: number | null, time: Temporal.PlainTime): Pick<HostedWindow, 'start' | 'repeat'> {
  const first = day === null ? earliest : weekdayFrom(earliest, day)
  return { start: first.toPlainDateTime(time), repeat: { unit: day === null ? 'DAY' : 'WEEK', interval: 1 } }
}

/** A window of the item alone, which pauses it; the tag that it covers. */
function maintenanceFrom(fields: SourceFields, draft: Draft, id: string): readonly string[] {
  const [from, to] = [timeIn(fields.text('maintenance_from')), timeIn(fields.text('maintenance_to'))]
  const zone = zoneOf(fields.text('maintenance_timezone') ?? 'UTC')
  fields.exact('maintenance_from', 'maintenance_to', 'maintenance_days')
  fields.noted('maintenance_timezone', zone === null ? 'The time zone is unknown: UTC is used.' : null)
  if (from === null || to === null || from.equals(to)) return []
  const seconds = (Math.round(from.until(to).total('seconds')) + 86_400) % 86_400
  const tag = `better-stack-${id}`
  const window = { name: `Maintenance of ${fields.item}`, seconds, timezone: zone ?? 'UTC', tags: [tag] }
  for (const day of daysIn(fields)) {
    const value = windowValue({ ...window, ...startOn(day, from) })
    if (value !== null)
      draft.add({
        section: 'maintenanceWindows',
        logicalId: `${id}-${day ?? 'daily'}`,
        item: fields.item,
        value,
      })
  }
  return [tag]
}
