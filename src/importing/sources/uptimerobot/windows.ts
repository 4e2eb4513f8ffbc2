import { Temporal } from 'temporal-polyfill'
import type { Fields } from '../../counterparts/hosted/answers.ts'
import { dateIn, monthDayFrom, timeIn, weekdayFrom, windowValue } from '../../counterparts/hosted/windows.ts'
import { textIn } from '../../counterparts/text-in.ts'
import type { Draft } from '../../draft.ts'
import { SourceFields } from '../../source-fields.ts'

const earliest = Temporal.PlainDate.from('2025-01-01')

export const windowTag = (id: string): string => `uptimerobot-window-${id}`

/** Adds the windows; returns the ids of those whose checks need the tag, and which monitors they name. */
export function addWindows(windows: readonly Fields[], draft: Draft): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(windows.flatMap((given) => addWindow(given, draft)))
}

function addWindow(given: Fields, draft: Draft): readonly (readonly [string, ReadonlySet<string>])[] {
  const id = textIn(given['id'])
  const name = textIn(given['name']) || `Maintenance ${id}`
  const item = `maintenance window "${name.slice(0, 200)}" (${id})`
  const fields = new SourceFields(draft, item, given)
  const monitors = new Set(fields.list('monitorIds').map(textIn))
  fields.exact('name', 'id', 'monitorIds')
  fields.impossible('autoAddMonitors', 'Give new checks the tag of the window.')
  fields.ignored('userId', 'user', 'created')
  const values = usedFrom(fields, { name, tag: windowTag(id) })
  for (const [index, value] of values.entries())
    draft.add({
      section: 'maintenanceWindows',
      logicalId: `window-${id}${index === 0 ? '' : `-${index + 1}`}`,
      item,
      value,
    })
  fields.finish()
  return values.length === 0 ? [] : [[id, monitors]]
}

/** None for a window that is paused, or without a counterpart. */
function usedFrom(fields: SourceFields, named: Named): readonly Fields[] {
  if (['paused', '0'].includes((fields.text('status') ?? '').toLowerCase())) {
    fields.impossible('status', 'It is paused there: not imported.')
    fields.ignored('interval', 'date', 'time', 'duration', 'days')
    return []
  }
  fields.exact('status')
  const values = valuesFrom(fields, named)
  if (values.length === 0) fields.impossible('interval', 'Its times have no counterpart: make a window by hand.')
  return values
}

interface Named {
  readonly name: string
  readonly tag: string
}

function valuesFrom(fields: SourceFields, { name, tag }: Named): readonly Fields[] {
  const time = timeIn(fields.text('time'))
  const minutes = fields.number('duration') ?? 0
  const from = dateIn(fields.text('date')) ?? earliest
  const days = fields.list('days').map(Number)
  const interval = (fields.text('interval') ?? '').toLowerCase()
  fields.exact('interval', 'date', 'duration', 'days')
  fields.approximated('time', 'Taken as UTC, as the API does not tell the time zone of the account.')
  if (time === null) return []
  const value = (day: Temporal.PlainDate, unit: 'DAY' | 'WEEK' | 'MONTH' | null): readonly Fields[] => {
    const repeat = unit === null ? null : { unit, interval: 1 }
    const start = day.toPlainDateTime(time)
    const made = windowValue({ name, start, seconds: minutes * 60, timezone: 'UTC', repeat, tags: [tag] })
    return made === null ? [] : [made]
  }
  if (interval === 'once') return value(from, null)
  if (interval === 'daily') return value(from, 'DAY')
  if (interval === 'weekly')
    return days.filter((day) => day >= 1 && day <= 7).flatMap((day) => value(weekdayFrom(from, day), 'WEEK'))
  const isMonthDay = (day: number): boolean => Number.isInteger(day) && day >= -1 && day <= 31 && day !== 0
  return interval === 'monthly' ? days.filter(isMonthDay).flatMap((day) => value(monthDayFrom(from, day), 'MONTH')) : []
}
