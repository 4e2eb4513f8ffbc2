import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { useSaving } from '../../ui/form/use-saving.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { fieldLabels } from './field-labels.ts'
import { useWindowChanges } from './api.ts'
import type { Maintenance, MaintenanceWindow } from './api.ts'
import { instantOf, wallTimeOf } from './wall-time.ts'

const words = lateTexts.maintenanceWindows

interface ChangeTimesProps {
  readonly window: MaintenanceWindow
  readonly maintenance: Maintenance
}

/** Moves, extends or shortens one occurrence; others stay. */
export function ChangeTimes(props: ChangeTimesProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {words.changeTimes}
      </Button>
      {isOpen && <TimesDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function TimesDialog({ window, maintenance, onClose }: ChangeTimesProps & { readonly onClose: () => void }) {
  const { id, startsAt, endsAt } = maintenance
  const zone = window.timezone ?? 'UTC'
  const before = { starts: wallTimeOf(zone, startsAt), ends: wallTimeOf(zone, endsAt) }
  const [{ starts, ends }, setTimes] = useState(before)
  const { move } = useWindowChanges(window.id)
  const { save, isBusy, error, errors } = useSaving(async () => {
    await move(id, {
      ...(starts !== before.starts && { startsAt: instantOf(zone, starts) ?? starts }),
      ...(ends !== before.ends && { endsAt: instantOf(zone, ends) ?? ends }),
    })
    toast({ text: words.timesChanged })
    onClose()
  }, fieldLabels)
  return (
    <DialogForm
      title={words.changeTimes}
      submit={texts.common.save}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      <TextField
        label={words.fields.starts}
        type="datetime-local"
        value={starts}
        error={errors['startsAt']}
        isRequired
        onChange={(value) => setTimes({ starts: value, ends })}
      />
      <TextField
        label={words.fields.ends}
        type="datetime-local"
        value={ends}
        hint={words.timesHint(zone)}
        error={errors['endsAt']}
        isRequired
        onChange={(value) => setTimes({ starts, ends: value })}
      />
    </DialogForm>
  )
}
