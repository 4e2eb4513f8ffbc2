import { useState } from 'react'
import { useAlertChannels } from '../../alerting/api.ts'
import { channelName } from '../../alerting/channel-name.ts'
import { lateTexts } from '../../strings/late.ts'
import { EditDialog } from '../../ui/edit-dialog.tsx'
import { CheckField, SelectField, TextField } from '../../ui/field.tsx'
import { useGroupNames, useSourceCreation, useSourceUpdate } from './api.ts'
import type { AlertSource, AlertSourceBody, NewAlertSource } from './api.ts'
import styles from './received.module.css'

const words = lateTexts.receivedAlerts

type Draft = Omit<Required<AlertSourceBody>, 'expireMinutes'> & { readonly expireMinutes: string }

const emptyDraft: Draft = {
  name: '',
  alertChannelIds: [],
  severityLabel: 'severity',
  serviceLabel: 'service',
  opensIncidents: false,
  notifySubscribers: false,
  groupId: null,
  expireMinutes: '1440',
}

function draftOf(source: AlertSource | null): Draft {
  if (source === null) return emptyDraft
  const { name, severityLabel, serviceLabel, opensIncidents, notifySubscribers, groupId, expireMinutes } = source
  const alertChannelIds = [...source.alertChannelIds]
  const labels = { severityLabel, serviceLabel }
  const incidents = { opensIncidents, notifySubscribers }
  return { name, ...labels, ...incidents, groupId, alertChannelIds, expireMinutes: String(expireMinutes) }
}

interface FormProps {
  /** Null: a new one. */
  readonly source: AlertSource | null
  readonly onCreated?: (source: NewAlertSource) => void
  readonly onClose: () => void
}

export function SourceForm({ source, onCreated, onClose }: FormProps) {
  const [draft, setDraft] = useState(() => draftOf(source))
  const create = useSourceCreation()
  const update = useSourceUpdate()
  const change = (part: Partial<Draft>): void => setDraft((before) => ({ ...before, ...part }))
  const error = create.error ?? update.error
  const save = (): void => {
    const body = { ...draft, expireMinutes: Number(draft.expireMinutes) }
    const made = (answer: NewAlertSource): void => {
      onCreated?.(answer)
      onClose()
    }
    if (source === null) create.mutate({ body }, { onSuccess: made })
    else update.mutate({ params: { id: source.id }, body }, { onSuccess: onClose })
  }
  return (
    <EditDialog
      title={source === null ? words.newSource : words.editSource}
      isNew={source === null}
      saving={[create, update]}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={draft.name}
        onChange={(name) => change({ name })}
        hint={words.nameHint}
        error={error?.fields['name']}
        maxLength={100}
        isRequired
        autoFocus
      />
      <Channels draft={draft} onChange={change} />
      <LabelFields draft={draft} onChange={change} />
      <TextField
        label={words.expireMinutes}
        type="number"
        value={draft.expireMinutes}
        onChange={(expireMinutes) => change({ expireMinutes })}
        hint={words.expireHint}
        error={error?.fields['expireMinutes']}
        isRequired
      />
    </EditDialog>
  )
}

interface FieldsProps {
  readonly draft: Draft
  readonly onChange: (part: Partial<Draft>) => void
}

function Channels({ draft: { alertChannelIds: chosen }, onChange }: FieldsProps) {
  const channels = useAlertChannels()
  const choose = (id: number, isOn: boolean): void =>
    onChange({ alertChannelIds: isOn ? [...chosen, id] : chosen.filter((one) => one !== id) })
  return (
    <fieldset>
      <legend className="label">{words.channels}</legend>
      {channels.length === 0 && <p className="small mute">{words.noChannels}</p>}
      {channels.map((channel) => (
        <CheckField
          key={channel.id}
          label={channelName(channel)}
          isOn={chosen.includes(channel.id)}
          onChange={(isOn) => choose(channel.id, isOn)}
        />
      ))}
    </fieldset>
  )
}

function LabelFields({ draft, onChange }: FieldsProps) {
  const groups = useGroupNames().map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <>
      <div className={styles.fields}>
        <TextField
          label={words.severityLabel}
          value={draft.severityLabel}
          onChange={(severityLabel) => onChange({ severityLabel })}
          hint={words.severityHint}
        />
        <TextField
          label={words.serviceLabel}
          value={draft.serviceLabel}
          onChange={(serviceLabel) => onChange({ serviceLabel })}
          hint={words.serviceHint}
        />
      </div>
      <CheckField
        label={words.opensIncidents}
        isOn={draft.opensIncidents}
        onChange={(opensIncidents) => onChange({ opensIncidents })}
      />
      {draft.opensIncidents && (
        <CheckField
          label={words.notifySubscribers}
          isOn={draft.notifySubscribers}
          onChange={(notifySubscribers) => onChange({ notifySubscribers })}
        />
      )}
      <SelectField
        label={words.group}
        value={draft.groupId === null ? '' : String(draft.groupId)}
        options={[{ value: '', label: words.noGroup }, ...groups]}
        onChange={(id) => onChange({ groupId: id === '' ? null : Number(id) })}
      />
    </>
  )
}
