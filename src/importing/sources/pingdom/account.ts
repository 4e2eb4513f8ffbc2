import { mail, textMessage } from '../../counterparts/chat-channels.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import { wallClockOf, windowValue } from '../../counterparts/hosted/windows.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

/** Adds a channel for each address of a contact; returns their ids by `user` and `team` with those of the source. */
export function addContacts(
  { contacts, teams }: { readonly contacts: readonly Fields[]; readonly teams: readonly Fields[] },
  draft: Draft,
  channels: Channels,
): ReadonlyMap<string, readonly string[]> {
  const members = new Map(contacts.map((given) => [`user ${textIn(given['id'])}`, addContact(given, draft, channels)]))
  for (const given of teams) {
    const fields = new SourceFields(draft, `team "${textIn(given['name'])}" (${textIn(given['id'])})`, given)
    const found = listIn(fields.value('members')).flatMap(({ id }) => members.get(`user ${textIn(id)}`) ?? [])
    members.set(`team ${textIn(given['id'])}`, found)
    fields.approximated('members', 'Checks of the team notify the channels of its members.')
    fields.exact('name', 'id')
    fields.finish()
  }
  return members
}

function addContact(given: Fields, draft: Draft, channels: Channels): readonly string[] {
  const id = textIn(given['id'])
  const name = textIn(given['name']) || `Contact ${id}`
  const item = `contact "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const targets = fields.fields('notification_targets')
  const mails = listIn(targets.value('email')).map(({ address }) => mail(textIn(address)))
  const numbers = listIn(targets.value('sms')).map((sms) => {
    const code = textIn(sms['country_code']).replace(/^\+/, '')
    return textMessage(name.slice(0, 200), `${code === '' ? '' : `+${code}`}${textIn(sms['number'])}`)
  })
  const made = [...mails, ...numbers]
  const isPaused = fields.flag('paused') === true
  targets.approximated('email', 'Told of high and low severity alike.')
  targets.approximated('sms', 'Told of high and low severity alike.')
  for (const app of ['apns', 'agcm'])
    targets.impossible(app, 'Open the web interface on the phone and allow notifications.')
  targets.finish()
  if (isPaused) fields.impossible('paused', 'It is paused there: not imported.')
  else fields.exact('paused')
  fields.exact('name', 'id')
  fields.ignored('type', 'owner', 'teams')
  fields.finish()
  const ids = isPaused ? [] : made.map((_value, index) => `${id}-${index + 1}`)
  for (const [index, one] of ids.entries()) {
    const value = made[index]
    if (value) channels.add(one, item, value)
  }
  return ids
}

const units: Readonly<Record<string, 'DAY' | 'WEEK' | 'MONTH'>> = { day: 'DAY', week: 'WEEK', month: 'MONTH' }

/** Adds the windows; returns their tags by `uptime` and `tms` with the ids of checks. */
export function addMaintenance(windows: readonly Fields[], draft: Draft): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>()
  for (const given of windows) {
    const id = textIn(given['id'])
    const name = textIn(given['description']) || `Maintenance ${id}`
    const item = `maintenance "${name.slice(0, 200)}" (${id})`
    const fields = new SourceFields(draft, item, given)
    const tag = `pingdom-maintenance-${id}`
    const checks = fieldsIn(fields.value('checks'))
    const value = windowFrom(fields, name, tag)
    fields.exact('id', 'description', 'checks')
    if (value === null) fields.impossible('from', 'Its times have no counterpart: make a window by hand.')
    else {
      draft.add({ section: 'maintenanceWindows', logicalId: `maintenance-${id}`, item, value })
      for (const kind of ['uptime', 'tms'])
        for (const check of Array.isArray(checks[kind]) ? checks[kind] : []) {
          const key = `${kind} ${textIn(check)}`
          tags.set(key, [...(tags.get(key) ?? []), tag])
        }
    }
    fields.finish()
  }
  return tags
}

function windowFrom(fields: SourceFields, name: string, tag: string): Fields | null {
  const [from, to] = [fields.number('from'), fields.number('to')]
  const start = wallClockOf(from, 'UTC')
  const unit = units[(fields.text('recurrencetype') ?? 'none').toLowerCase()]
  const until = unit === undefined ? null : wallClockOf(fields.number('effectiveto'), 'UTC')
  const interval = Math.max(1, fields.number('repeatevery') ?? 1)
  fields.exact('from', 'to', 'recurrencetype', 'repeatevery', 'effectiveto')
  fields.ignored('duration', 'duration_unit')
  if (start === null || from === null || to === null) return null
  const repeat = unit === undefined ? null : { unit, interval }
  const isEndless = until === null || until.year > 2099
  return windowValue({
    name,
    start,
    seconds: to - from,
    timezone: 'UTC',
    repeat,
    until: isEndless ? null : until.toPlainDate().toString(),
    tags: [tag],
  })
}
