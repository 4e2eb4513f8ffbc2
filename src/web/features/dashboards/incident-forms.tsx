import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useChangeIncident, useChangeUpdate, useCreateIncident, useEndIncident, usePostUpdate } from './api.ts'
import type { Dashboard, Incident, IncidentUpdate } from './api.ts'
import { fromLocal, toLocal } from './local-time.ts'

const words = lateTexts.dashboards.incidents

type Impact = keyof typeof words.impacts
type Status = keyof typeof words.statuses

const optionsOf = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))

interface Closing {
  readonly onClose: () => void
}

export function NewIncident({ dashboard, onClose }: Closing & { readonly dashboard: Dashboard }) {
  const [name, setName] = useState('')
  const [impact, setImpact] = useState<Impact>('MINOR')
  const [status, setStatus] = useState<Status>('INVESTIGATING')
  const [description, setDescription] = useState('')
  const create = useCreateIncident()
  const save = (): void => {
    const body = { dashboardId: dashboard.id, name, impact, incidentUpdates: [{ status, description }] }
    create.mutate({ body }, { onSuccess: onClose })
  }
  return (
    <DialogForm title={words.new} submit={words.post} isBusy={create.isPending} onSubmit={save} onClose={onClose}>
      <ErrorNote error={create.error} />
      <TextField label={words.name} value={name} onChange={setName} isRequired maxLength={255} />
      <SelectField label={words.impact} value={impact} options={optionsOf(words.impacts)} onChange={setImpact} />
      <SelectField label={words.status} value={status} options={optionsOf(words.statuses)} onChange={setStatus} />
      <TextField label={words.message} value={description} onChange={setDescription} rows={4} isRequired />
    </DialogForm>
  )
}

interface NewUpdateProps extends Closing {
  readonly incident: Incident
  readonly isResolving: boolean
}

/** Posts an update; the one that resolves an incident ends it too. */
export function NewUpdate({ incident, isResolving, onClose }: NewUpdateProps) {
  const [status, setStatus] = useState<Status>(isResolving ? 'RESOLVED' : 'MONITORING')
  const [description, setDescription] = useState(isResolving ? words.resolvedText : '')
  const post = usePostUpdate()
  const end = useEndIncident()
  const save = (): void => {
    const input = { params: { incidentId: incident.id }, body: { status, description } }
    const finish = (): void => {
      if (status === 'RESOLVED' && incident.stoppedAt === null) end(incident.id).catch(toastError)
      onClose()
    }
    post.mutate(input, { onSuccess: finish })
  }
  return (
    <DialogForm
      title={isResolving ? words.resolve : words.post}
      submit={isResolving ? words.resolve : words.post}
      isBusy={post.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={post.error} />
      <SelectField label={words.status} value={status} options={optionsOf(words.statuses)} onChange={setStatus} />
      <TextField label={words.message} value={description} onChange={setDescription} rows={4} isRequired />
    </DialogForm>
  )
}

export function EditIncident({ incident, onClose }: Closing & { readonly incident: Incident }) {
  const [name, setName] = useState(incident.name)
  const [impact, setImpact] = useState<Impact>(incident.impact)
  const [startedAt, setStartedAt] = useState(toLocal(incident.startedAt))
  const [stoppedAt, setStoppedAt] = useState(toLocal(incident.stoppedAt))
  const change = useChangeIncident()
  const save = (): void => {
    const body = { name, impact, startedAt: fromLocal(startedAt), stoppedAt: fromLocal(stoppedAt) }
    change.mutate({ params: { id: incident.id }, body }, { onSuccess: onClose })
  }
  const errors = change.error?.fields ?? {}
  return (
    <DialogForm
      title={words.edit}
      submit={texts.common.save}
      isBusy={change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={change.error} />
      <TextField label={words.name} value={name} onChange={setName} isRequired maxLength={255} />
      <SelectField label={words.impact} value={impact} options={optionsOf(words.impacts)} onChange={setImpact} />
      <TextField label={words.started} type="datetime-local" value={startedAt} onChange={setStartedAt} />
      <TextField
        label={words.stopped}
        type="datetime-local"
        value={stoppedAt}
        onChange={setStoppedAt}
        error={errors['stoppedAt']}
      />
    </DialogForm>
  )
}

export function EditUpdate({ update, onClose }: Closing & { readonly update: IncidentUpdate }) {
  const { id, incidentId } = update
  const [description, setDescription] = useState(update.description)
  const change = useChangeUpdate()
  const save = (): void => change.mutate({ params: { incidentId, id }, body: { description } }, { onSuccess: onClose })
  return (
    <DialogForm
      title={words.editUpdate}
      submit={texts.common.save}
      isBusy={change.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={change.error} />
      <TextField label={words.message} value={description} onChange={setDescription} rows={4} isRequired />
    </DialogForm>
  )
}
