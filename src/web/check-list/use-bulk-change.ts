import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '../api/change.ts'
import type { Answer, Input } from '../api/operations.ts'
import { texts } from '../strings/index.ts'
import { typedBody } from '../ui/form/body.ts'
import { messageOf } from '../ui/states.tsx'
import { toast, toastWithUndo } from '../ui/toasts.tsx'
import { rememberUndo } from './last-bulk-change.ts'

const words = texts.checks

type BulkBody = Input<'changeChecks'>['body']
/** The change of the checks; locations and frequencies as the service lists them. */
export type BulkChange = Omit<BulkBody['change'], 'locations' | 'frequency'> & {
  readonly locations?: readonly string[]
  readonly frequency?: number
}

/** Which checks a bulk change is about: chosen ones, or all that the filters of the list let through. */
export type Selection = Pick<BulkBody, 'checkIds'> | Pick<BulkBody, 'filter' | 'confirmedCount'>

/** Changes many checks with one request. Throws an ApiError. */
function useChangeChecks(): (selection: Selection, wanted: BulkChange) => Promise<Answer<'changeChecks'>> {
  const client = useQueryClient()
  return (selection, wanted) => change(client, 'changeChecks', { body: typedBody({ ...selection, change: wanted }) })
}

/** Undoes a bulk change. Throws an ApiError. */
function useUndoBulkChange(): (id: string) => Promise<Answer<'undoBulkChange'>> {
  const client = useQueryClient()
  return (id) => change(client, 'undoBulkChange', { params: { id } })
}

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
