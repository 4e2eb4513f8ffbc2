import { commonFields } from '../../counterparts/common-fields.ts'
import { leftOut, scheduleFrom } from '../../counterparts/hosted/checks.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceFields } from '../../source-fields.ts'
import { sharedFrom, stateOf } from './shared-from.ts'
import type { Context } from './shared-from.ts'
import type { Item } from './export-of.ts'
import { httpTypes } from './http-types.ts'
import { otherTypes } from './other-types.ts'
import type { ReadMonitor } from './other-types.ts'

const types: Readonly<Record<string, ReadMonitor>> = { ...httpTypes, ...otherTypes }

/** Runs less often than every minute are all that these have. */
const slow: ReadonlySet<unknown> = new Set(['URL', 'DNS', 'ICMP', 'BROWSER', 'SSL'])

const nameOf = (attributes: Item['attributes']): string =>
  textIn(attributes['pronounceable_name']) || textIn(attributes['url'])

/** Imports one monitor as a check. */
export function readMonitor({ id, attributes }: Item, context: Context): void {
  const { draft, groups, groupNames, places, channels, services, told } = context
  const name = nameOf(attributes) || `Monitor ${id}`
  const item = `monitor "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, attributes)
  const type = fields.text('monitor_type') ?? ''
  const seconds = Math.max(1, fields.number('check_frequency') ?? 180)
  const read = Object.hasOwn(types, type) ? types[type] : undefined
  const made = read
    ? read({ draft, fields, name, seconds, type })
    : leftOut(draft, item, `There is no check for the type ${type.slice(0, 40)}: let a small job feed a heartbeat.`)
  fields.exact('pronounceable_name', 'monitor_type', 'status', 'paused')
  if (made !== null) {
    const state = stateOf(fields)
    const { tags, ...shared } = sharedFrom(fields, context, { id: `monitor-${id}`, waits: 'confirmation_period' })
    const group = groupNames.get(fields.text('monitor_group_id') ?? '') ?? null
    fields.exact('monitor_group_id')
    warn(fields, channels, told)
    const value = {
      ...commonFields({ name, tags }),
      ...groups.fieldOf(group),
      activated: state !== 'paused',
      ...places.of(fields, 'regions', fields.list('regions').map(textIn)),
      ...scheduleFrom(fields, 'check_frequency', seconds, slow.has(made['checkType']) ? 60 : 10),
      ...shared,
      ...services.incidentOf(`Monitor-${id}`, name),
      ...made,
    }
    draft.add({ section: 'checks', logicalId: `monitor-${id}`, item, value, state })
  }
  reportRest(fields)
}

function warn(fields: SourceFields, channels: Context['channels'], ids: readonly string[]): void {
  const days = fields.number('ssl_expiration') ?? -1
  if (days > 0) channels.warnOfCertificates(fields, 'ssl_expiration', { ids, days })
  else fields.exact('ssl_expiration')
  if ((fields.number('domain_expiration') ?? -1) > 0)
    fields.impossible('domain_expiration', 'The end of the registration of a domain is not checked.')
  else fields.ignored('domain_expiration')
}

function reportRest(fields: SourceFields): void {
  for (const name of ['proxy_host', 'proxy_port'])
    fields.impossible(name, 'Set the proxy of a private location and run the check there.')
  fields.ignored('scenario_name')
  fields.ignoredUnlessRead(
    ...(
      'url http_method request_headers request_body auth_username auth_password required_keyword port ' +
      'expected_status_codes follow_redirects remember_cookies verify_ssl ip_version request_timeout regions ' +
      'playwright_script environment_variables confirmation_period recovery_period check_frequency'
    ).split(' '),
  )
  fields.finish()
}
