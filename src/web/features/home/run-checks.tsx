import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { runAllChecks, runChecks, runGroup, useCells } from './api.ts'
import type { Cells, Sessions } from './api.ts'

const words = lateTexts.runChecks

/** Asks which checks shall run now, and says how many these are before they do. */
export function RunChecks({ onClose }: { readonly onClose: () => void }) {
  const cells = useCells()
  return (
    <Dialog title={words.title} onClose={onClose}>
      <Loaded query={cells} rows={2}>
        {(data) => <Choice cells={data} onClose={onClose} />}
      </Loaded>
    </Dialog>
  )
}

interface Target {
  readonly value: string
  readonly label: string
  readonly count: number
  readonly run: () => Promise<Sessions>
}

function Choice({ cells, onClose }: { readonly cells: Cells; readonly onClose: () => void }) {
  const targets = targetsOf(cells)
  const [value, setValue] = useState(targets[0]?.value ?? '')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const target = targets.find((one) => one.value === value)
  if (target === undefined) return <p className="mute">{words.none}</p>
  const run = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      const sessions = await target.run()
      toast({ text: words.started(sessions.length) })
      onClose()
    } catch (failed) {
      setError(failed)
      setBusy(false)
    }
  }
  return (
    <form
      className="stack gap12"
      onSubmit={(event) => {
        event.preventDefault()
        void run()
      }}
    >
      <ErrorNote error={error} />
      <SelectField label={words.which} value={value} options={targets} onChange={setValue} />
      <p className="dim small">{words.text}</p>
      <div className="acts">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {words.run(target.count)}
        </Button>
      </div>
    </form>
  )
}

/** Failing checks first, then all, then each group; paused checks do not run. */
function targetsOf({ cells, groups }: Cells): readonly Target[] {
  const active = cells.filter(({ state }) => state !== 'PAUSED')
  const troubled = (['FAILING', 'DEGRADED'] as const).map((state): Target => {
    const ids = active.flatMap((cell) => (cell.state === state ? [cell.id] : []))
    return { value: state, label: words.inState[state], count: ids.length, run: () => runChecks(ids) }
  })
  const all: Target = {
    value: 'all',
    label: words.all,
    count: active.length,
    run: runAllChecks,
  }
  const byGroup = Map.groupBy(active, ({ groupId }) => groupId)
  const ofGroups = groups.map(({ id, name }): Target => ({
    value: String(id),
    label: words.group(name),
    count: byGroup.get(id)?.length ?? 0,
    run: () => runGroup(id),
  }))
  return [...troubled, all, ...ofGroups]
    .filter(({ count }) => count > 0)
    .map((target) => ({ ...target, label: words.counted(target.label, target.count) }))
}
