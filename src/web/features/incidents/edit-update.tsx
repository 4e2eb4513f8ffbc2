import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useEditUpdate } from './api.ts'
import type { Incident, Update } from './api.ts'
import { changedInstant, localOf } from './local-time.ts'
import { statusOptions } from './status-options.ts'

const words = lateTexts.incidents

interface EditUpdateProps {
  readonly incident: Incident
  readonly update: Update
  readonly onClose: () => void
}

/** Corrects what an update says and when it happened. */
export function EditUpdate({ incident, update, onClose }: EditUpdateProps) {
  const before = update.publicIncidentUpdateDate
  const [draft, setDraft] = useState({ status: update.status, description: update.description, at: localOf(before) })
  const edit = useEditUpdate(incident, update.id)
  const { at, ...text } = draft
  const save = (): void => {
    const publicIncidentUpdateDate = changedInstant(at, before) ?? at
    const { notifySubscribers } = update
    edit.mutate({ ...text, notifySubscribers, publicIncidentUpdateDate }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={words.editUpdate}
      isWide
      submit={texts.common.save}
      isBusy={edit.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={edit.error} />
      <SelectField
        label={words.status}
        value={draft.status}
        options={statusOptions}
        onChange={(status) => setDraft({ ...draft, status })}
      />
      <TextField
        label={words.text}
        value={draft.description}
        onChange={(description) => setDraft({ ...draft, description })}
        hint={words.editHint}
        error={edit.error?.fields['description']}
        rows={5}
        maxLength={5000}
        isRequired
      />
      <TextField
        label={words.time}
        type="datetime-local"
        value={draft.at}
        onChange={(time) => setDraft({ ...draft, at: time })}
        error={edit.error?.fields['publicIncidentUpdateDate']}
        isRequired
      />
    </DialogForm>
  )
}
