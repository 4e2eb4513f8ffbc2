import { useState } from 'react'
import { chooseAccount } from '../session/session.tsx'
import { texts } from '../strings/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { useCreateAccount } from './api.ts'

/** Creates an account and goes there. */
export function NewAccount({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const create = useCreateAccount()
  return (
    <Dialog title={texts.shell.newAccountTitle} onClose={onClose}>
      <form
        className="stack gap12"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ body: { name: name.trim() } }, { onSuccess: ({ id }) => chooseAccount(id) })
        }}
      >
        <TextField
          label={texts.shell.accountName}
          value={name}
          onChange={setName}
          error={create.error?.fields['name']}
          maxLength={100}
          isRequired
          autoFocus
        />
        <ErrorNote error={create.error} />
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={create.isPending}>
            {texts.common.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
