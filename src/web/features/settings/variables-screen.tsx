import { useState } from 'react'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useCreateVariable, useDeleteVariable, useUpdateVariable, useVariables } from './api.ts'
import type { Variable } from './api.ts'
import { ResourceList } from './resource-list.tsx'
import { Tag } from '../../ui/tag.tsx'
import { UsesOfVariable } from './used-by.tsx'

const words = lateTexts.setup.variables

/** Variables and secrets of the account. Values of secrets are never shown. */
export function VariablesScreen() {
  const remove = useDeleteVariable()
  return (
    <ResourceList<Variable>
      query={useVariables()}
      words={words}
      mayChange={useMay('createVariable')}
      nameOf={({ key }) => key}
      columns={[
        {
          label: words.key,
          className: 'mono',
          content: ({ key, secret }) => (
            <>
              {key} {secret && <Tag>{words.isSecret}</Tag>}
            </>
          ),
        },
        {
          label: words.value,
          className: 'mono dim anywhere',
          content: (variable) => (hidesValue(variable) ? words.hidden : variable.value),
        },
      ]}
      usesOf={({ key }) => <UsesOfVariable name={key} />}
      onDelete={({ key }) => remove.mutate({ params: { key } }, { onError: toastError })}
      form={(variable, onClose) => <VariableForm variable={variable} onClose={onClose} />}
    />
  )
}

const hidesValue = ({ secret, locked }: Variable): boolean => secret || locked

const empty: Variable = { key: '', value: '', secret: false, locked: false }

function VariableForm({ variable, onClose }: { readonly variable: Variable | null; readonly onClose: () => void }) {
  const before = variable ?? empty
  const isHidden = hidesValue(before)
  const [key, setKey] = useState(before.key)
  const [value, setValue] = useState(isHidden ? '' : (before.value ?? ''))
  const [isSecret, setSecret] = useState(before.secret)
  const create = useCreateVariable()
  const update = useUpdateVariable()
  const error = create.error ?? update.error
  const save = (): void => {
    const body = { value, ...(isSecret && !before.secret && { secret: true }) }
    if (variable === null) create.mutate({ body: { key, ...body } }, { onSuccess: onClose })
    else update.mutate({ params: { key: variable.key }, body }, { onSuccess: onClose })
  }
  return (
    <DialogForm
      title={variable?.key ?? words.new}
      submit={texts.common.save}
      isBusy={create.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <ErrorNote error={error} />
      {variable === null ? (
        <TextField label={words.key} value={key} onChange={setKey} error={error?.fields['key']} isRequired isMono />
      ) : (
        <UsesOfVariable name={variable.key} />
      )}
      <TextField
        label={isHidden ? words.newValue : words.value}
        value={value}
        onChange={setValue}
        error={error?.fields['value']}
        rows={3}
        isMono
      />
      <CheckField label={words.secret} isOn={isSecret} disabled={before.secret} onChange={setSecret} />
    </DialogForm>
  )
}
