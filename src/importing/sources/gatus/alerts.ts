import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import { alertFieldsOf, remindersOf } from '../../counterparts/reminders.ts'
import { retriesOf } from '../../counterparts/retries.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'
import type { Channels } from './channels.ts'
import { textIn } from '../../counterparts/text-in.ts'

/** Up to so many runs in a row are counted as in the source. */
const mostRuns = 5

interface ReadAlert {
  readonly channel: string | null
  readonly failures: number
  readonly reminderSeconds: number
}

export interface AlertContext {
  readonly draft: Draft
  readonly channels: Channels
  readonly item: string
  readonly group: string | null
  readonly everySeconds: number
}

/** Fields of a check: whom its alerts notify, and when. */
export function alertsOf(alerts: readonly unknown[], context: AlertContext): Readonly<Record<string, unknown>> {
  const read = alerts.filter(isFields).flatMap((alert, index) => readAlert(alert, index, context))
  const failures = Math.min(...read.map((one) => one.failures))
  const [first = null] = read
  const channels = [...new Set(read.flatMap(({ channel }) => channel ?? []))]
  const tolerated = first === null ? 0 : failures - 1
  const { escalation, note } = retriesOf({
    failures: tolerated,
    retrySeconds: context.everySeconds,
    intervalSeconds: context.everySeconds,
  })
  const seconds = Math.min(...read.map((one) => one.reminderSeconds).filter((one) => one > 0))
  const { reminders, note: reminding } = remindersOf(Number.isFinite(seconds) ? seconds : null)
  const { draft, item } = context
  const differs = read.some((one) => one.failures !== failures || one.reminderSeconds !== first?.reminderSeconds)
  const notes = [
    ...(note !== null && tolerated >= mostRuns ? [note] : []),
    ...(reminding === null ? [] : [reminding]),
    ...(differs ? ['The channels of a check share its settings: those of the earliest alert count.'] : []),
  ]
  if (notes.length > 0) draft.report({ item, field: 'alerts', fate: 'approximated', note: notes.join(' ') })
  return { ...alertFieldsOf(escalation, { reminders }), ...(channels.length > 0 && { alertChannels: channels }) }
}

function readAlert(given: Readonly<Record<string, unknown>>, index: number, context: AlertContext): ReadAlert[] {
  const { draft, channels, item, group } = context
  const type = textIn(given['type'])
  const fields = new SourceFields(draft, item, { ...channels.defaultsOf(type), ...given }, `alerts[${index}].`)
  const isEnabled = fields.flag('enabled') ?? true
  const override = fields.value('provider-override')
  const sendsResolved = fields.flag('send-on-resolved') ?? false
  const alert = {
    channel: isEnabled
      ? channels.idFor({ type, sendsResolved, override: isFields(override) ? override : {} }, group)
      : null,
    failures: Math.max(1, fields.number('failure-threshold') ?? 3),
    reminderSeconds: secondsOf(fields.text('minimum-reminder-interval')) ?? 0,
  }
  reportAlert(fields, isEnabled, alert.channel)
  return isEnabled ? [alert] : []
}

function reportAlert(fields: SourceFields, isEnabled: boolean, channel: string | null): void {
  if ((fields.number('success-threshold') ?? 1) !== 1)
    fields.approximated('success-threshold', 'A check recovers with the first run that passes.')
  fields.approximated('description', 'Alerts say the reason instead.')
  if (!isEnabled) fields.ignored('type', 'enabled')
  else if (channel === null) fields.impossible('type', 'Its channel could not be imported.')
  else fields.exact('type')
  fields.finish()
}
