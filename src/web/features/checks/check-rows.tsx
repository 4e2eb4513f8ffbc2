import { Suspense, useEffect, useRef, useState } from 'react'
import { rememberShown } from '../../check-list/shown-list.ts'
import { texts } from '../../strings/index.ts'
import { lazyOptional } from '../../ui/lazy-optional.ts'
import { WaitingChanges } from '../../ui/waiting-changes.tsx'
import { useMayChangeChecks } from './api.ts'
import type { CheckRowData } from './api.ts'
import { CheckRow } from './check-row.tsx'
import { templateOf, useColumns } from './columns.tsx'
import type { Column } from './columns.tsx'
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
  readonly isFiltered: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
}

/** The rows of the list, of which those in view exist, and what can be done with those that are selected. */
export function CheckRows({ rows, isFiltered, hasMore, loadMore, filter, matching }: RowsProps) {
  const [current, setCurrent] = useState(-1)
  const body = useRef<HTMLDivElement>(null)
  const { shown, waiting, apply } = useLiveRows(rows, body)
  const mayChange = useMayChangeChecks()
  const { selected, toggle, select } = useSelection(shown, mayChange)
  const columns = useColumns()
  const { virtual, items, ticks, metrics } = useVisibleRows(shown, columns, body)
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
        aria-rowcount={shown.length}
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

const Head = ({ columns, isAll, onAll }: HeadProps) => (
  <div className={`${styles.row} ${styles.head}`} role="row">
    <span role="columnheader">
      {onAll && <input type="checkbox" aria-label={words.selectAll} checked={isAll} onChange={onAll} />}
    </span>
    <span role="columnheader">{words.name}</span>
    <span role="columnheader">{words.state}</span>
    {columns.map(({ key, label, title, isNumber }) => (
      <span key={key} role="columnheader" className={isNumber ? `${styles.wide} num` : styles.wide} title={title}>
        {label}
      </span>
    ))}
  </div>
)
