import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'
import { CreateLink } from '../../ui/list-page.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import type { Search } from '../../ui/search-state.ts'
import { Select } from '../../ui/select.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { useIncidents, usePages } from './api.ts'
import type { IncidentFilter } from './api.ts'
import { IncidentTable } from './incident-table.tsx'
import { sectionsOf } from './months.ts'

const words = lateTexts.incidents

const isState = (text: string | undefined): text is 'OPEN' | 'RESOLVED' => text === 'OPEN' || text === 'RESOLVED'

const filterOf = ({ q = '', state, page }: Search): IncidentFilter => ({
  ...(q.trim() !== '' && { search: q.trim() }),
  ...(isState(state) && { state }),
  ...(page !== undefined && { statusPageId: page }),
})

/** The incidents of all status pages: open ones first, then past ones by month. */
export function IncidentsScreen() {
  const [search] = useSearchState()
  const filter = filterOf(search)
  const list = useIncidents(filter)
  const mayOpen = useMay('createStatusPageIncident')
  return (
    <Page title={texts.shell.nav.incidents} more={words.subtitle} actions={mayOpen && <OpenOne />}>
      <Filters />
      <Loaded query={list}>
        {({ pages }) => {
          const sections = sectionsOf(pages.flatMap(({ entries }) => entries))
          if (sections.length > 0)
            return (
              <>
                <IncidentTable sections={sections} saysNothingOpen={filter.state === undefined} />
                <LoadMore list={list} />
              </>
            )
          return Object.keys(filter).length > 0 ? (
            <Empty title={words.noMatch}>{words.noMatchText}</Empty>
          ) : (
            <Empty title={words.none} action={mayOpen && <OpenOne />}>
              {words.noneText}
            </Empty>
          )
        }}
      </Loaded>
    </Page>
  )
}

const OpenOne = () => <CreateLink to="/incidents/new">{words.new}</CreateLink>

function Filters() {
  const [search, change] = useSearchState()
  const pages = usePages()
  return (
    <FilterBar>
      <SearchField
        label={words.find}
        placeholder={words.find}
        value={search['q'] ?? ''}
        onChange={(q) => change({ q })}
      />
      <Select
        aria-label={words.state}
        isSmall
        value={search['state'] ?? ''}
        options={[
          { value: '', label: words.anyState },
          { value: 'OPEN', label: words.states.OPEN },
          { value: 'RESOLVED', label: words.states.RESOLVED },
        ]}
        onChange={(state) => change({ state })}
      />
      {pages.length > 1 && (
        <Select
          aria-label={words.page}
          isSmall
          value={search['page'] ?? ''}
          options={[{ value: '', label: words.anyPage }, ...pages.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(page) => change({ page })}
        />
      )}
    </FilterBar>
  )
}
