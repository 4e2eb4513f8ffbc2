import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loaded } from '../../ui/states.tsx'
import { useCheckPages, useMayCreateCheck } from './api.ts'
import type { CheckPage } from './api.ts'
import { CheckRows } from './check-rows.tsx'
import { Filters } from './filters.tsx'
import { queryOf } from './query.ts'
import type { Query } from './query.ts'
import { rowsIn } from './use-live-rows.ts'

const words = texts.checks
const none: CheckPage['entries'] = []

/** All checks, filtered and ordered by the address of the page; any number of them. */
export function ChecksScreen() {
  const [search] = useSearchState()
  const query = queryOf(search)
  const list = useCheckPages(query)
  const mayCreate = useMayCreateCheck()
  const rows = useMemo(() => list.data && rowsIn(list.data.pages), [list.data])
  const counts = list.data?.pages[0]?.counts
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <Page
      title={words.title}
      more={all === undefined ? null : words.count(all)}
      actions={
        mayCreate && (
          <Button kind="primary" asChild>
            <Link to="/checks/new">
              <Plus className="ic s" aria-hidden="true" />
              {words.newCheck}
              <kbd>C</kbd>
            </Link>
          </Button>
        )
      }
    >
      <Filters counts={counts} />
      <Matching query={query} page={list.isPlaceholderData ? undefined : list.data?.pages[0]} />
      <Loaded query={list}>
        {({ pages }) => (
          <CheckRows
            rows={rows ?? none}
            answered={list.isPlaceholderData ? null : JSON.stringify(query)}
            isFiltered={Object.keys(search).length > 0}
            filter={filterOf(query)}
            matching={matchingOf(query, pages[0])}
            hasMore={list.hasNextPage}
            loadMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
          />
        )}
      </Loaded>
    </Page>
  )
}

/** The part of the list query that a bulk change uses. */
function filterOf({ sortBy: _by, sortOrder: _order, limit: _limit, nextId: _next, ...filter }: Query): Query {
  return filter
}

/** Says how many match, once their rows are shown; what measures the list waits for it. */
const Matching = ({ query, page }: { readonly query: Query; readonly page: CheckPage | undefined }) => (
  <p className="sr" role="status" data-query={page && JSON.stringify(query)}>
    {page && words.count(matchingOf(query, page))}
  </p>
)

/** How many checks the query lets through: the counts leave its states out. */
function matchingOf({ state }: Query, page: CheckPage | undefined): number {
  const counts: Readonly<Record<string, number>> = page?.counts ?? {}
  const chosen = state ?? Object.keys(counts)
  return chosen.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
}
