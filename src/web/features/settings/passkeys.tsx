import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { change } from '../../api/change.ts'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { hasPasskeys, passkeyProblem } from '../../session/passkey-problem.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'

const words = lateTexts.passkeys
type Passkey = Answer<'listPasskeys'>[number]

/** With which devices the person signs in. */
export function Passkeys({ hasPassword }: { readonly hasPassword: boolean }) {
  const options = useOperation('getSignInOptions', undefined, { staleMs: 60_000 })
  const list = useOperation('listPasskeys')
  const [isAdding, setAdding] = useState(false)
  const canAdd = options.data?.passkeys === true && hasPasskeys()
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="dim">{options.data && !canAdd ? words.unavailable : words.text}</p>
      <Loaded query={list} rows={2}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="dim">{words.none}</p>
          ) : (
            passkeys.map((passkey) => <Row key={passkey.id} passkey={passkey} />)
          )
        }
      </Loaded>
      {canAdd && (
        <div>
          <Button onClick={() => setAdding(true)}>{words.add}</Button>
        </div>
      )}
      {isAdding && <AddDialog hasPassword={hasPassword} onClose={() => setAdding(false)} />}
    </section>
  )
}

function Row({ passkey: { id, name, isSynced, lastUsedAt } }: { readonly passkey: Passkey }) {
  const [isRenaming, setRenaming] = useState(false)
  const remove = useChange('deletePasskey')
  return (
    <div className="row wrap">
      <span className="grow trunc">
        {name} {isSynced && <span className="tag">{words.synced}</span>}
      </span>
      <span className="mute small">
        {lastUsedAt === null ? (
          words.unused
        ) : (
          <>
            {words.used} <Ago at={lastUsedAt} />
          </>
        )}
      </span>
      <Button size="small" aria-label={`${words.rename}: ${name}`} onClick={() => setRenaming(true)}>
        {words.rename}
      </Button>
      <DeleteButton
        title={words.removeTitle(name)}
        text={words.removeText}
        label={words.remove}
        onDelete={() => remove.mutate({ params: { id } }, { onError: (error) => toast({ text: messageOf(error) }) })}
      />
      {isRenaming && <RenameDialog id={id} name={name} onClose={() => setRenaming(false)} />}
    </div>
  )
}

function RenameDialog({
  id,
  name,
  onClose,
}: {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}) {
  const [text, setText] = useState(name)
  const rename = useChange('renamePasskey')
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ params: { id }, body: { name: text.trim() } }, { onSuccess: onClose })
        }}
      >
        <TextField label={words.name} value={text} onChange={setText} maxLength={100} isRequired autoFocus />
        <ErrorNote error={rename.error} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={rename.isPending}>
            {texts.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface Adding {
  readonly name: string
  readonly password: string | null
}

/** Has the device make a passkey, and the service remember it. */
async function addPasskey(client: QueryClient, { name, password }: Adding): Promise<void> {
  const optionsJSON = await call('startPasskey', { body: password === null ? {} : { currentPassword: password } })
  const { startRegistration } = await import('@simplewebauthn/browser')
  const credential = await startRegistration({ optionsJSON })
  await change(client, 'createPasskey', { body: { name, credential } })
}

function AddDialog({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const client = useQueryClient()
  const add = useMutation({
    mutationFn: (adding: Adding) => addPasskey(client, adding),
    onSuccess: () => {
      toast({ text: words.added })
      onClose()
    },
  })
  const isWrong = add.error instanceof ApiError && add.error.code === 'PASSWORD_WRONG'
  const problem = add.error && !isWrong && passkeyProblem(add.error)
  return (
    <Dialog title={words.add} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate({ name: name.trim(), password: hasPassword ? password : null })
        }}
      >
        <TextField label={words.name} value={name} onChange={setName} maxLength={100} isRequired autoFocus />
        {hasPassword && (
          <TextField
            label={words.currentPassword}
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            error={isWrong ? lateTexts.people.wrongPassword : null}
            isRequired
          />
        )}
        {problem && <ErrorNote error={new Error(problem)} />}
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={add.isPending}>
            {words.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
