import { useState } from 'react'
import { rememberUndo } from '../../check-list/last-bulk-change.ts'
import { texts } from '../../strings/index.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast, toastWithUndo } from '../../ui/toasts.tsx'
import { useChangeChecks, useUndoBulkChange } from './api.ts'
import type { BulkChange, Selection } from './api.ts'

const words = texts.checks
/** Changes many checks with one request, shows their number, and offers to undo it. */
export function useBulkChange(): {
  readonly isBusy: boolean
  readonly change: (selection: Selection, change: BulkChange, done: (count: number) => string) => Promise<boolean>
} {
  const changeChecks = useChangeChecks()
  const undoChange = useUndoBulkChange()
  const [isBusy, setBusy] = useState(false)
  const undo = async (id: string): Promise<void> => {
    rememberUndo(null)
    try {
      const { refused } = await undoChange(id)
      toast({ text: refused.length > 0 ? words.leftAlone(refused.length) : words.undone })
    } catch (error) {
      toast({ text: messageOf(error) })
    }
  }
  const changeMany = async (
    selection: Selection,
    wanted: BulkChange,
    done: (count: number) => string,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      const { undoId, changed } = await changeChecks(selection, wanted)
      if (undoId === null) toast({ text: words.nothingChanged })
      else {
        const takeBack = (): void => void undo(undoId)
        rememberUndo(takeBack, toastWithUndo(done(changed), takeBack))
      }
      return true
    } catch (error) {
      toast({ text: messageOf(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, change: changeMany }
}
