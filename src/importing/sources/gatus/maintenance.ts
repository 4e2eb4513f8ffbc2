import { isFields } from '#contract'
import { secondsOf } from '../../counterparts/durations.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

interface Owner {
  readonly draft: Draft
  readonly item: string
  /** Of the checks that it silences; null: all. */
  readonly tag: string | null
}

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Adds windows that silence alerts. Returns the tag of the checks that they cover; null without any. */
export function windowsOf(windows: readonly unknown[], owner: Owner): string | null {
  const added = windows.filter(isFields).map((given, index) => addWindow(given, index, owner))
  return added.some((one) => one) ? owner.tag : null
}

function addWindow(given: Readonly<Record<string, unknown>>, index: number, { draft, item, tag }: Owner): boolean {
  const fields = new SourceFields(draft, item, given, tag === null ? 'maintenance.' : `maintenance-windows[${index}].`)
  const time = timeOf(fields.text('start'))
  const seconds = secondsOf(fields.text('duration')) ?? 0
  const isOff = fields.flag('enabled') === false
  const timezone = zoneOf(fields.text('timezone'))
  const every = fields.list('every').map((day) => String(day).toLowerCase())
  fields.finish()
  if (isOff || timezone === null || time === null || seconds <= 0) {
    const note = 'It is off, or its start, duration or time zone is missing.'
    draft.report({ item, field: 'maintenance', fate: isOff ? 'ignored' : 'impossible', note })
    return false
  }
  const chosen = chosenDays(every)
  for (const day of chosen)
    draft.add({
      section: 'maintenanceWindows',
      logicalId: `${item}-${index}-${day ?? 'daily'}`,
      item,
      value: valueOf({ item, time, seconds, timezone, tag }, day),
    })
  draft.report({ item, field: 'maintenance', fate: 'exact', note: '' })
  return chosen.length > 0
}

/** `9:05` as `09:05:00`. */
function timeOf(text: string | null): string | null {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(text ?? '') ?? []
  const isTime = Number(hours) < 24 && Number(minutes) < 60
  return isTime ? `${hours?.padStart(2, '0')}:${minutes}:00` : null
}

/** Positions in a week; null is every day. */
const chosenDays = (every: readonly string[]): readonly (number | null)[] =>
  every.length === 0 || every.length === 7 ? [null] : every.map((day) => days.indexOf(day)).filter((day) => day >= 0)

interface Window {
  readonly item: string
  readonly time: string
  readonly seconds: number
  readonly timezone: string
  readonly tag: string | null
}

/** The first day of a year that began on a Sunday, so that weekdays are days of January. */
const firstSunday = 1

function valueOf(
  { item, time, seconds, timezone, tag }: Window,
  day: number | null,
): Readonly<Record<string, unknown>> {
  const longest = day === null ? 86_400 : 604_800
  const start = new Date(`2023-01-${String(firstSunday + (day ?? 0)).padStart(2, '0')}T${time}Z`)
  const end = new Date(start.getTime() + Math.min(seconds, longest) * 1000)
  return {
    name: `Maintenance${day === null ? '' : ` on ${days[day] ?? ''}`}${tag === null ? '' : ` of ${item}`}`.slice(
      0,
      200,
    ),
    startsAt: withOffset(start, timezone),
    endsAt: withOffset(end, timezone),
    repeatUnit: day === null ? 'DAY' : 'WEEK',
    repeatInterval: 1,
    timezone,
    ...(tag === null ? { silenceAllAlerts: true } : { silenceAlertsTags: [tag] }),
  }
}

/** The wall clock of a time zone in January as an instant in UTC. */
function withOffset(wall: Date, timezone: string): string {
  const shown = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).format(wall)
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{1,2}):?(\d{2})?/.exec(shown) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000)
  return new Date(wall.getTime() - offset).toISOString()
}

/** UTC without a name, null for a name that is none. */
function zoneOf(name: string | null): string | null {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name ?? 'UTC' }).resolvedOptions().timeZone && (name ?? 'UTC')
  } catch {
    return null
  }
}
