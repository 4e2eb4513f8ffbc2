import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { locale } from '../../language.ts'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loaded } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { formatMinute } from '../../ui/format.ts'
import { useMayPlan, useOccurrences, useSchedule } from './api.ts'
import type { Occurrence } from './api.ts'
import { stateOf } from './maintenances-pane.tsx'
import styles from './maintenance.module.css'
import { byDay, dayAfter, isChosen, isMonth, localDay, monthAfter, monthOf, weeksOf } from './month.ts'
import type { ChosenDays } from './month.ts'
import { textOf } from './schedule-list.tsx'
import { useChosenDays } from './use-chosen-days.ts'

const words = lateTexts.maintenanceWindows

/** At the beginning of a day in the time zone of the browser. */
const instantOfDay = (day: string): string => new Date(`${day}T00:00`).toISOString()

const said = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options }).format(new Date(`${day}T00:00Z`))

/** The occurrences of a month, by day. A window is made by dragging over days, or with the keyboard. */
export function MonthView() {
  const [search, change] = useSearchState()
  const today = localDay(now())
  const month = isMonth(search['month']) ? search['month'] : monthOf(today)
  const weeks = weeksOf(month)
  const [first = '', last = ''] = [weeks[0]?.[0], weeks.at(-1)?.at(-1)]
  const found = useOccurrences(instantOfDay(first), instantOfDay(dayAfter(last, 1)))
  const show = (next: string): void => change({ month: next === monthOf(today) ? '' : next })
  const isFound = useIsFound((search['q'] ?? '').toLowerCase())
  return (
    <>
      <FilterBar>
        <Button isIcon kind="ghost" aria-label={words.monthBefore} onClick={() => show(monthAfter(month, -1))}>
          <ChevronLeft className="ic" aria-hidden="true" />
        </Button>
        <Button onClick={() => show(monthOf(today))}>{words.today}</Button>
        <Button isIcon kind="ghost" aria-label={words.monthAfter} onClick={() => show(monthAfter(month, 1))}>
          <ChevronRight className="ic" aria-hidden="true" />
        </Button>
        <h2 aria-live="polite">{said(month, { month: 'long', year: 'numeric' })}</h2>
        <SearchField
          label={words.find}
          placeholder={words.find}
          value={search['q'] ?? ''}
          onChange={(q) => change({ q })}
        />
      </FilterBar>
      <Loaded query={found}>
        {({ entries, isComplete }) => (
          <>
            <Grid month={month} weeks={weeks} today={today} entries={entries.filter(isFound)} onMonth={show} />
            {!isComplete && <p className="padx mt8 small mute">{words.cutMonth}</p>}
          </>
        )}
      </Loaded>
    </>
  )
}

/** Whether a window is searched for, by its name or, as in the list, by its tags. */
function useIsFound(wanted: string): (one: Occurrence) => boolean {
  const windows = useSchedule().data?.entries ?? []
  const found = new Set(windows.filter((one) => textOf(one).includes(wanted)).map(({ window }) => window.id))
  return ({ name, maintenanceWindowId }) => found.has(maintenanceWindowId) || name.toLowerCase().includes(wanted)
}

interface GridProps {
  readonly month: string
  readonly weeks: readonly (readonly string[])[]
  readonly today: string
  readonly entries: readonly Occurrence[]
  readonly onMonth: (month: string) => void
}

function Grid({ month, weeks, today, entries, onMonth }: GridProps) {
  const navigate = useNavigate()
  const mayPlan = useMayPlan()
  const plan = (times: { readonly start: string; readonly end: string }): void =>
    void navigate({ to: '/maintenance/new', search: times })
  const { chosen, focused, gridProps, dayProps } = useChosenDays({
    month,
    today,
    onMonth,
    onChoose: mayPlan ? plan : undefined,
  })
  const found = byDay(entries, weeks.flat())
  return (
    <>
      <table
        className={styles.month}
        role="grid"
        aria-label={said(month, { month: 'long', year: 'numeric' })}
        {...gridProps}
      >
        <thead>
          <tr>
            {weeks[0]?.map((day) => (
              <th key={day} scope="col">
                {said(day, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td
                  key={day}
                  role="gridcell"
                  className={classOf({ day, month, today, chosen })}
                  aria-selected={isChosen(chosen, day)}
                  tabIndex={day === focused ? 0 : -1}
                  {...dayProps(day)}
                >
                  <span className="sr">
                    {words.planOn(said(day, { dateStyle: 'full' }), found.get(day)?.length ?? 0)}
                  </span>
                  <Day day={day} entries={found.get(day) ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {mayPlan && <p className="padx mt8 pb small mute">{words.dragHint}</p>}
    </>
  )
}

interface DayLook {
  readonly day: string
  readonly month: string
  readonly today: string
  readonly chosen: ChosenDays | null
}

const classOf = ({ day, month, today, chosen }: DayLook): string =>
  [monthOf(day) !== month && styles.elsewhere, day === today && styles.today, isChosen(chosen, day) && styles.chosen]
    .filter(Boolean)
    .join(' ')

const shownOnDay = 4

const Day = ({ day, entries }: { readonly day: string; readonly entries: readonly Occurrence[] }) => (
  <>
    <span className={styles.date} aria-hidden="true">
      {Number(day.slice(8))}
    </span>
    {entries.slice(0, shownOnDay).map(({ maintenanceWindowId: id, name, status, startsAt, endsAt }) => (
      <Link
        key={`${id} ${startsAt}`}
        className={status === 'CANCELLED' ? `${styles.entry} ${styles.cancelled}` : styles.entry}
        to="/maintenance/$id"
        params={{ id: String(id) }}
        title={`${name}: ${words.span(formatMinute(startsAt), formatMinute(endsAt))}, ${words.statuses[status]}`}
        tabIndex={-1}
        draggable={false}
      >
        <Glyph state={stateOf[status]} />
        <span className="trunc">
          {localDay(startsAt) === day && `${formatMinute(startsAt)} `}
          {name}
        </span>
      </Link>
    ))}
    {entries.length > shownOnDay && <span className="small mute">{words.moreOnDay(entries.length - shownOnDay)}</span>}
  </>
)
