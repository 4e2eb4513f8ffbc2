import { useState } from 'react'
import type { AgentMode, GivenRole } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useCreateApiKey } from './api.ts'
import { roleOptions } from './given-roles.ts'

const words = lateTexts.setup.keys
const { role: roleLabel } = lateTexts.setup.settings
const { mode: modeLabel, modes, modeTexts } = lateTexts.agents

interface NewKeyProps {
  readonly onClose: () => void
  /** Gets the key, which nobody shows again. */
  readonly onCreated: (key: string) => void
}

const users = ['PROGRAM', 'AGENT'] as const
type User = (typeof users)[number]
const userOptions = [
  { value: 'PROGRAM', label: words.programs },
  { value: 'AGENT', label: words.agents },
] as const satisfies readonly { readonly value: User; readonly label: string }[]
const agentModes = ['READ', 'PROPOSE', 'ACT'] as const satisfies readonly AgentMode[]
const modeOptions = agentModes.map((value) => ({ value, label: modes[value] }))

/** The key of a program has a role, that of an agent a mode. */
export function NewKey({ onClose, onCreated }: NewKeyProps) {
  const [name, setName] = useState('')
  const [user, setUser] = useState<User>('PROGRAM')
  const [role, setRole] = useState<GivenRole>('READ_ONLY')
  const [agentMode, setMode] = useState<AgentMode>('PROPOSE')
  const create = useCreateApiKey()
  const save = (): void =>
    create.mutate(
      { body: user === 'AGENT' ? { name, role: 'READ_WRITE', agentMode } : { name, role } },
      {
        onSuccess: ({ key }) => {
          onCreated(key)
          onClose()
        },
      },
    )
  return (
    <DialogForm title={words.new} submit={words.create} isBusy={create.isPending} onSubmit={save} onClose={onClose}>
      <ErrorNote error={create.error} />
      <TextField label={words.name} value={name} onChange={setName} error={create.error?.fields['name']} isRequired />
      <SelectField label={words.user} value={user} options={userOptions} onChange={setUser} />
      {user === 'AGENT' ? (
        <SelectField
          label={modeLabel}
          value={agentMode}
          options={modeOptions}
          hint={modeTexts[agentMode]}
          onChange={setMode}
        />
      ) : (
        <SelectField label={roleLabel} value={role} options={roleOptions} onChange={setRole} />
      )}
    </DialogForm>
  )
}
