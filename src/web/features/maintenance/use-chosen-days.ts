import { useEffect, useRef, useState } from 'react'
import type { HTMLAttributes, KeyboardEvent, PointerEvent } from 'react'
import { dayByKey, monthOf, timesOfDays } from './month.ts'
import type { ChosenDays } from './month.ts'

interface Choosing {
  readonly month: string
  readonly today: string
  readonly onMonth: (month: string) => void
  /** Undefined: the role may not. */
  readonly onChoose: ((times: { readonly start: string; readonly end: string }) => void) | undefined
}

const isOnLink = (target: EventTarget): boolean => target instanceof Element && target.closest('a') !== null
const dayOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-day]')?.dataset['day'] : undefined

/**
 * Days of a month that are chosen by dragging over them, or with the arrow keys, Shift and Enter. One day has the focus;
 * a key that leads out of the month shows the other one.
 */
export function useChosenDays({ month, today, onMonth, onChoose }: Choosing) {
  const [chosen, choose] = useState<ChosenDays | null>(null)
  const [wanted, focus] = useState(today)
  const grid = useRef<HTMLTableElement>(null)
  const moved = useRef(false)
  const focused = monthOf(wanted) === month ? wanted : monthOf(today) === month ? today : month
  useEffect(() => {
    if (moved.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focused}"]`)?.focus()
    moved.current = false
  }, [focused])

  const end = (): void => {
    if (chosen && onChoose) onChoose(timesOfDays(chosen))
    choose(null)
  }
  const move = (next: string, isExtending: boolean): void => {
    moved.current = true
    focus(next)
    choose(isExtending ? { from: chosen?.from ?? focused, to: next } : null)
    if (monthOf(next) !== month) onMonth(monthOf(next))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isOnLink(event.target)) return
    if (event.key === 'Escape') return choose(null)
    const next = dayByKey(focused, event.key)
    const isChoosing = event.key === 'Enter' || event.key === ' '
    if (next === null && !isChoosing) return
    event.preventDefault()
    if (next !== null) move(next, event.shiftKey)
    else onChoose?.(timesOfDays(chosen ?? { from: focused, to: focused }))
  }
  const onPointerDown = (event: PointerEvent): void => {
    const day = dayOf(event.target)
    if (day === undefined || event.button !== 0 || isOnLink(event.target) || !onChoose) return
    choose({ from: day, to: day })
  }
  const onPointerMove = (event: PointerEvent): void => {
    const day = dayOf(event.target)
    if (chosen && day !== undefined && day !== chosen.to && event.buttons !== 0) choose({ ...chosen, to: day })
  }
  return {
    chosen,
    focused,
    gridProps: {
      ref: grid,
      onKeyDown,
      onPointerDown,
      onPointerMove,
      onPointerUp: end,
      onPointerLeave: () => choose(null),
    },
    dayProps: (day: string): HTMLAttributes<HTMLElement> & { readonly 'data-day': string } => ({
      'data-day': day,
      onFocus: () => focus(day),
    }),
  }
}
