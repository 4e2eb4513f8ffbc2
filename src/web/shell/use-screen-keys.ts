import { useEffect, useRef } from 'react'
import { isTyping } from './use-keys.ts'
import { steady } from '../time/page-time.ts'

type Keys = Readonly<Record<string, (() => void) | undefined>>

/** A letter behind it names a page. */
const leader = 'g'
const leaderMs = 1_500
/** Where keys belong to what is open. */
const elsewhere = '[role=menu], [role=dialog], [role=alertdialog], .cm-editor'

function isForScreen({ target, metaKey, ctrlKey, altKey, repeat }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || altKey || repeat || isTyping(target)) return false
  return !(target instanceof Element) || target.closest(elsewhere) === null
}

/** Single keys that do something on one screen, while nothing is typed and no menu or dialog is open. */
export function useScreenKeys(keys: Keys): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    let ledAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent): void => {
      if (!isForScreen(event)) return
      const isLed = steady() - ledAt < leaderMs
      ledAt = event.key === leader ? steady() : Number.NEGATIVE_INFINITY
      const act = isLed ? undefined : latest.current[event.key]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
