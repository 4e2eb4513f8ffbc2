import { useState } from 'react'
import type { MaintenanceStatus } from '#contract'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { useSaving } from '../../ui/form/use-saving.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useWindowChanges } from './api.ts'
import type { Maintenance } from './api.ts'

const words = lateTexts.maintenanceWindows

/** Where a status may lead, itself first: as the service permits. */
const nextStatuses: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  SCHEDULED: ['SCHEDULED', 'IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['IN_PROGRESS', 'VERIFYING', 'COMPLETED', 'CANCELLED'],
  VERIFYING: ['VERIFYING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  COMPLETED: ['COMPLETED', 'IN_PROGRESS'],
  CANCELLED: ['CANCELLED', 'SCHEDULED', 'IN_PROGRESS'],
}

interface UpdateDialogProps {
  readonly windowId: number
  readonly maintenance: Maintenance
  /** The one that is corrected; null: a new one. */
  readonly update: Maintenance['updates'][number] | null
  readonly onClose: () => void
}

/** Posts an update, or corrects one: the latest may still take the maintenance to another status. */
export function UpdateDialog({ windowId, maintenance, update, onClose }: UpdateDialogProps) {
  const { post, editUpdate } = useWindowChanges(windowId)
  const [status, setStatus] = useState(update?.status ?? maintenance.status)
  const [description, setDescription] = useState(update?.description ?? '')
  const [notifySubscribers, setNotify] = useState(false)
  const { save, isBusy, error, errors } = useSaving(async () => {
    if (update === null) await post(maintenance.id, { status, description, notifySubscribers })
    else await editUpdate(maintenance.id, update.id, { status, description })
    toast({ text: update === null ? words.posted : words.corrected })
    onClose()
  })
  const isMoving = update === null || isLatest(maintenance, update)
  const title = update === null ? words.post : words.editUpdate
  return (
    <DialogForm
      title={title}
      submit={update === null ? title : texts.common.save}
      isBusy={isBusy}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      <SelectField
        label={words.status}
        value={status}
        options={(isMoving ? openTo(maintenance) : allStatuses).map((value) => ({
          value,
          label: words.statuses[value],
        }))}
        hint={isMoving ? undefined : words.pastStatusHint}
        onChange={setStatus}
      />
      <TextField
        label={words.text}
        rows={4}
        isRequired
        maxLength={2_000}
        value={description}
        error={errors['description']}
        onChange={setDescription}
      />
      {update === null ? (
        <CheckField label={words.mail} isOn={notifySubscribers} onChange={setNotify} />
      ) : (
        <p className="small mute">{words.editHint}</p>
      )}
    </DialogForm>
  )
}

const allStatuses: readonly MaintenanceStatus[] = ['SCHEDULED', 'IN_PROGRESS', 'VERIFYING', 'COMPLETED', 'CANCELLED']

/** Whether another status of an update becomes that of the maintenance. */
const isLatest = ({ status, updates }: Maintenance, update: Maintenance['updates'][number]): boolean =>
  updates[0]?.id === update.id && update.status === status

/** The statuses that a maintenance may have next. */
const openTo = ({ status, startsAt }: Maintenance): readonly MaintenanceStatus[] =>
  nextStatuses[status].filter((next) => next !== 'SCHEDULED' || status === next || Date.parse(startsAt) > now())
