import { useState } from 'react'

/**
 * On closing a dialog, the focus returns to what had it before, if that is still there. The dialogs of Radix
 * return it to their trigger alone, which ours do not have.
 */
export function useReturnedFocus(): (event: Event) => void {
  const [before] = useState(() => document.activeElement)
  return (event) => {
    event.preventDefault()
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
}
