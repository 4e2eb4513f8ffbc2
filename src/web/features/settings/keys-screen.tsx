import { useState } from 'react'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Empty, ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.setup.keys
const { roles } = texts.common
const given = ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN'] as const

/** Keys of programs: what each may do, and which can go. */
export function KeysScreen() {
  const mayManage = useMay('listApiKeys')
  if (!mayManage)
    return (
      <SettingsFrame title={words.title}>
        <Empty title={texts.common.forbiddenTitle}>{texts.common.forbidden}</Empty>
      </SettingsFrame>
    )
  return (
    <SettingsFrame title={words.title}>
      <NewKey />
      <KeyList />
    </SettingsFrame>
  )
}

function NewKey() {
  const [name, setName] = useState('')
  const [role, setRole] = useState<(typeof given)[number]>('READ_ONLY')
  const create = useChange('createApiKey', ['listApiKeys'])
  return (
    <form
      className="pad stack"
      style={{ maxWidth: 520, gap: 12 }}
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate({ body: { name, role } }, { onSuccess: () => setName('') })
      }}
    >
      <ErrorNote error={create.error} />
      <TextField label={words.name} value={name} onChange={setName} error={create.error?.fields['name']} isRequired />
      <SelectField
        label={lateTexts.setup.settings.role}
        value={role}
        options={given.map((value) => ({ value, label: roles[value] ?? value }))}
        onChange={setRole}
      />
      <div>
        <Button kind="primary" type="submit" isBusy={create.isPending}>
          {words.create}
        </Button>
      </div>
      {create.data && <CodeBlock label={words.shownOnce} text={create.data.key} />}
    </form>
  )
}

function KeyList() {
  const list = useOperation('listApiKeys')
  const revoke = useChange('revokeApiKey', ['listApiKeys'])
  return (
    <Loaded query={list} rows={3}>
      {(keys) =>
        keys.length === 0 ? (
          <p className="pad mute">{words.none}</p>
        ) : (
          <table className="tbl stacks">
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{lateTexts.setup.settings.role}</th>
                <th scope="col">{words.created}</th>
                <th scope="col">{words.lastUsed}</th>
                <th scope="col">
                  <span className="sr">{texts.common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {keys.map(({ id, name, prefix, role, createdAt, lastUsedAt }) => (
                <tr key={id}>
                  <td>
                    {name} <code className="mute">{prefix}…</code>
                  </td>
                  <td>{role === null ? words.yours : roles[role]}</td>
                  <td className="dim" data-label={words.created}>
                    <Moment at={createdAt} />
                  </td>
                  <td className="dim" data-label={words.lastUsed}>
                    <Ago at={lastUsedAt} />
                  </td>
                  <td>
                    <DeleteButton
                      title={words.revokeTitle(name)}
                      text={words.revokeText}
                      label={words.revoke}
                      onDelete={() =>
                        revoke.mutate({ params: { id } }, { onError: (error) => toast({ text: messageOf(error) }) })
                      }
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </Loaded>
  )
}
