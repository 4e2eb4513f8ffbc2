import { Link, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { Suspense, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { callWith } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/operations.ts'
import { undoLastChange } from '../../check-list/last-bulk-change.ts'
import { useMay } from '../../session/session.tsx'
import { isTyping } from '../../shell/use-keys.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loaded } from '../../ui/states.tsx'
import { WaitingChanges } from '../../ui/waiting-changes.tsx'
import { CheckRow } from './check-row.tsx'
import { templateOf, ticksInRow, useColumns } from './columns.tsx'
import type { Column } from './columns.tsx'
import { Filters } from './filters.tsx'
import { queryOf } from './query.ts'
import type { Query } from './query.ts'
import { rememberShown } from '../../check-list/shown-list.ts'
import { useTicks } from '../ticks/use-ticks.ts'
import { useCheckMetrics } from './use-check-metrics.ts'
import { rowsIn, useLiveRows } from './use-live-rows.ts'
import { useSelection } from './use-selection.ts'
import { useSettled } from './use-settled.ts'

const words = texts.checks
const BulkBar = lazyOptional(async () => (await import('./bulk-bar.tsx')).BulkBar)
const NoRows = lazyOptional(async () => (await import('./no-rows.tsx')).NoRows)
const none: List['entries'] = []
/** Fingers need higher rows. */
const narrow = matchMedia('(max-width: 720px)')
const rowHeightOf = (): number => (narrow.matches ? 44 : 34)
const pageSize = 100
type List = Answer<'listCheckRows'>

/** All checks, filtered and ordered by the address of the page; any number of them. */
export function ChecksScreen() {
  const [search] = useSearchState()
  const query = queryOf(search)
  const list = useInfiniteQuery<List, ApiError>({
    queryKey: ['listCheckRows', 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      callWith(
        'listCheckRows',
        { query: { ...query, limit: pageSize, ...(typeof pageParam === 'string' && { nextId: pageParam }) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ nextId }) => nextId,
    placeholderData: (previous) => previous,
  })
  const mayCreate = useMay('createUrlCheck')
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
          <Rows
            rows={rows ?? none}
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
const Matching = ({ query, page }: { readonly query: Query; readonly page: List | undefined }) => (
  <p className="sr" role="status" data-query={page && JSON.stringify(query)}>
    {page && words.count(matchingOf(query, page))}
  </p>
)

/** How many checks the query lets through: the counts leave its states out. */
function matchingOf({ state }: Query, page: List | undefined): number {
  const counts: Readonly<Record<string, number>> = page?.counts ?? {}
  const chosen = state ?? Object.keys(counts)
  return chosen.reduce((sum, one) => sum + (counts[one] ?? 0), 0)
}

const noIds: readonly string[] = []
const tickBlock = 50

/** The ids of rows from the block of the first in view to the end of the next, so that scrolling within them asks nothing. */
function idsAround(rows: List['entries'], first: number): readonly string[] {
  const from = Math.floor(first / tickBlock) * tickBlock
  return rows.slice(from, from + 2 * tickBlock).map(({ id }) => id)
}

function followNarrow(notify: () => void): () => void {
  narrow.addEventListener('change', notify)
  return () => narrow.removeEventListener('change', notify)
}

interface RowsProps {
  readonly filter: Query
  readonly matching: number
  readonly rows: List['entries']
  readonly isFiltered: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
}

function Rows({ rows, isFiltered, hasMore, loadMore, filter, matching }: RowsProps) {
  const [current, setCurrent] = useState(-1)
  const body = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useLiveRows(rows, body)
  const mayChange = useMay('changeChecks')
  const { selected, toggle, select } = useSelection(shown, mayChange)
  const columns = useColumns()
  const rowHeight = useSyncExternalStore(followNarrow, rowHeightOf)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => body.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const inView = narrow.matches ? noIds : idsAround(shown, items[0]?.index ?? 0)
  const settled = useSettled(inView)
  const isRead = (what: Column['reads']): boolean => columns.some(({ reads }) => reads === what)
  const ticks = useTicks(isRead('ticks') ? settled : noIds, ticksInRow)
  const metrics = useCheckMetrics(isRead('metrics') ? settled : noIds)
  useEffect(() => {
    if (hasMore && last >= rows.length - 40) loadMore()
  }, [hasMore, last, rows.length, loadMore])
  useEffect(() => rememberShown(shown.map(({ id }) => id)), [shown])
  useRowKeys({
    shown,
    current,
    setCurrent,
    toggle,
    clear: () => select([]),
    scrollTo: (index) => virtual.scrollToIndex(index),
  })
  if (shown.length === 0) return <NoRows isFiltered={isFiltered} />
  return (
    <>
      <WaitingChanges count={waiting} onApply={apply} />
      <div
        className="list"
        role="grid"
        aria-label={words.title}
        aria-rowcount={shown.length}
        ref={body}
        tabIndex={-1}
        style={templateOf(columns)}
      >
        <Head
          columns={columns}
          mayChange={mayChange}
          isAll={selected.size > 0 && selected.size === shown.length}
          onAll={(isAll) => select(isAll ? shown.map(({ id }) => id) : [])}
        />
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {items.map(({ index, start, key }) => {
            const row = shown[index]
            return row === undefined ? null : (
              <CheckRow
                key={key}
                row={row}
                index={index}
                top={start}
                isCurrent={index === current}
                isSelected={selected.has(row.id)}
                columns={columns}
                ticks={ticks.get(row.id)}
                metrics={metrics.get(row.id)}
                {...(mayChange && { onSelect: (isRange: boolean) => toggle(index, isRange) })}
              />
            )
          })}
        </div>
      </div>
      {selected.size > 0 && (
        <Suspense fallback={null}>
          <BulkBar
            ids={shown.filter(({ id }) => selected.has(id)).map(({ id }) => id)}
            matching={matching}
            filter={filter}
            onClear={() => select([])}
          />
        </Suspense>
      )}
    </>
  )
}

const Head = ({
  columns,
  mayChange,
  isAll,
  onAll,
}: {
  readonly columns: readonly Column[]
  readonly mayChange: boolean
  readonly isAll: boolean
  readonly onAll: (isAll: boolean) => void
}) => (
  <div className="listrow head" role="row">
    <span role="columnheader">
      {mayChange && (
        <input
          type="checkbox"
          className="check"
          aria-label={words.selectAll}
          checked={isAll}
          onChange={(event) => onAll(event.target.checked)}
        />
      )}
    </span>
    <span role="columnheader">{words.name}</span>
    <span role="columnheader">{words.state}</span>
    {columns.map(({ key, label, title, isNumber }) => (
      <span key={key} role="columnheader" className={isNumber ? 'wide num' : 'wide'} title={title}>
        {label}
      </span>
    ))}
  </div>
)

interface RowKeys {
  readonly shown: List['entries']
  readonly current: number
  readonly setCurrent: (index: number) => void
  readonly toggle: (index: number, isRange?: boolean) => void
  readonly clear: () => void
  readonly scrollTo: (index: number) => void
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, J: 1, K: -1, ArrowDown: 1, ArrowUp: -1 }

/** j and k move, with Shift they extend the selection; x selects, Enter opens, Escape clears, z undoes. */
function useRowKeys({ shown, current, setCurrent, toggle, clear, scrollTo }: RowKeys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isElsewhere = event.target instanceof Element && event.target.closest('[role=menu], [role=dialog]') !== null
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target) || isElsewhere) return
      const step = steps[event.key]
      const row = shown[current]
      if (step !== undefined) {
        event.preventDefault()
        const next = Math.max(0, Math.min(shown.length - 1, current + step))
        if (event.shiftKey) toggle(next, true)
        setCurrent(next)
        scrollTo(next)
      } else if (event.key === 'x') toggle(current)
      else if (event.key === 'Escape') clear()
      else if (event.key === 'z') undoLastChange()
      else if ((event.key === 'o' || (event.key === 'Enter' && !isControl(event.target))) && row)
        void navigate({ to: '/checks/$id', params: { id: row.id } })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, input, select') !== null
