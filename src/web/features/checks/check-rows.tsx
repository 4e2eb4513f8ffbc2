import { ArrowDown, ArrowUp } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { rememberShown } from '../../check-list/shown-list.ts'
import { texts } from '../../strings/index.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { WaitingChanges } from '../../ui/waiting-changes.tsx'
import { useMayChangeChecks } from './api.ts'
import type { CheckRowData } from './api.ts'
import { CheckRow } from './check-row.tsx'
import { templateOf, useColumns } from './columns.tsx'
import type { Column } from './columns.tsx'
import { askedSorting, sortingOf } from './query.ts'
import type { Query } from './query.ts'
import { useListKeys } from './use-list-keys.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useSelection } from '../../ui/use-selection.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import styles from './check-rows.module.css'

const words = texts.checks
const BulkBar = lazyOptional(async () => (await import('./bulk-bar.tsx')).BulkBar)
const NoRows = lazyOptional(async () => (await import('./no-rows.tsx')).NoRows)
/** So many rows before the end of those that are loaded, more are read. */
const readAhead = 40

interface RowsProps {
  readonly filter: Query
  readonly matching: number
  readonly rows: CheckRowData[]
  /** The query that they answer; null while they are those of the query before. */
  readonly answered: string | null
  readonly isFiltered: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/** The rows of the list, of which those in view exist, and what can be done with those that are selected. */
export function CheckRows({ rows, answered, isFiltered, hasMore, loadMore, filter, matching }: RowsProps) {
  const [current, setCurrent] = useState(-1)
  const body = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useLiveRows(rows, body, answered)
  const mayChange = useMayChangeChecks()
  const { selected, toggle, select } = useSelection(shown, mayChange)
  const columns = useColumns()
  // The scrollbar knows rows that are not read yet.
  const total = hasMore ? Math.max(matching, shown.length) : shown.length
  const { virtual, items, ticks, metrics } = useVisibleRows(shown, { total, columns, body })
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= rows.length - readAhead) loadMore()
  }, [hasMore, last, rows.length, loadMore])
  useEffect(() => rememberShown(shown.map(({ id }) => id)), [shown])
  const scrollTo = (index: number): void => virtual.scrollToIndex(index)
  useListKeys({ shown, current, setCurrent, toggle, clear: () => select([]), scrollTo })
  if (shown.length === 0)
    return (
      <Suspense fallback={null}>
        <NoRows isFiltered={isFiltered} />
      </Suspense>
    )
  const isAll = selected.size > 0 && selected.size === shown.length
  return (
    <>
      <WaitingChanges count={waiting} onApply={apply} />
      <div
        className={styles.list}
        role="grid"
        aria-label={words.title}
        aria-rowcount={total}
        ref={body}
        tabIndex={-1}
        style={templateOf(columns)}
      >
        <Head
          columns={columns}
          isAll={isAll}
          {...(mayChange && { onAll: () => select(isAll ? [] : shown.map(({ id }) => id)) })}
        />
        <div className={styles.rows} style={{ height: virtual.getTotalSize() }} role="presentation">
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

interface HeadProps {
  readonly columns: readonly Column[]
  readonly isAll: boolean
  /** Selects all rows or none; absent where nothing can be selected. */
  readonly onAll?: () => void
}

function Head({ columns, isAll, onAll }: HeadProps) {
  return (
    <div className={`${styles.row} ${styles.head}`} role="row">
      <span role="columnheader">
        {onAll ? (
          <input type="checkbox" aria-label={words.selectAll} checked={isAll} onChange={onAll} />
        ) : (
          <span className="sr">{texts.common.actions}</span>
        )}
      </span>
      <ColumnHead label={words.name} sort="name" />
      <ColumnHead label={words.state} sort="state" />
      {columns.map(({ key, ...column }) => (
        <ColumnHead key={key} className={column.isNumber ? `${styles.wide} num` : styles.wide} {...column} />
      ))}
    </div>
  )
}

type ColumnHeadProps = Pick<Column, 'label' | 'title' | 'sort'> & { readonly className?: string | undefined }

/** Where the list can be ordered by a column, its head does that, and the other way round the second time. */
function ColumnHead({ label, title, sort, className }: ColumnHeadProps) {
  const [search, change] = useSearchState()
  const { by, isDescending } = sortingOf(search)
  const isOn = sort === by
  const Arrow = isDescending ? ArrowDown : ArrowUp
  return (
    <span
      role="columnheader"
      className={className}
      title={title}
      aria-sort={sort && (isOn ? (isDescending ? 'descending' : 'ascending') : 'none')}
    >
      {sort ? (
        <button type="button" className={styles.sort} onClick={() => change(askedSorting(search, sort))}>
          {label}
          {isOn && <Arrow className="ic s" aria-hidden="true" />}
        </button>
      ) : (
        label
      )}
    </span>
  )
}
