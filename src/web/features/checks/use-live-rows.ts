import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { CheckPage } from './api.ts'

type Rows = CheckPage['entries']

/** The rows of pages, each once: one that moved meanwhile may be on two. */
export const rowsIn = (pages: readonly CheckPage[]): Rows => [
  ...new Map(pages.flatMap(({ entries }) => entries).map((row) => [row.id, row])).values(),
]

/** Whether the pointer or the keyboard is on a row; the headings ask for another order. */
const isOnRowOf = (body: HTMLElement | null): boolean =>
  [...(body?.querySelectorAll('[role=row]') ?? [])].some(
    (row) => row.matches(':hover, :focus-within') && row.querySelector('[role=columnheader]') === null,
  )

/**
 * The rows with what runs changed since. Under the pointer or the keyboard their order stays: what another order would
 * move waits, and is counted. Another query changes them at once, so that the headings are true.
 */
export function useLiveRows(
  rows: Rows,
  body: RefObject<HTMLElement | null>,
  /** The query that the rows answer; null while they are those of the query before. */
  query: string | null,
): { readonly shown: Rows; readonly waiting: number; readonly apply: () => void } {
  const [shown, setShown] = useState(rows)
  const latest = useRef(rows)
  const answered = useRef(query)
  const [waiting, setWaiting] = useState(0)
  const apply = useCallback(() => {
    setShown(latest.current)
    setWaiting(0)
  }, [])
  useEffect(() => {
    latest.current = rows
    const isAnother = query !== null && query !== answered.current
    if (isAnother) answered.current = query
    const isTouched = !isAnother && isOnRowOf(body.current)
    setShown((before) => {
      if (!isTouched || before.length === 0 || rows.length !== before.length) {
        setWaiting(0)
        return rows
      }
      const byId = new Map(rows.map((row) => [row.id, row]))
      const kept = before.flatMap((row) => byId.get(row.id) ?? [])
      const moved = rows.filter((row, index) => row.id !== before[index]?.id).length
      setWaiting(moved)
      return kept.length === rows.length ? kept : rows
    })
  }, [rows, body, query])
  return { shown, waiting, apply }
}
