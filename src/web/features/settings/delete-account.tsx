import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { Pane } from '../../ui/pane.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useDeleteAccount } from './api.ts'
import styles from './account-screen.module.css'

const words = lateTexts.installation.account.deletion

/** Deletes the account after its name was typed. */
export function DeleteAccount() {
  const { accounts } = useSession()
  const [isOpen, setOpen] = useState(false)
  const isLast = accounts.length === 1
  return (
    <Pane title={words.title}>
      <div className="padx pb stack">
        <p className={`dim ${styles.text}`}>
          {words.text} {isLast && words.afterwards}
        </p>
        <div>
          <Button kind="danger" onClick={() => setOpen(true)}>
            {words.open}
          </Button>
        </div>
      </div>
      {isOpen && <DeletionDialog onClose={() => setOpen(false)} />}
    </Pane>
  )
}

function DeletionDialog({ onClose }: { readonly onClose: () => void }) {
  const { account, user } = useSession()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [isOther, setOther] = useState(false)
  const deletion = useDeleteAccount()
  const code = deletion.error?.code
  const submit = (): void => {
    setOther(name !== account.name)
    if (name !== account.name) return
    const body = { name, ...(user.hasPassword && { currentPassword: password }) }
    // Everything that is shown belongs to the account: the page begins again, in another one or signed out.
    deletion.mutate({ body }, { onSuccess: () => location.assign(document.baseURI) })
  }
  return (
    <DialogForm
      title={words.confirm(account.name)}
      submit={words.action}
      kind="danger"
      isBusy={deletion.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.effects}</p>
      <TextField
        label={words.typeName(account.name)}
        value={name}
        onChange={setName}
        error={isOther || code === 'ACCOUNT_NAME_MISMATCH' ? words.otherName : null}
        autoComplete="off"
        isRequired
        autoFocus
      />
      {user.hasPassword && (
        <PasswordField
          label={lateTexts.passkeys.currentPassword}
          value={password}
          onChange={setPassword}
          error={code === 'PASSWORD_WRONG' ? lateTexts.people.wrongPassword : null}
        />
      )}
      {code !== 'PASSWORD_WRONG' && code !== 'ACCOUNT_NAME_MISMATCH' && <ErrorNote error={deletion.error} />}
    </DialogForm>
  )
}
