import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { undoLastChange } from '../../check-list/last-bulk-change.ts'
import { isTyping } from '../../shell/use-keys.ts'

interface ListKeys {
  readonly shown: readonly { readonly id: string }[]
  readonly current: number
  readonly setCurrent: (index: number) => void
  readonly toggle: (index: number, isRange?: boolean) => void
  readonly clear: () => void
  readonly scrollTo: (index: number) => void
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, J: 1, K: -1, ArrowDown: 1, ArrowUp: -1 }

/** j and k move, with Shift they extend the selection; x selects, Enter opens, Escape clears, z undoes. */
export function useListKeys({ shown, current, setCurrent, toggle, clear, scrollTo }: ListKeys): void {
  const navigate = useNavigate()
  useEffect(() => {
    const open = (): void => {
      const row = shown[current]
      if (row) void navigate({ to: '/checks/$id', params: { id: row.id } })
    }
    const move = (step: number, isRange: boolean): void => {
      const next = Math.max(0, Math.min(shown.length - 1, current + step))
      if (isRange) toggle(next, true)
      setCurrent(next)
      scrollTo(next)
    }
    const actions: Readonly<Record<string, (target: EventTarget | null) => void>> = {
      x: () => toggle(current),
      Escape: clear,
      z: undoLastChange,
      o: open,
      Enter: (target) => isWithin(target, controls) || open(),
    }
    const onKey = (event: KeyboardEvent): void => {
      const { key, target } = event
      if (isTaken(event)) return
      const step = steps[key]
      if (step === undefined) return actions[key]?.(target)
      event.preventDefault()
      move(step, event.shiftKey)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  })
}

const controls = 'a, button, input, select'
const isWithin = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/** Whether a key is for the browser, for a field, or for what is open above the list. */
const isTaken = ({ metaKey, ctrlKey, altKey, target }: KeyboardEvent): boolean =>
  metaKey || ctrlKey || altKey || isTyping(target) || isWithin(target, '[role=menu], [role=dialog]')
