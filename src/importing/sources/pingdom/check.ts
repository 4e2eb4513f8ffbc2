import { commonFields } from '../../counterparts/common-fields.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { leftOut, scheduleFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { SourceState } from '../../imported.ts'
import { SourceFields } from '../../source-fields.ts'
import { isFields } from '#contract'
import { checkTypes } from './check-types.ts'
import { alertsFrom, named, subscriptionsFrom, tagsFrom } from './check-context.ts'
import type { Context } from './check-context.ts'

/** Imports one uptime check. */
export function readCheck(given: Fields, context: Context): void {
  const { draft, places, windows } = context
  const id = textIn(given['id'])
  const name = named(given, 'Check')
  const item = `check "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const { type, detail } = typeIn(given, new SourceFields(draft, item, detailIn(given), 'type.'))
  const read = Object.hasOwn(checkTypes, type) ? checkTypes[type] : undefined
  const made = read
    ? read({ draft, fields, detail, name, type })
    : leftOut(draft, item, `There is no check for the type ${type.slice(0, 40)}.`)
  const seconds = Math.max(1, fields.number('resolution') ?? 5) * 60
  const state = stateOf(fields)
  fields.exact('name', 'id', 'type', 'status', 'paused')
  if (made !== null) {
    const { value: subscriptions, ids } = subscriptionsFrom(fields, context)
    warn(detail, context, ids)
    const value: Value = {
      ...commonFields({
        name,
        tags: [...tagsFrom(fields), ...(windows.get(`uptime ${id}`) ?? [])],
        description: fields.text('custom_message'),
      }),
      activated: state !== 'paused',
      ...places.of(fields, 'probe_filters', fields.list('probe_filters').map(textIn)),
      ...scheduleFrom(fields, 'resolution', seconds),
      ...alertsFrom(fields, seconds),
      ...subscriptions,
      ...made,
      ...slowFrom(fields, made),
    }
    draft.add({ section: 'checks', logicalId: `check-${id}`, item, value, state })
  }
  detail.finish()
  reportRest(fields)
}

/** A text in lists, an object with one name in the answer of one check. */
function typeIn(given: Fields, detail: SourceFields): { readonly type: string; readonly detail: SourceFields } {
  const { type } = given
  return { type: (isFields(type) ? (Object.keys(type)[0] ?? '') : textIn(type)).toLowerCase(), detail }
}

function detailIn({ type }: Fields): Fields {
  const [inner] = isFields(type) ? Object.values(type) : []
  return isFields(inner) ? inner : {}
}

function stateOf(fields: SourceFields): SourceState {
  const status = fields.text('status') ?? ''
  if (status === 'paused' || fields.flag('paused') === true) return 'paused'
  return status === 'up' || status === 'down' ? status : 'unknown'
}

/** A slow answer is a failure there. */
function slowFrom(fields: SourceFields, made: Value): Value {
  const limit = fields.number('responsetime_threshold') ?? 30_000
  fields.exact('responsetime_threshold')
  const isLong = limit >= 30_000 || limit < 1
  return isLong
    ? {}
    : {
        degradedResponseTime: null,
        maxResponseTime: Math.min(Math.round(limit), Number(made['maxResponseTime'] ?? limit)),
      }
}

function warn(detail: SourceFields, { channels }: Context, ids: readonly string[]): void {
  const days = detail.number('ssl_down_days_before') ?? 0
  if (days > 0) channels.warnOfCertificates(detail, 'ssl_down_days_before', { ids, days })
  else detail.ignored('ssl_down_days_before')
}

function reportRest(fields: SourceFields): void {
  fields.exact('custom_message')
  fields.approximated('severity_level', 'Channels say which checks they are told of.')
  fields.ignored(
    ...(
      'created lasterrortime lasttesttime lastresponsetime lastdownstart lastdownend maintenanceids ' +
      'acktimeout autoresolve use_legacy_notifications'
    ).split(' '),
  )
  fields.ignoredUnlessRead(
    'hostname',
    'ipv6',
    'verify_certificate',
    'responsetime_threshold',
    'tags',
    'userids',
    'teams',
    'teamids',
  )
  fields.ignoredUnlessRead(
    'integrationids',
    'notifyagainevery',
    'sendnotificationwhendown',
    'notifywhenbackup',
    'probe_filters',
    'resolution',
  )
  fields.finish()
}
