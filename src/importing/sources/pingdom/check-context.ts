import type { Fields } from '../../counterparts/hosted/answers.ts'
import { listIn } from '../../counterparts/hosted/answers.ts'
import type { Channels } from '../../counterparts/hosted/channels.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Places } from '../../counterparts/hosted/places.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { retriesOf } from '../../counterparts/retries.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

export interface Context {
  readonly draft: Draft
  readonly places: Places
  readonly channels: Channels
  /** Ids of contacts, by `user` and `team` with their ids. */
  readonly members: ReadonlyMap<string, readonly string[]>
  /** Tags of maintenance, by `uptime` and `tms` with the ids of checks. */
  readonly windows: ReadonlyMap<string, readonly string[]>
}

/** Contacts and teams of a check; integrations are ids alone. */
export function subscriptionsFrom(
  fields: SourceFields,
  { channels, members }: Context,
): { value: Value; ids: readonly string[] } {
  const users = [...fields.list('userids'), ...fields.list('contact_ids')].map((id) => `user ${textIn(id)}`)
  const given = [
    ...fields.list('teamids'),
    ...fields.list('team_ids'),
    ...listIn(fields.value('teams')).map(({ id }) => id),
  ]
  const teams = given.map((id) => `team ${textIn(id)}`)
  const ids = [...new Set([...users, ...teams])].flatMap((key) => members.get(key) ?? [key])
  const field = fields.has('contact_ids') ? 'contact_ids' : 'userids'
  fields.exact('teamids', 'team_ids', 'teams')
  for (const name of ['integrationids', 'integration_ids'])
    if (fields.list(name).length > 0)
      fields.impossible(name, 'The API does not tell where integrations lead: make channels and subscribe the check.')
    else fields.ignored(name)
  return { value: channels.subscribed(fields, field, ids), ids }
}

/** The tool asks a second place before it counts a failure. */
export function alertsFrom(fields: SourceFields, secondsBetween: number): Value {
  const after = Math.max(1, Math.round(fields.number('sendnotificationwhendown') ?? 1))
  const again = fields.number('notifyagainevery') ?? 0
  const retries = retriesOf({ failures: after - 1, retrySeconds: secondsBetween, intervalSeconds: secondsBetween })
  const reminders = remindersOf(again > 0 ? again * secondsBetween : null)
  if (retries.note === null) fields.exact('sendnotificationwhendown')
  else fields.approximated('sendnotificationwhendown', retries.note)
  if (reminders.note === null) fields.exact('notifyagainevery')
  else fields.approximated('notifyagainevery', reminders.note)
  fields.approximated('notifywhenbackup', 'Channels say whether they are told of recoveries.')
  return {
    retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1, maxDurationSeconds: 600, sameRegion: false },
    ...alertFieldsOf(retries.escalation, reminders),
  }
}

export function tagsFrom(fields: SourceFields): readonly string[] {
  const tags = fields.list('tags').map((tag) => (typeof tag === 'string' ? tag : textIn(Object(tag).name)))
  fields.exact('tags')
  return tags.filter((tag) => tag !== '')
}

export const named = (given: Fields, what: string): string => textIn(given['name']) || `${what} ${textIn(given['id'])}`
