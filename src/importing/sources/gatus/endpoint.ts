import { isFields } from '#contract'
import { SourceFields } from '../../source-fields.ts'
import { alertsOf } from './alerts.ts'
import { named, scheduleFrom, tagsFrom } from './context.ts'
import type { Context } from './context.ts'
import type { MadeCheck } from './read-conditions.ts'
import { httpValue } from './http.ts'
import { targetValue } from './targets.ts'
import { windowsOf } from './maintenance.ts'
import { textIn } from '../../counterparts/text-in.ts'

const paused = { state: 'paused' } as const

/** Imports one endpoint: its check, its alerts and its maintenance. */
export function readEndpoint(given: Readonly<Record<string, unknown>>, context: Context, index: number): void {
  const group = typeof given['group'] === 'string' && given['group'] !== '' ? given['group'] : null
  const name = textIn(given['name']).trim() || `endpoint ${index + 1}`
  const item = `endpoint "${named(group, name)}"`
  const fields = new SourceFields(context.draft, item, given)
  fields.exact('name', 'group')
  const made =
    isFields(given['dns']) || !/^https?:\/\//i.test(textIn(given['url']))
      ? targetValue(fields, context)
      : httpValue(fields, context, name)
  const enabled = fields.flag('enabled') ?? true
  fields.exact('enabled')
  if (made !== null) addCheck({ fields, context, group, name, item }, made, enabled)
  else fields.ignored('conditions', 'alerts', 'interval', 'body', 'maintenance-windows', 'extra-labels')
  fields.ignored('ui')
  fields.finish()
}

interface Endpoint {
  readonly fields: SourceFields
  readonly context: Context
  readonly group: string | null
  readonly name: string
  readonly item: string
}

function addCheck({ fields, context, group, name, item }: Endpoint, made: MadeCheck, enabled: boolean): void {
  const { draft, channels, groups, location, states } = context
  const { schedule, seconds } = scheduleFrom(fields, 60, made.shortest)
  const id = named(group, name)
  const windowTag = windowsOf(fields.list('maintenance-windows'), {
    draft,
    item,
    tag: `maintenance:${id}`.slice(0, 255),
  })
  if (windowTag) fields.exact('maintenance-windows')
  const { tags = [] } = tagsFrom(fields)
  const common = {
    locations: [location],
    ...groups.fieldOf(group),
    ...(tags.length > 0 || windowTag ? { tags: [...tags, ...(windowTag ? [windowTag] : [])] } : {}),
    activated: enabled && made.isSound,
    retryStrategy: null,
    ...alertsOf(fields.list('alerts'), { draft, channels, item, group, everySeconds: seconds }),
  }
  draft.add({
    section: 'checks',
    logicalId: id,
    item,
    value: { name: name.slice(0, 512), ...common, ...schedule, ...made.value },
    ...(enabled ? states.get(id) : paused),
  })
  if (made.beside) {
    const value = { name: `${name} (certificate)`.slice(0, 512), ...common, frequency: 60, ...made.beside }
    draft.add({ section: 'checks', logicalId: `${id}-certificate`, item, value })
  }
}
