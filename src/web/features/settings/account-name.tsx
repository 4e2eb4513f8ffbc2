import { useState } from 'react'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useMayRenameAccount, useRenameAccount } from './api.ts'

const words = lateTexts.installation.account

/** The name of the account, and a dialog that changes it. */
export function AccountName() {
  const { account } = useSession()
  const mayRename = useMayRenameAccount()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="row wrap">
      <h2>{account.name}</h2>
      {mayRename && (
        <Button size="small" onClick={() => setOpen(true)}>
          {words.rename}
        </Button>
      )}
      {isOpen && <RenameDialog name={account.name} onClose={() => setOpen(false)} />}
    </div>
  )
}

function RenameDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [text, setText] = useState(name)
  const rename = useRenameAccount()
  return (
    <DialogForm
      title={words.renameTitle}
      submit={texts.common.save}
      isBusy={rename.isPending}
      onSubmit={() => rename.mutate({ body: { name: text.trim() } }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField label={words.name} value={text} onChange={setText} maxLength={100} isRequired autoFocus />
      <ErrorNote error={rename.error} />
    </DialogForm>
  )
}
