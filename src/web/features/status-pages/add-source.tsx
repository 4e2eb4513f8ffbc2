import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { useFoundChecks, useUpdateCheck } from './api.ts'

const words = lateTexts.statusPages.sources
const severities = ['CRITICAL', 'MAJOR', 'MEDIUM', 'MINOR'] as const
type Severity = (typeof severities)[number]

interface AddSourceProps {
  readonly service: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/** Has the alerts of a check open incidents on a service, in the words of its readers. */
export function AddSource({ service, onClose }: AddSourceProps) {
  const [checkId, choose] = useState<string | null>(null)
  const [severity, setSeverity] = useState<Severity>('CRITICAL')
  const [written, write] = useState<string | null>(null)
  const [notifies, setNotifies] = useState(true)
  const update = useUpdateCheck()
  const name = written ?? words.names[severity](service.name)
  const submit = (): void => {
    if (checkId === null) return
    const triggerIncident = { serviceId: service.id, severity, name, description: '', notifySubscribers: notifies }
    update.mutate({ params: { id: checkId }, body: { triggerIncident } }, { onSuccess: onClose })
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
      <CheckChoice chosen={checkId} onChoose={choose} />
      <SelectField label={words.severity} value={severity} options={options} onChange={setSeverity} />
      <TextField label={words.name} hint={words.nameHint} value={name} maxLength={512} onChange={write} isRequired />
      <CheckField label={words.notifies} isOn={notifies} onChange={setNotifies} />
    </DialogForm>
  )
}

interface CheckChoiceProps {
  readonly chosen: string | null
  readonly onChoose: (id: string) => void
}

/** One of the checks whose names contain a text. */
function CheckChoice({ chosen, onChoose }: CheckChoiceProps) {
  const [search, setSearch] = useState('')
  const found = useFoundChecks(search)
  return (
    <fieldset className="stack gap4">
      <legend className="small">{words.check}</legend>
      <SearchField label={words.search} placeholder={words.search} value={search} onChange={setSearch} />
      <Loaded query={found}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="mute small">{words.noCheck}</p>
          ) : (
            <ul className="stack gap4">
              {entries.map(({ id, name }) => (
                <li key={id}>
                  <label className="row">
                    <input type="radio" name="check" required checked={id === chosen} onChange={() => onChoose(id)} />
                    <span className="anywhere">{name}</span>
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </fieldset>
  )
}
