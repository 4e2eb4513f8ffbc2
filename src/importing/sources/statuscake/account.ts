import { mail, plainHook, textMessage } from '../../counterparts/chat-channels.ts'
import type { ChannelValue } from '../../counterparts/chat-channels.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import { isTimezone, wallClockOf, windowValue } from '../../counterparts/hosted/windows.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

/** Adds a channel for each address of a group; returns their ids by groups. */
export function addContacts(
  groups: readonly Fields[],
  draft: Draft,
  channels: Channels,
): ReadonlyMap<string, readonly string[]> {
  return new Map(groups.map((given) => [textIn(given['id']), addContact(given, draft, channels)]))
}

function addContact(given: Fields, draft: Draft, channels: Channels): readonly string[] {
  const id = textIn(given['id'])
  const name = textIn(given['name']).slice(0, 200) || `Contact group ${id}`
  const item = `contact group "${name}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const addresses = fields.list('email_addresses').map((address) => mail(textIn(address)))
  const numbers = fields.list('mobile_numbers').map((number) => textMessage(name, textIn(number)))
  const url = fields.text('ping_url') ?? ''
  const hooks = /^https?:\/\//i.test(url) ? [plainHook(draft, name, url)] : []
  const made: readonly ChannelValue[] = [...addresses, ...numbers, ...hooks]
  fields.exact('name', 'id', 'email_addresses', 'mobile_numbers')
  fields.approximated('ping_url', 'The message is ours: write a template with our variables.')
  if (fields.list('integrations').length > 0)
    fields.impossible('integrations', 'The API does not tell where integrations lead: make channels by hand.')
  else fields.ignored('integrations')
  fields.finish()
  for (const [index, value] of made.entries()) channels.add(`${id}-${index + 1}`, item, value)
  return made.map((_value, index) => `${id}-${index + 1}`)
}

const repeats: Readonly<Record<string, { readonly unit: 'DAY' | 'WEEK' | 'MONTH'; readonly interval: number }>> = {
  '1d': { unit: 'DAY', interval: 1 },
  '1w': { unit: 'WEEK', interval: 1 },
  '2w': { unit: 'WEEK', interval: 2 },
  '1m': { unit: 'MONTH', interval: 1 },
}

/** Adds the windows; returns the tags that they make, by tests. */
export function addWindows(windows: readonly Fields[], draft: Draft): ReadonlyMap<string, readonly string[]> {
  const tags = new Map<string, readonly string[]>()
  for (const given of windows) {
    const id = textIn(given['id'])
    const name = textIn(given['name']) || `Maintenance ${id}`
    const item = `maintenance window "${name.slice(0, 200)}" (${id})`
    const fields = new SourceFields(draft, item, given)
    const tests = fields.list('tests').map(textIn)
    const own = tests.length > 0 ? [`statuscake-window-${id}`] : []
    const value = windowFrom(fields, name, [...own, ...fields.list('tags').map(textIn)])
    fields.exact('id', 'name', 'tests', 'tags')
    fields.ignored('state')
    fields.finish()
    if (value === null) continue
    draft.add({ section: 'maintenanceWindows', logicalId: `window-${id}`, item, value })
    for (const test of tests) tags.set(test, [...(tags.get(test) ?? []), ...own])
  }
  return tags
}

function windowFrom(fields: SourceFields, name: string, tags: readonly string[]): Fields | null {
  const zone = fields.text('timezone')
  const timezone = isTimezone(zone) ? zone : 'UTC'
  const [start, end] = [wallClockOf(fields.text('start_at'), timezone), wallClockOf(fields.text('end_at'), timezone)]
  const repeat = repeats[fields.text('repeat_interval') ?? 'never'] ?? null
  const seconds = start === null || end === null ? 0 : start.until(end).total('seconds')
  const value =
    start === null || tags.length === 0 ? null : windowValue({ name, start, seconds, timezone, repeat, tags })
  if (value === null)
    fields.impossible('start_at', 'Its times have no counterpart, or it has no tests: make a window by hand.')
  else fields.exact('start_at')
  fields.exact('end_at', 'repeat_interval')
  if (isTimezone(zone)) fields.exact('timezone')
  else fields.approximated('timezone', 'The time zone is unknown: UTC is used.')
  return value
}
