import { useEffect, useRef } from 'react'
import { isCommand } from '../command-key.ts'

const inDialog = '[role=dialog], [role=alertdialog]'

/** Saves on ⌘S and Ctrl S wherever the focus is, but in a dialog. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isCommand(event) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      const { target } = event
      if (!(target instanceof Element) || target.closest(inDialog) === null) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
