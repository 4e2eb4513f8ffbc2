import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Empty, ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { UsesOfVariable } from './used-by.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.setup.variables
type Variable = Answer<'listVariables'>['items'][number]

/** Variables and secrets of the account. Values of secrets are never shown. */
export function VariablesScreen() {
  const list = useOperation('listVariables', { query: { limit: 100 } })
  const mayChange = useMay('createVariable')
  const [edited, setEdited] = useState<Variable | 'new' | null>(null)
  const remove = useChange('deleteVariable')
  return (
    <SettingsFrame
      title={words.title}
      actions={
        mayChange && (
          <Button kind="primary" onClick={() => setEdited('new')}>
            <Plus className="ic s" aria-hidden="true" />
            {words.new}
          </Button>
        )
      }
    >
      <Loaded query={list}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty
              title={words.none}
              action={mayChange && <Button onClick={() => setEdited('new')}>{lateTexts.setup.addFirst}</Button>}
            >
              {words.noneText}
            </Empty>
          ) : (
            <table className="tbl stacks">
              <thead>
                <tr>
                  <th scope="col">{words.key}</th>
                  <th scope="col">{words.value}</th>
                  <th scope="col">
                    <span className="sr">{texts.common.actions}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map((variable) => (
                  <tr key={variable.key}>
                    <td className="mono">
                      {variable.key} {variable.secret && <span className="tag">{words.isSecret}</span>}
                    </td>
                    <td className="mono dim" style={{ overflowWrap: 'anywhere' }}>
                      {hidesValue(variable) ? words.hidden : variable.value}
                    </td>
                    <td>
                      {mayChange && (
                        <div className="row">
                          <Button size="small" onClick={() => setEdited(variable)}>
                            {texts.common.edit}
                          </Button>
                          <DeleteButton
                            title={words.deleteTitle(variable.key)}
                            text={
                              <>
                                {words.deleteText}
                                <UsesOfVariable name={variable.key} />
                              </>
                            }
                            onDelete={() =>
                              remove.mutate(
                                { params: { key: variable.key } },
                                { onError: (error) => toast({ text: messageOf(error) }) },
                              )
                            }
                          />
                        </div>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {edited && <Edit variable={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
    </SettingsFrame>
  )
}

const hidesValue = (variable: Variable | null): boolean => variable !== null && (variable.secret || variable.locked)

function Edit({ variable, onClose }: { readonly variable: Variable | null; readonly onClose: () => void }) {
  const isHidden = hidesValue(variable)
  const [key, setKey] = useState(variable?.key ?? '')
  const [value, setValue] = useState(isHidden ? '' : (variable?.value ?? ''))
  const [isSecret, setSecret] = useState(variable?.secret === true)
  const create = useChange('createVariable')
  const update = useChange('updateVariable')
  const error = create.error ?? update.error
  const isBusy = create.isPending || update.isPending
  const save = (): void => {
    const done = { onSuccess: onClose }
    if (variable === null) create.mutate({ body: { key, value, ...(isSecret && { secret: true }) } }, done)
    else
      update.mutate(
        { params: { key: variable.key }, body: { value, ...(isSecret && !variable.secret && { secret: true }) } },
        done,
      )
  }
  return (
    <Dialog title={variable?.key ?? words.new} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
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
        <CheckField label={words.secret} isOn={isSecret} disabled={variable?.secret === true} onChange={setSecret} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={isBusy}>
            {texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
