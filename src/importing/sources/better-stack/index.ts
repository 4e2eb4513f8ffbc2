import { commonFields } from '../../counterparts/common-fields.ts'
import { plainHook } from '../../counterparts/chat-channels.ts'
import { NamedGroups } from '../../counterparts/groups-of-names.ts'
import { Channels } from '../../counterparts/hosted/channels.ts'
import { heartbeatCheck } from '../../counterparts/hosted/checks.ts'
import { Places } from '../../counterparts/hosted/places.ts'
import { Services } from '../../counterparts/hosted/status-page.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { Draft, maxImported } from '../../draft.ts'
import { SourceProblem } from '../../imported.ts'
import type { Source } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { betterStackApi } from './api.ts'
import { sharedFrom, stateOf } from './shared-from.ts'
import type { Context } from './shared-from.ts'
import { exportOf } from './export-of.ts'
import type { Item } from './export-of.ts'
import { readMonitor } from './monitor.ts'
import { addPages } from './pages.ts'

export const betterStack: Source = {
  name: 'better-stack',
  title: 'Better Stack',
  takes: 'Answers of its Uptime API as JSON: monitors, heartbeats, their groups, status pages and outgoing webhooks.',
  api: betterStackApi,
  read: async (files, choices) => {
    const found = exportOf(files)
    if (found.monitors.length + found.heartbeats.length + found.resources.length > maxImported / 2)
      throw new SourceProblem(`One import takes at most ${maxImported / 2} monitors, heartbeats and services.`)
    const draft = new Draft()
    const channels = new Channels(draft)
    const services = new Services(draft)
    const places = new Places(choices)
    const told = found.webhooks.flatMap((webhook) => readWebhook(webhook, draft, channels))
    addPages(found, draft, services)
    const nameOf = ({ id, attributes }: Item) => [id, textIn(attributes['name'])] as const
    const shared = { draft, groups: new NamedGroups(draft), places, channels, services, told }
    for (const one of found.monitors) readMonitor(one, { ...shared, groupNames: new Map(found.groups.map(nameOf)) })
    for (const one of found.heartbeats)
      readHeartbeat(one, { ...shared, groupNames: new Map(found.heartbeatGroups.map(nameOf)) })
    channels.finish()
    return { ...draft.finish(), places: places.missing }
  },
}

/** A webhook of incidents is told of every check. */
function readWebhook({ id, attributes }: Item, draft: Draft, channels: Channels): readonly string[] {
  const name = textIn(attributes['name']) || `Webhook ${id}`
  const item = `outgoing webhook "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, attributes)
  const url = fields.text('url') ?? ''
  const trigger = fields.text('trigger_type') ?? 'incident_change'
  const isIncident = trigger === 'incident_change' && /^https?:\/\//i.test(url)
  fields.exact('name', 'url')
  if (isIncident) {
    channels.add(id, item, plainHook(draft, name.slice(0, 200), url), {
      sendFailure: fields.flag('on_incident_started') ?? true,
      sendRecovery: fields.flag('on_incident_resolved') ?? true,
    })
    fields.exact('trigger_type', 'on_incident_started', 'on_incident_resolved')
  } else fields.impossible('trigger_type', 'Only webhooks of incidents become channels.')
  fields.approximated('custom_webhook_template_attributes', 'The message is ours: write a template with our variables.')
  fields.ignored('on_incident_acknowledged', 'on_incident_comment', 'on_incident_reopened', 'team_name')
  fields.ignored('notify_alongside_primary_responder')
  fields.ignoredUnlessRead('on_incident_started', 'on_incident_resolved')
  fields.finish()
  return isIncident ? [id] : []
}

function readHeartbeat({ id, attributes }: Item, context: Context): void {
  const { draft, groups, groupNames, services } = context
  const name = textIn(attributes['name']) || `Heartbeat ${id}`
  const item = `heartbeat "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, attributes)
  const { tags, ...shared } = sharedFrom(fields, context, { id: `heartbeat-${id}`, waits: null })
  const state = stateOf(fields)
  const group = fields.text('heartbeat_group_id')
  const value = {
    ...commonFields({ name, tags }),
    ...groups.fieldOf(group === null ? null : (groupNames.get(group) ?? null)),
    activated: state !== 'paused',
    ...shared,
    ...services.incidentOf(`Heartbeat-${id}`, name),
    ...heartbeatCheck(fields.number('period') ?? 86_400, fields.number('grace') ?? 0),
  }
  draft.add({ section: 'checks', logicalId: `heartbeat-${id}`, item, value, state })
  fields.exact('name', 'period', 'grace', 'status', 'paused', 'heartbeat_group_id')
  fields.impossible('url', 'The address is another one here: give the job the address that the check shows.')
  fields.ignored('server_timezone')
  fields.finish()
}
