import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { passkeyProblem } from '../../session/passkey-problem.ts'
import { useSignInOptions } from '../../session/use-sign-in-options.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { toast } from '../../ui/toasts.tsx'
import { useAddPasskey, useDeletePasskey, usePasskeys, useRenamePasskey } from './api.ts'
import type { Passkey } from './api.ts'
import { Tag } from '../../ui/tag.tsx'

const words = lateTexts.passkeys

/** The passkeys of the person. */
export function Passkeys({ hasPassword }: { readonly hasPassword: boolean }) {
  const { isKnown, hasPasskeys } = useSignInOptions()
  const list = usePasskeys()
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="pane pad stack" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className="dim">{isKnown && !hasPasskeys ? words.unavailable : words.text}</p>
      <Loaded query={list} rows={2}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="dim">{words.none}</p>
          ) : (
            passkeys.map((passkey) => <Row key={passkey.id} passkey={passkey} />)
          )
        }
      </Loaded>
      {hasPasskeys && (
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
  const remove = useDeletePasskey()
  return (
    <div className="row wrap">
      <span className="grow trunc">
        {name} {isSynced && <Tag>{words.synced}</Tag>}
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
        onDelete={() => remove.mutate({ params: { id } }, { onError: toastError })}
      />
      {isRenaming && <RenameDialog id={id} name={name} onClose={() => setRenaming(false)} />}
    </div>
  )
}

interface RenameProps {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}

function RenameDialog({ id, name, onClose }: RenameProps) {
  const [text, setText] = useState(name)
  const rename = useRenamePasskey()
  return (
    <DialogForm
      title={words.renameTitle}
      submit={texts.common.save}
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate({ params: { id }, body: { name: text.trim() } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label={words.name} value={text} onChange={setText} maxLength={100} isRequired autoFocus />
      <ErrorNote error={rename.error} />
    </DialogForm>
  )
}

function AddDialog({ hasPassword, onClose }: { readonly hasPassword: boolean; readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = useAddPasskey()
  const onSuccess = (): void => {
    toast({ text: words.added })
    onClose()
  }
  const isWrong = add.error instanceof ApiError && add.error.code === 'PASSWORD_WRONG'
  const problem = add.error && !isWrong && passkeyProblem(add.error)
  return (
    <DialogForm
      title={words.add}
      submit={words.add}
      isBusy={add.isPending}
      onSubmit={() => add.mutate({ name: name.trim(), password: hasPassword ? password : null }, { onSuccess })}
      onClose={onClose}
    >
      <TextField label={words.name} value={name} onChange={setName} maxLength={100} isRequired autoFocus />
      {hasPassword && (
        <PasswordField
          label={words.currentPassword}
          value={password}
          onChange={setPassword}
          error={isWrong ? lateTexts.people.wrongPassword : null}
        />
      )}
      {problem && <ErrorNote error={new Error(problem)} />}
    </DialogForm>
  )
}
