import type { TestSessionStatus } from '#contract'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useTestSessions } from './api.ts'
import type { TestSessionFilter } from './api.ts'
import { SessionTable } from './session-table.tsx'
import { stateOf } from './states.ts'

const words = lateTexts.testSessions
/** The service finds no shorter texts. */
const shortestText = 3

const isStatus = (text: string | undefined): text is TestSessionStatus => text !== undefined && text in stateOf
const degraded = 'DEGRADED'
const statusOptions = [
  ...Object.keys(stateOf)
    .filter(isStatus)
    .map((value) => ({ value: String(value), label: words.statuses[value] })),
  { value: degraded, label: texts.common.runState.DEGRADED },
]

/** A session whose runs passed, some of them degraded, is degraded. */
const ofStatus = (status: string | undefined): TestSessionFilter => {
  if (status === degraded) return { statuses: ['PASSED'], isDegraded: true }
  if (status === 'PASSED') return { statuses: ['PASSED'], isDegraded: false }
  return isStatus(status) ? { statuses: [status] } : {}
}

const filterOf = ({ q = '', status }: Search): TestSessionFilter => ({
  ...(q.trim().length >= shortestText && { textSearch: q.trim() }),
  ...ofStatus(status),
})

/** Sessions of runs that alert nobody, newest first. */
export function TestSessionsScreen() {
  const [search, change] = useSearchState()
  const filter = filterOf(search)
  const list = useTestSessions(filter)
  return (
    <Page title={texts.shell.nav.testSessions} more={words.subtitle}>
      <FilterBar>
        <SearchField
          label={words.find}
          placeholder={words.find}
          value={search['q'] ?? ''}
          onChange={(q) => change({ q })}
        />
        <Select
          aria-label={words.status}
          isSmall
          value={search['status'] ?? ''}
          options={[{ value: '', label: words.anyStatus }, ...statusOptions]}
          onChange={(status) => change({ status })}
        />
      </FilterBar>
      <Loaded query={list}>
        {({ pages }) => {
          const sessions = pages.flatMap(({ entries }) => entries)
          if (sessions.length > 0)
            return (
              <>
                <SessionTable sessions={sessions} />
                <LoadMore list={list} />
              </>
            )
          return Object.keys(filter).length > 0 ? (
            <Empty title={words.noMatch}>{words.noMatchText}</Empty>
          ) : (
            <Empty title={words.none}>{words.noneText}</Empty>
          )
        }}
      </Loaded>
    </Page>
  )
}
