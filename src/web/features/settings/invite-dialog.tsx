import { useState } from 'react'
import type { GivenRole } from '#contract'
import type { ApiError } from '../../api/api-error.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote } from '../../ui/states.tsx'
import { useCreateInvite } from './api.ts'
import type { CreatedInvite } from './api.ts'
import { roleOptions } from './given-roles.ts'

const words = lateTexts.people

/** Opens the form that invites somebody. */
export function InviteButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="primary" onClick={() => setOpen(true)}>
        {words.invite}
      </Button>
      {isOpen && <InviteDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<GivenRole>('READ_ONLY')
  const create = useCreateInvite()
  if (create.data) return <LinkDialog title={words.inviteTitle} invite={create.data} onClose={onClose} />
  const known = knownMistake(create.error, email)
  return (
    <DialogForm
      title={words.inviteTitle}
      submit={words.send}
      isBusy={create.isPending}
      onSubmit={() => create.mutate({ body: { email: email.trim(), role } })}
      onClose={onClose}
    >
      <TextField
        label={words.email}
        type="email"
        autoComplete="off"
        value={email}
        onChange={setEmail}
        error={known}
        isRequired
        autoFocus
      />
      <SelectField
        label={words.role}
        value={role}
        options={roleOptions}
        onChange={setRole}
        hint={words.roleMay[role]}
      />
      {known === null && <ErrorNote error={create.error} />}
    </DialogForm>
  )
}

/** The mistakes that belong to the address. */
function knownMistake(error: ApiError | null, email: string): string | null {
  if (error?.code === 'MEMBER_EXISTS') return words.isMember(email)
  if (error?.code === 'INVITE_EXISTS') return words.isInvited(email)
  return error?.fields['email'] ?? null
}

interface LinkDialogProps {
  readonly title: string
  readonly invite: CreatedInvite
  readonly note?: string
  readonly onClose: () => void
}

/** The only time that the link of an invite is shown, where it is not mailed. */
export const LinkDialog = ({ title, invite: { email, link }, note, onClose }: LinkDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className="stack gap12">
      {note && <p className="dim">{note}</p>}
      <p className="dim">{link === undefined ? words.mailed(email) : words.notMailed}</p>
      {link !== undefined && <CodeBlock label={words.link} text={link} />}
      <div className="acts">
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  </Dialog>
)
