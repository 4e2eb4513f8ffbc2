import { Plus } from 'lucide-react'
import { useState } from 'react'
import { serviceUrl } from '../../api/call.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Empty, ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.setup.keys
const { roles } = texts.common
const given = ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN'] as const

/** Keys of programs: what each may do, and which can go. */
export function KeysScreen() {
  const mayManage = useMay('listApiKeys')
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  if (!mayManage)
    return (
      <SettingsFrame title={words.title}>
        <Empty title={texts.common.forbiddenTitle}>{texts.common.forbidden}</Empty>
      </SettingsFrame>
    )
  return (
    <SettingsFrame
      title={words.title}
      actions={
        <Button kind="primary" onClick={() => setCreating(true)}>
          <Plus className="ic s" aria-hidden="true" />
          {words.new}
        </Button>
      }
    >
      {made !== null && (
        <div className="pad" role="status">
          <div className="note pass">
            <Glyph state="PASSING" />
            <div className="grow">
              <CodeBlock label={words.shownOnce} text={made} />
              <p className="mt8">{words.shownOnceText}</p>
            </div>
          </div>
        </div>
      )}
      <KeyList onCreate={() => setCreating(true)} />
      <section className="pane pad" aria-label={words.use}>
        <h2>{words.use}</h2>
        <div className="mt8" style={{ maxWidth: 720 }}>
          <CodeBlock label="curl" text={example} />
        </div>
      </section>
      {isCreating && (
        <NewKey
          onClose={() => setCreating(false)}
          onMade={(key) => {
            setMade(key)
            setCreating(false)
          }}
        />
      )}
    </SettingsFrame>
  )
}

const example = `curl ${serviceUrl('/v1/checks')} \\\n  -H "Authorization: Bearer $BELFRY_API_KEY"`

interface NewKeyProps {
  readonly onClose: () => void
  /** Gets the key, which nobody shows again. */
  readonly onMade: (key: string) => void
}

function NewKey({ onClose, onMade }: NewKeyProps) {
  const [name, setName] = useState('')
  const [role, setRole] = useState<(typeof given)[number]>('READ_ONLY')
  const create = useChange('createApiKey')
  return (
    <Dialog title={words.new} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ body: { name, role } }, { onSuccess: ({ key }) => onMade(key) })
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
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={create.isPending}>
            {words.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function KeyList({ onCreate }: { readonly onCreate: () => void }) {
  const list = useOperation('listApiKeys')
  const revoke = useChange('revokeApiKey')
  return (
    <Loaded query={list} rows={3}>
      {(keys) =>
        keys.length === 0 ? (
          <Empty title={words.none} action={<Button onClick={onCreate}>{lateTexts.setup.addFirst}</Button>}>
            {words.noneText}
          </Empty>
        ) : (
          <table className="tbl stacks">
            <thead>
              <tr>
                <th scope="col">{words.keyName}</th>
                <th scope="col">{words.key}</th>
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
                  <td>{name}</td>
                  <td>
                    <code className="mute">{prefix}…</code>
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
