import { Link } from '@tanstack/react-router'
import { locale } from '../../language.ts'
import { lateTexts } from '../../strings/late.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { Pane } from '../../ui/pane.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { momentOfMinute } from '../../ui/time.tsx'
import { useSchedule } from './api.ts'
import type { ScheduledWindow } from './api.ts'
import styles from './maintenance.module.css'
import { recurrenceOf } from './recurrence.ts'
import { spanText } from './span-text.ts'
import { untilText } from './under-way.tsx'

const words = lateTexts.maintenanceWindows
const sections = ['now', 'next', 'past'] as const
type Section = (typeof sections)[number]

const sectionOf = ({ current, next }: ScheduledWindow): Section => (current ? 'now' : next ? 'next' : 'past')

/** By what a window is found: its name and its tags. */
export const textOf = ({ window: { name, tags, silenceAlertsTags } }: ScheduledWindow): string =>
  [name, ...tags, ...silenceAlertsTags].join(' ').toLowerCase()

const startOf = ({ current, next, last }: ScheduledWindow): number =>
  Date.parse((current ?? next ?? last)?.startsAt ?? '') || 0

/** All windows: those under way, those to come by their next start, and those that are over, the latest first. */
export function ScheduleList() {
  const [search, change] = useSearchState()
  const wanted = search['q'] ?? ''
  return (
    <Loaded query={useSchedule()}>
      {({ entries, isComplete }) => {
        if (entries.length === 0) return <Empty title={words.none}>{words.noneText}</Empty>
        const found = entries.filter((entry) => textOf(entry).includes(wanted.toLowerCase()))
        return (
          <>
            <FilterBar>
              <SearchField label={words.find} placeholder={words.find} value={wanted} onChange={(q) => change({ q })} />
            </FilterBar>
            {found.length === 0 && <Empty title={words.noMatch} />}
            {sections.map((section) => (
              <Part key={section} section={section} entries={found.filter((entry) => sectionOf(entry) === section)} />
            ))}
            {!isComplete && <p className="padx mute small">{words.cut}</p>}
          </>
        )
      }}
    </Loaded>
  )
}

interface PartProps {
  readonly section: Section
  readonly entries: readonly ScheduledWindow[]
}

function Part({ section, entries }: PartProps) {
  if (entries.length === 0) return null
  const order = section === 'past' ? -1 : 1
  const { name, time, when, scope, pages } = words.columns
  return (
    <Pane title={words.sections[section]} more={entries.length}>
      <Table isStacked isFlat className={styles.schedule}>
        <TableHead columns={[name, time, when, scope, pages]} />
        <tbody>
          {entries
            .toSorted((one, other) => order * (startOf(one) - startOf(other)))
            .map((entry) => (
              <Row key={entry.window.id} entry={entry} />
            ))}
        </tbody>
      </Table>
    </Pane>
  )
}

const Row = ({ entry }: { readonly entry: ScheduledWindow }) => (
  <tr>
    <td>
      <Link className="quiet" to="/maintenance/$id" params={{ id: String(entry.window.id) }}>
        <b>{entry.window.name}</b>
      </Link>
    </td>
    <td>{timeText(entry)}</td>
    <td className="dim">{words.recurrence(recurrenceOf(entry.window, locale))}</td>
    <td>
      <ScopeOf window={entry.window} />
    </td>
    <td className="dim">{entry.window.statusPageVisibility.enabled ? words.onPages : words.offPages}</td>
  </tr>
)

function timeText({ current, next, last }: ScheduledWindow): string {
  if (current) return untilText(current.endsAt)
  if (next) return spanText(next.startsAt, next.endsAt)
  return last ? words.ended(momentOfMinute(last.endsAt)) : '–'
}

/** The effect of a window, with the tags that it chooses by. */
export function ScopeOf({ window }: Pick<ScheduledWindow, 'window'>) {
  const parts = [
    [words.pauses, window.pauseAllChecks, window.tags],
    [words.silences, window.silenceAllAlerts, window.silenceAlertsTags],
  ] as const
  const shown = parts.filter(([, isAll, tags]) => isAll || tags.length > 0)
  if (shown.length === 0) return <span className="mute">{words.nothing}</span>
  return shown.map(([label, isAll, tags]) => (
    <div key={label} className="row wrap gap4">
      {label} {isAll ? words.allChecks : tags.map((tag) => <Tag key={tag}>{tag}</Tag>)}
    </div>
  ))
}
