import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import { SourceFields } from '../../source-fields.ts'
import { alertsOf } from './alerts.ts'
import { named, tagsFrom } from './context.ts'
import type { Context } from './context.ts'
import { windowsOf } from './maintenance.ts'

const day = 86_400

/** An endpoint whose results are pushed becomes a heartbeat. */
export function readPushed(
  given: Readonly<Record<string, unknown>>,
  { draft, channels, groups }: Context,
  index: number,
): void {
  const group = typeof given['group'] === 'string' && given['group'] !== '' ? given['group'] : null
  const name = String(given['name'] ?? '').trim() || `external endpoint ${index + 1}`
  const id = named(group, name)
  const item = `external endpoint "${id}"`
  const fields = new SourceFields(draft, item, given)
  fields.exact('name', 'group', 'enabled')
  const heartbeat = fields.fields('heartbeat')
  const seconds = secondsOf(heartbeat.text('interval')) ?? 0
  heartbeat.finish()
  const period = seconds > 0 ? Math.min(365 * day, Math.max(30, Math.round(seconds))) : 365 * day
  if (seconds === 0)
    draft.report({
      item,
      field: 'heartbeat',
      fate: 'approximated',
      note: 'Nothing is awaited there: it fails by a failure that is pushed, or after a year.',
    })
  else if (period === seconds) draft.report({ item, field: 'heartbeat.interval', fate: 'exact', note: '' })
  else
    draft.report({
      item,
      field: 'heartbeat.interval',
      fate: 'approximated',
      note: `Expects a ping every ${period} seconds.`,
    })
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
  draft.add({ section: 'checks', logicalId: id, item, value })
  fields.ignored('ui')
  fields.finish()
}
