import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useCheckChanges } from '../../live/live.tsx'
import type { CheckChange } from '../../live/live.tsx'

type Rows = Answer<'listCheckRows'>['entries']

/**
 * The rows with what runs changed since. Under the pointer or the keyboard their order stays: what another order would
 * move waits, and is counted.
 */
export function useLiveRows(
  rows: Rows,
  body: RefObject<HTMLElement | null>,
): { readonly shown: Rows; readonly waiting: number; readonly apply: () => void } {
  const [shown, setShown] = useState(rows)
  const latest = useRef(rows)
  const [waiting, setWaiting] = useState(0)
  const apply = useCallback(() => {
    setShown(latest.current)
    setWaiting(0)
  }, [])
  useEffect(() => {
    latest.current = rows
    const isTouched = body.current?.matches(':hover, :focus-within') === true
    setShown((before) => {
      if (!isTouched || before.length === 0 || rows.length !== before.length) return rows
      const byId = new Map(rows.map((row) => [row.id, row]))
      const kept = before.flatMap((row) => byId.get(row.id) ?? [])
      const moved = rows.filter((row, index) => row.id !== before[index]?.id).length
      setWaiting(moved)
      return kept.length === rows.length ? kept : rows
    })
  }, [rows, body])
  const onChanges = useCallback((changes: readonly CheckChange[]) => {
    const byId = new Map(changes.map((change) => [change.id, change]))
    const changed = (list: Rows): Rows =>
      list.map((row) => {
        const change = byId.get(row.id)
        return change === undefined || row.state === 'PAUSED' ? row : { ...row, ...change }
      })
    latest.current = changed(latest.current)
    setShown(changed)
  }, [])
  useCheckChanges(onChanges)
  return { shown, waiting, apply }
}
