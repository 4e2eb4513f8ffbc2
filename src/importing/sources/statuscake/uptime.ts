import { commonFields } from '../../counterparts/common-fields.ts'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { leftOut, scheduleFrom } from '../../counterparts/hosted/checks.ts'
import type { Value } from '../../counterparts/hosted/checks.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { escalationAfter, retriesOf } from '../../counterparts/retries.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceFields } from '../../source-fields.ts'
import { channelsOf, stateOf, subscriptionsFrom, tagsFrom } from './test-context.ts'
import type { Context } from './test-context.ts'
import { testTypes } from './test-types.ts'

const usualDays = 14

/** Imports one uptime test. */
export function readUptime(given: Fields, context: Context): void {
  const { draft, places, channels } = context
  const id = textIn(given['id'])
  const name = textIn(given['name']) || textIn(given['website_url']) || `Test ${id}`
  const item = `uptime test "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const type = (fields.text('test_type') ?? '').toUpperCase()
  const rate = fields.number('check_rate') ?? 300
  const read = Object.hasOwn(testTypes, type) ? testTypes[type] : undefined
  const made = read
    ? read({ draft, fields, name, seconds: rate, type })
    : leftOut(draft, item, `There is no check for the type ${type.slice(0, 40)}.`)
  fields.exact('name', 'id', 'test_type', 'status', 'paused')
  if (made !== null) {
    const state = stateOf(fields)
    const ids = channelsOf(fields, context)
    if (fields.flag('enable_ssl_alert') === true)
      channels.warnOfCertificates(fields, 'enable_ssl_alert', { ids, days: usualDays })
    else fields.ignored('enable_ssl_alert')
    const value = {
      ...commonFields({ name, tags: tagsFrom(fields, context, id) }),
      activated: state !== 'paused',
      ...places.of(fields, 'servers', serversIn(fields)),
      ...scheduleFrom(fields, 'check_rate', Math.max(10, rate), isSlow(made) ? 60 : 10),
      ...alertsFrom(fields),
      ...subscriptionsFrom(fields, context),
      ...made,
    }
    draft.add({ section: 'checks', logicalId: `uptime-${id}`, item, value, state })
  }
  reportRest(fields)
}

const isSlow = ({ checkType }: Value): boolean => checkType === 'URL' || checkType === 'DNS' || checkType === 'ICMP'

const serversIn = (fields: SourceFields): readonly string[] =>
  listIn(fields.value('servers')).map(
    (server) => textIn(fieldsIn(server)['region_code']) || textIn(server['description']),
  )

/** Further servers confirm a failure; then it has to last so many minutes. */
function alertsFrom(fields: SourceFields): Value {
  const confirmations = Math.min(3, Math.max(0, Math.round(fields.number('confirmation') ?? 0)))
  const minutes = fields.number('trigger_rate') ?? 0
  const after = minutes > 0 ? escalationAfter(minutes * 60) : null
  if (typeof after?.note === 'string') fields.approximated('trigger_rate', after.note)
  else fields.exact('trigger_rate')
  if (confirmations > 0)
    fields.approximated(
      'confirmation',
      'A run that fails is repeated so often, in another location where there is one.',
    )
  else fields.exact('confirmation')
  const retryStrategy = {
    type: 'FIXED',
    baseBackoffSeconds: 0,
    maxRetries: confirmations,
    maxDurationSeconds: 600,
    sameRegion: false,
  }
  const usual = retriesOf({ failures: 0, retrySeconds: 0, intervalSeconds: 60 })
  return {
    retryStrategy: confirmations > 0 ? retryStrategy : null,
    ...alertFieldsOf(after?.escalation ?? usual.escalation, remindersOf(null)),
  }
}

function reportRest(fields: SourceFields): void {
  fields.ignored(
    'uptime',
    'last_tested_at',
    'next_location',
    'processing',
    'processing_on',
    'processing_state',
    'host',
    'regions',
  )
  fields.ignoredUnlessRead(
    ...(
      'website_url check_rate confirmation contact_groups custom_header dns_ips dns_server do_not_find enable_ssl_alert ' +
      'final_endpoint find_string follow_redirects include_header port post_body post_raw servers status_codes tags timeout ' +
      'trigger_rate use_jar user_agent'
    ).split(' '),
  )
  fields.finish()
}
