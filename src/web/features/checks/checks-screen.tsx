import { Link, useNavigate } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { callWith } from '../../api/call.ts'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { isTyping } from '../../shell/use-keys.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Empty, Loaded } from '../../ui/states.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { CheckRow } from './check-row.tsx'
import { Filters, queryOf } from './filters.tsx'
import { useLiveRows } from './use-live-rows.ts'

const words = texts.checks
const rowHeight = 40
const pageSize = 200
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
    refetchInterval: 30_000,
    placeholderData: (previous) => previous,
  })
  const mayCreate = useMay('createUrlCheck')
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
      <Loaded query={list}>
        {({ pages }) => (
          <Rows
            rows={pages.flatMap(({ entries }) => entries)}
            isFiltered={Object.keys(search).length > 0}
            hasMore={list.hasNextPage}
            loadMore={() => void (list.isFetchingNextPage || list.fetchNextPage())}
          />
        )}
      </Loaded>
    </Page>
  )
}

interface RowsProps {
  readonly rows: List['entries']
  readonly isFiltered: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
}

function Rows({ rows, isFiltered, hasMore, loadMore }: RowsProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [current, setCurrent] = useState(-1)
  const body = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useLiveRows(rows, body)
  const mayChange = useMay('updateCheckGeneric')
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => body.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  })
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - 40) loadMore()
  }, [hasMore, last, rows.length, loadMore])
  useRowKeys({ shown, current, setCurrent, toggle, scrollTo: (index) => virtual.scrollToIndex(index) })
  function toggle(id: string): void {
    if (!mayChange) return
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  if (shown.length === 0)
    return <Empty title={isFiltered ? words.empty : words.none}>{isFiltered ? words.emptyText : words.noneText}</Empty>
  return (
    <>
      {waiting > 0 && (
        <p className="padx">
          <button type="button" className="link" onClick={apply}>
            {words.changes(waiting)}
          </button>
        </p>
      )}
      <div className="list" role="grid" aria-label={words.title} aria-rowcount={shown.length} ref={body} tabIndex={-1}>
        <Head
          mayChange={mayChange}
          isAll={selected.size > 0 && selected.size === shown.length}
          onAll={(isAll) => setSelected(new Set(isAll ? shown.map(({ id }) => id) : []))}
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
                {...(mayChange && { onSelect: () => toggle(row.id) })}
              />
            )
          })}
        </div>
      </div>
      {selected.size > 0 && (
        <BulkBar rows={shown.filter(({ id }) => selected.has(id))} onClear={() => setSelected(new Set())} />
      )}
    </>
  )
}

const Head = ({
  mayChange,
  isAll,
  onAll,
}: {
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
    <span role="columnheader" className="wide">
      {words.group}
    </span>
    <span role="columnheader" className="wide num">
      {words.responseTime}
    </span>
    <span role="columnheader" className="wide num">
      {words.frequency}
    </span>
    <span role="columnheader" className="wide num">
      {words.lastRun}
    </span>
  </div>
)

interface RowKeys {
  readonly shown: List['entries']
  readonly current: number
  readonly setCurrent: (index: number) => void
  readonly toggle: (id: string) => void
  readonly scrollTo: (index: number) => void
}

/** j and k move, x selects, Enter opens. */
function useRowKeys({ shown, current, setCurrent, toggle, scrollTo }: RowKeys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0
      const row = shown[current]
      if (step !== 0) {
        const next = Math.max(0, Math.min(shown.length - 1, current + step))
        setCurrent(next)
        scrollTo(next)
      } else if (event.key === 'x' && row) toggle(row.id)
      else if ((event.key === 'o' || (event.key === 'Enter' && event.target === document.body)) && row)
        void navigate({ to: '/checks/$id', params: { id: row.id } })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}
