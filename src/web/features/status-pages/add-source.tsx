import { useState } from 'react'
import { CheckChoice } from '../../check-list/check-choice.tsx'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useUpdateCheck } from './api.ts'

const words = lateTexts.statusPages.sources
const severities = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'] as const
type Severity = (typeof severities)[number]

interface AddSourceProps {
  readonly service: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Has the alerts of a check open incidents on a service, in the words of its readers. */
export function AddSource({ service, onClose }: AddSourceProps) {
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(new Map())
  const [severity, setSeverity] = useState<Severity>('CRITICAL')
  const [written, write] = useState<string | null>(null)
  const [notifies, setNotifies] = useState(true)
  const update = useUpdateCheck()
  const name = written ?? words.names[severity](service.name)
  const submit = (): void => {
    const [id] = chosen.keys()
    if (id === undefined) return
    const triggerIncident = { serviceId: service.id, severity, name, description: '', notifySubscribers: notifies }
    update.mutate({ params: { id }, body: { triggerIncident } }, { onSuccess: onClose })
  }
  const options = severities.map((value) => ({ value, label: words.severities[value] }))
  return (
    <DialogForm
      title={words.title(service.name)}
      submit={words.add}
      isBusy={update.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <ErrorNote error={update.error} />
      <CheckChoice kind="radio" chosen={chosen} onChange={choose} />
      <SelectField label={words.severity} value={severity} options={options} onChange={setSeverity} />
      <TextField label={words.name} hint={words.nameHint} value={name} maxLength={512} onChange={write} isRequired />
      <CheckField label={words.notifies} isOn={notifies} onChange={setNotifies} />
    </DialogForm>
  )
}
