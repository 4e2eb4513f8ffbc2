import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import { alertsOf } from './alerts.ts'
import { named, tagsFrom } from './context.ts'
import type { Context } from './context.ts'
import { windowsOf } from './maintenance.ts'
import { textIn } from '../../counterparts/text-in.ts'

const day = 86_400

/** An endpoint whose results are pushed becomes a heartbeat. */
export function readPushed(
  given: Readonly<Record<string, unknown>>,
  { draft, channels, groups, states }: Context,
  index: number,
): void {
  const group = typeof given['group'] === 'string' && given['group'] !== '' ? given['group'] : null
  const name = textIn(given['name']).trim() || `external endpoint ${index + 1}`
  const id = named(group, name)
  const item = `external endpoint "${id}"`
  const fields = new SourceFields(draft, item, given)
  fields.exact('name', 'group', 'enabled')
  const period = periodFrom(fields, draft)
  fields.approximated(
    'token',
    'The check has a ping address: let the job call it, or see the page on pings of other tools.',
  )
  const tag = windowsOf(fields.list('maintenance-windows'), { draft, item, tag: `maintenance:${id}`.slice(0, 255) })
  const { tags = [] } = tagsFrom(fields)
  const value = {
    checkType: 'HEARTBEAT',
    name: name.slice(0, 512),
    ...groups.fieldOf(group),
    ...(tags.length > 0 || tag ? { tags: [...tags, ...(tag ? [tag] : [])] } : {}),
    activated: fields.flag('enabled') ?? true,
    heartbeat: { period, periodUnit: 'seconds', grace: 0, graceUnit: 'seconds' },
    ...alertsOf(fields.list('alerts').filter(isFields), { draft, channels, item, group, everySeconds: period }),
  }
  draft.add({ section: 'checks', logicalId: id, item, value, ...states.get(id) })
  fields.ignored('ui')
  fields.finish()
}

/** Seconds between two pings; a year where none are awaited. */
function periodFrom(fields: SourceFields, draft: Draft): number {
  const heartbeat = fields.fields('heartbeat')
  const seconds = secondsOf(heartbeat.text('interval')) ?? 0
  heartbeat.finish()
  const period = seconds > 0 ? Math.min(365 * day, Math.max(30, Math.round(seconds))) : 365 * day
  const unlike =
    seconds === 0
      ? 'Nothing is awaited there: it fails by a failure that is pushed, or after a year.'
      : `Expects a ping every ${period} seconds.`
  const isExact = period === seconds
  draft.report({
    item: fields.item,
    field: 'heartbeat.interval',
    fate: isExact ? 'exact' : 'approximated',
    note: isExact ? '' : unlike,
  })
  return period
}
