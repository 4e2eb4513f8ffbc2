import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Input } from '../../api/operations.ts'
import { rememberUndo } from '../../check-list/last-bulk-change.ts'
import { texts } from '../../strings/index.ts'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = texts.checks
type Body = Input<'changeChecks'>['body']
export type BulkChange = Body['change']

/** Which checks a bulk change is about: chosen ones, or all that the filters of the list let through. */
export type Selection = Pick<Body, 'checkIds'> | Pick<Body, 'filter' | 'confirmedCount'>

/** Changes many checks with one request, shows their number, and offers to undo it. */
export function useBulkChange(): {
  readonly isBusy: boolean
  readonly change: (selection: Selection, change: BulkChange, done: (count: number) => string) => Promise<boolean>
} {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const undo = async (id: string): Promise<void> => {
    rememberUndo(null)
    try {
      const { refused } = await call('undoBulkChange', { params: { id } })
      toast({ text: refused.length > 0 ? words.leftAlone(refused.length) : words.undone })
    } catch (error) {
      toast({ text: messageOf(error) })
    }
    await client.invalidateQueries()
  }
  const change = async (
    selection: Selection,
    wanted: BulkChange,
    done: (count: number) => string,
  ): Promise<boolean> => {
    setBusy(true)
    try {
      const { undoId, changed } = await call('changeChecks', { body: { ...selection, change: wanted } })
      await client.invalidateQueries()
      if (undoId === null) toast({ text: words.nothingChanged })
      else {
        rememberUndo(() => void undo(undoId))
        toast({ text: done(changed), undo: () => void undo(undoId) })
      }
      return true
    } catch (error) {
      toast({ text: messageOf(error) })
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, change }
}
