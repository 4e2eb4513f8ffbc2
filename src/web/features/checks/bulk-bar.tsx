import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { Answer } from '../../api/operations.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { forEachOf } from './for-each-of.ts'

const words = texts.checks
type Row = Answer<'listCheckRows'>['entries'][number]
type Change = { readonly activated: boolean } | { readonly muted: boolean }

const put = (id: string, body: Change) => call('updateCheckGeneric', { params: { id }, body: body as never })

/** Changes all selected checks, a few at a time, with progress; everything but a deletion can be taken back. */
export function BulkBar({ rows, onClear }: { readonly rows: readonly Row[]; readonly onClear: () => void }) {
  const client = useQueryClient()
  const [done, setDone] = useState<number | null>(null)
  const [isDeleting, setDeleting] = useState(false)
  const mayRun = useMay('triggerCheckSessionsV2')
  const run = async (items: readonly Row[], work: (row: Row) => Promise<unknown>): Promise<boolean> => {
    setDone(0)
    const errors = await forEachOf(items, work, setDone)
    setDone(null)
    await client.invalidateQueries()
    if (errors.length > 0) toast({ text: words.someFailed(errors.length, messageOf(errors[0])) })
    return errors.length < items.length
  }
  const change = async (name: 'pause' | 'resume' | 'mute' | 'unmute'): Promise<void> => {
    const isOn = name === 'resume' || name === 'mute'
    const field = name === 'pause' || name === 'resume' ? 'activated' : 'muted'
    const bodyOf = (on: boolean): Change => (field === 'activated' ? { activated: on } : { muted: on })
    const isAffected = (row: Row): boolean =>
      field === 'activated' ? (row.state !== 'PAUSED') !== isOn : row.muted !== isOn
    const affected = rows.filter(isAffected)
    onClear()
    if (!(await run(affected, ({ id }) => put(id, bodyOf(isOn))))) return
    const undo = (): void =>
      void run(affected, ({ id }) => put(id, bodyOf(!isOn))).then(() => toast({ text: words.undone }))
    toast({ text: words.done[name](affected.length), undo })
  }
  const remove = async (): Promise<void> => {
    setDeleting(false)
    const { length } = rows
    onClear()
    if (await run(rows, ({ id }) => call('deleteCheck', { params: { id } }))) toast({ text: words.done.delete(length) })
  }
  const runNow = (): void => {
    const checkId = rows.map(({ id }) => id)
    void call('triggerCheckSessionsV2', { body: { target: { checkId } } }).then(
      () => onClear(),
      (error: unknown) => toast({ text: messageOf(error) }),
    )
  }
  if (done !== null)
    return (
      <div className="bulk" role="status">
        {words.progress(done, rows.length)}
      </div>
    )
  return (
    <div className="bulk" role="toolbar" aria-label={words.selected(rows.length)}>
      <b>{words.selected(rows.length)}</b>
      {mayRun && <Button onClick={runNow}>{words.runNow}</Button>}
      <Button onClick={() => void change('pause')}>{words.pause}</Button>
      <Button onClick={() => void change('resume')}>{words.resume}</Button>
      <Button onClick={() => void change('mute')}>{words.mute}</Button>
      <Button onClick={() => void change('unmute')}>{words.unmute}</Button>
      <Button kind="danger" onClick={() => setDeleting(true)}>
        {words.delete}
      </Button>
      <Button kind="ghost" onClick={onClear}>
        {words.clear}
      </Button>
      {isDeleting && (
        <Confirm
          title={words.deleteTitle(rows.length)}
          text={words.deleteText}
          action={words.delete}
          onConfirm={() => void remove()}
          onClose={() => setDeleting(false)}
        />
      )}
    </div>
  )
}
