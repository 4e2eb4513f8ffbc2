import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useSyncExternalStore } from 'react'
import type { RefObject } from 'react'
import { useTicks } from '../../results/use-ticks.ts'
import type { CheckRowData } from './api.ts'
import { ticksInRow } from './columns.tsx'
import type { Column } from './columns.tsx'
import { useCheckMetrics } from './use-check-metrics.ts'
import { useSettled } from './use-settled.ts'

/** Fingers need higher rows. */
const narrow = matchMedia('(max-width: 720px)')
const rowHeightOf = (): number => (narrow.matches ? 44 : 34)

function followNarrow(notify: () => void): () => void {
  narrow.addEventListener('change', notify)
  return () => narrow.removeEventListener('change', notify)
}

const noIds: readonly string[] = []
const tickBlock = 50

/** The ids of rows from the block of the first in view to the end of the next, so that scrolling within them asks nothing. */
function idsAround(rows: readonly CheckRowData[], first: number): readonly string[] {
  const from = Math.floor(first / tickBlock) * tickBlock
  return rows.slice(from, from + 2 * tickBlock).map(({ id }) => id)
}

interface VisibleRows {
  /** Rows of the whole list, of which `shown` are read. */
  readonly total: number
  readonly columns: readonly Column[]
  readonly body: RefObject<HTMLElement | null>
}

/** The rows in view, with what their columns read for them alone. */
export function useVisibleRows(shown: readonly CheckRowData[], { total, columns, body }: VisibleRows) {
  const rowHeight = useSyncExternalStore(followNarrow, rowHeightOf)
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => body.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const inView = narrow.matches ? noIds : idsAround(shown, items[0]?.index ?? 0)
  const settled = useSettled(inView)
  const isRead = (what: Column['reads']): boolean => columns.some(({ reads }) => reads === what)
  return {
    virtual,
    items,
    ticks: useTicks(isRead('ticks') ? settled : noIds, ticksInRow),
    metrics: useCheckMetrics(isRead('metrics') ? settled : noIds),
  }
}
