import { useState } from 'react'
import type { MaintenanceStatus } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { useSaving } from '../../ui/form/use-saving.ts'
import { reportOutcome } from '../../ui/report-outcome.ts'
import { ErrorNote } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useWindowChanges } from './api.ts'
import type { Maintenance } from './api.ts'

const words = lateTexts.maintenanceWindows

interface UpdatesProps {
  readonly windowId: number
  readonly maintenance: Maintenance
  readonly mayChange: boolean
}

/** The updates of a published maintenance, newest first. */
export function Updates({ windowId, maintenance, mayChange }: UpdatesProps) {
  const { removeUpdate } = useWindowChanges(windowId)
  const [isPosting, setPosting] = useState(false)
  return (
    <div className="stack">
      <div className="row">
        <span className="label">{words.updates}</span>
        {mayChange && (
          <span className="end">
            <Button size="small" onClick={() => setPosting(true)}>
              {words.post}
            </Button>
          </span>
        )}
      </div>
      {maintenance.updates.length === 0 && <p className="small mute">{words.noUpdates}</p>}
      {maintenance.updates.map(({ id, status, description, created_at: at }) => (
        <div key={id} className="row wrap">
          <span className="grow multiline">
            <b>{words.statuses[status]}</b> {description}
          </span>
          <span className="small mute">
            <Moment at={at} />
          </span>
          {mayChange && (
            <DeleteButton
              title={words.removeUpdateTitle}
              text={words.removeUpdateText}
              label={words.removeUpdate}
              onDelete={() => reportOutcome(removeUpdate(maintenance.id, id), words.removeUpdate)}
            />
          )}
        </div>
      ))}
      {isPosting && <PostDialog windowId={windowId} maintenance={maintenance} onClose={() => setPosting(false)} />}
    </div>
  )
}

/** Where a status may lead, itself first: as the service permits. */
const nextStatuses: Readonly<Record<MaintenanceStatus, readonly MaintenanceStatus[]>> = {
  SCHEDULED: ['SCHEDULED', 'IN_PROGRESS', 'CANCELLED'],
  IN_PROGRESS: ['IN_PROGRESS', 'VERIFYING', 'COMPLETED', 'CANCELLED'],
  VERIFYING: ['VERIFYING', 'IN_PROGRESS', 'COMPLETED', 'CANCELLED'],
  COMPLETED: ['COMPLETED', 'IN_PROGRESS'],
  CANCELLED: ['CANCELLED', 'SCHEDULED', 'IN_PROGRESS'],
}

function PostDialog({
  windowId,
  maintenance,
  onClose,
}: Omit<UpdatesProps, 'mayChange'> & { readonly onClose: () => void }) {
  const { post } = useWindowChanges(windowId)
  const [status, setStatus] = useState(maintenance.status)
  const [description, setDescription] = useState('')
  const [notifySubscribers, setNotify] = useState(false)
  const { save, isBusy, error, errors } = useSaving(async () => {
    await post(maintenance.id, { status, description, notifySubscribers })
    toast({ text: words.posted })
    onClose()
  })
  const open = nextStatuses[maintenance.status].filter(
    (next) => next !== 'SCHEDULED' || maintenance.status === next || Date.parse(maintenance.startsAt) > now(),
  )
  return (
    <DialogForm title={words.post} submit={words.post} isBusy={isBusy} onSubmit={() => void save()} onClose={onClose}>
      <ErrorNote error={error} />
      <SelectField
        label={words.status}
        value={status}
        options={open.map((value) => ({ value, label: words.statuses[value] }))}
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
      <CheckField label={words.mail} isOn={notifySubscribers} onChange={setNotify} />
    </DialogForm>
  )
}
