import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatNumber } from '../../ui/format.ts'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { runChecks, useMayRunChecks } from './api.ts'
import type { BulkChange, Selection } from '../../check-list/use-bulk-change.ts'
import { BulkEdit } from './bulk-edit.tsx'
import { useBulkChange } from '../../check-list/use-bulk-change.ts'

const words = texts.checks
const late = lateTexts.checkList

interface BulkBarProps {
  readonly ids: readonly string[]
  /** How many checks the filters let through; more than are loaded, perhaps. */
  readonly matching: number
  readonly filter: NonNullable<Extract<Selection, { filter?: unknown }>['filter']>
  readonly onClear: () => void
}

/** Without a filter all checks match: then exactly as many are changed as were shown. */
const matchingSelection = (filter: BulkBarProps['filter'], matching: number): Selection =>
  Object.keys(filter).length > 0 ? { filter } : { filter: { all: true }, confirmedCount: matching }

/** The bulk actions. All of them can be undone, deletions included. */
export function BulkBar({ ids, matching, filter, onClear }: BulkBarProps) {
  const [isAll, setAll] = useState(false)
  const [isEditing, setEditing] = useState(false)
  const { isBusy, change } = useBulkChange()
  const mayRun = useMayRunChecks()
  const selection = isAll ? matchingSelection(filter, matching) : { checkIds: [...ids] }
  const count = isAll ? matching : ids.length
  const apply = async (wanted: BulkChange, done: (count: number) => string): Promise<void> => {
    if (await change(selection, wanted, done)) onClear()
  }
  const runNow = (): void => void runChecks(ids).then(onClear, (error: unknown) => toast({ text: messageOf(error) }))
  return (
    <SelectionBar label={late.selected(count)}>
      <b>{isAll ? late.allSelected(count) : late.selected(count)}</b>
      {!isAll && matching > ids.length && (
        <button type="button" className="link" onClick={() => setAll(true)}>
          {late.allMatching(matching)}
        </button>
      )}
      {mayRun && !isAll && <Button onClick={runNow}>{late.runNow}</Button>}
      <Button isBusy={isBusy} onClick={() => void apply({ activated: false }, late.done.pause)}>
        {words.pause}
      </Button>
      <Button isBusy={isBusy} onClick={() => void apply({ activated: true }, late.done.resume)}>
        {words.resume}
      </Button>
      <Button isBusy={isBusy} onClick={() => void apply({ muted: true }, late.done.mute)}>
        {words.mute}
      </Button>
      <Button isBusy={isBusy} onClick={() => void apply({ muted: false }, late.done.unmute)}>
        {words.unmute}
      </Button>
      <Button onClick={() => setEditing(true)}>{late.edit}</Button>
      <Button kind="danger" isBusy={isBusy} onClick={() => void apply({ delete: true }, late.done.delete)}>
        {late.delete}
      </Button>
      <Button kind="ghost" onClick={onClear}>
        {late.clear}
      </Button>
      {isEditing && (
        <BulkEdit
          title={late.editTitle(count)}
          isBusy={isBusy}
          onClose={() => setEditing(false)}
          onApply={(wanted) => void apply(wanted, late.changed)}
        />
      )}
      <span className="sr" role="status">
        {formatNumber(count)}
      </span>
    </SelectionBar>
  )
}
