import { useInfiniteQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/field.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { readResults } from '../../results/api.ts'
import type { ResultList } from '../../results/api.ts'
import { brushOf, queryOf, searchOfBrush } from './series/range.ts'
import { formatSpan } from './series/time-axis.tsx'
import type { Check } from './api.ts'
import { LocationChoice } from './location-choice.tsx'
import { ResultTable } from './result-table.tsx'
import { SaveCsv } from './save-csv.tsx'
import { useNewResults } from './use-new-results.ts'
import { FilterBar } from '../../ui/filter-bar.tsx'

const words = lateTexts.check
const pageSize = 50

/** Results of the check, the newest first, page by page. */
export function ResultsTab({ check }: { readonly check: Check }) {
  const { id: checkId } = check
  const [search, change] = useSearchState()
  const isFailures = search['failures'] === 'true'
  const isAll = search['attempts'] === 'true'
  const location = search['location'] ?? ''
  const span = brushOf(search)
  const filter = {
    ...(span && queryOf(span)),
    ...(isFailures && { hasFailures: true }),
    ...(isAll && { resultType: 'ALL' as const }),
    ...(location !== '' && { location }),
  }
  const queryKey = ['listCheckResultsV2', 'pages', checkId, isFailures, isAll, location, span]
  useNewResults(checkId, queryKey, filter)
  const list = useInfiniteQuery<ResultList, ApiError>({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      readResults(
        checkId,
        pageSize,
        { ...filter, ...(typeof pageParam === 'string' && { nextId: pageParam }) },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextId }) => nextId,
  })
  return (
    <>
      <FilterBar>
        <CheckField
          label={words.onlyFailures}
          isOn={isFailures}
          onChange={(isOn) => change({ failures: isOn ? 'true' : '' })}
        />
        <CheckField
          label={words.withAttempts}
          isOn={isAll}
          onChange={(isOn) => change({ attempts: isOn ? 'true' : '' })}
        />
        <LocationChoice checkId={checkId} value={location} onChange={(next) => change({ location: next })} />
        {span && (
          <div className="row">
            <span className="small mute">{formatSpan(span)}</span>
            <Button size="small" kind="ghost" onClick={() => change(searchOfBrush(null))}>
              {lateTexts.series.showAll}
            </Button>
          </div>
        )}
        <div className="end">
          <SaveCsv check={check} query={filter} />
        </div>
      </FilterBar>
      <Loaded query={list}>
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries)
          if (entries.length === 0) return <Empty title={words.noResults}>{words.noResultsText}</Empty>
          return (
            <>
              <ResultTable checkId={checkId} entries={entries} />
              <LoadMore list={list} />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
