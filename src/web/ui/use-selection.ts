import { useRef, useState } from 'react'

interface Selection {
  /** Ids of rows. */
  readonly selected: ReadonlySet<string>
  /** Selects a row or no longer; with a range, selects every row from the last one chosen to this one. */
  readonly toggle: (index: number, isRange?: boolean) => void
  /** Selects these and no others. */
  readonly select: (ids: readonly string[]) => void
}

/** The selected rows of a list. Without `mayChange` nothing can be selected. */
export function useSelection(shown: readonly { readonly id: string }[], mayChange: boolean): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const anchor = useRef<number | null>(null)
  const latest = useRef(shown)
  latest.current = shown
  // Rows that did not change keep the function of an earlier list: it reads what is shown and selected when it is called.
  const toggle = (index: number, isRange = false): void => {
    const { current: rows } = latest
    const row = rows[index]
    const from = isRange ? anchor.current : null
    if (!mayChange || row === undefined) return
    anchor.current = index
    setSelected((before) => {
      const next = new Set(before)
      if (from !== null) for (const { id } of rows.slice(Math.min(from, index), Math.max(from, index) + 1)) next.add(id)
      else if (!next.delete(row.id)) next.add(row.id)
      return next
    })
  }
  return { selected, toggle, select: (ids) => setSelected(new Set(ids)) }
}
