import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import type { Answer } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { ErrorNote, Loaded, messageOf } from '../../ui/states.tsx'
import { Moment } from '../../ui/time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { every } from '../../time/page-time.ts'

const words = lateTexts.people
const roleNames = texts.common.roles
const given = ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN'] as const
const followMs = 2_000

type Invite = Answer<'listInvites'>[number]
type MadeInvite = Answer<'createInvite'>

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
  const [role, setRole] = useState<(typeof given)[number]>('READ_ONLY')
  const invite = useChange('createInvite')
  if (invite.data) return <LinkDialog title={words.inviteTitle} made={invite.data} onClose={onClose} />
  const known = knownMistake(invite.error, email)
  return (
    <Dialog title={words.inviteTitle} onClose={onClose}>
      <form
        className="stack"
        style={{ gap: 12 }}
        onSubmit={(event) => {
          event.preventDefault()
          invite.mutate({ body: { email: email.trim(), role } })
        }}
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
          options={given.map((value) => ({ value, label: roleNames[value] ?? value }))}
          onChange={setRole}
          hint={words.roleMay[role]}
        />
        {known === null && <ErrorNote error={invite.error} />}
        <div className="acts">
          <Button onClick={onClose}>{texts.common.cancel}</Button>
          <Button kind="primary" type="submit" isBusy={invite.isPending}>
            {words.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** The mistakes that belong to the address. */
function knownMistake(error: ApiError | null, email: string): string | null {
  if (error?.code === 'MEMBER_EXISTS') return words.isMember(email)
  if (error?.code === 'INVITE_EXISTS') return words.isInvited(email)
  return error?.fields['email'] ?? null
}

/** The only time that the link of an invite is shown, where it is not mailed. */
const LinkDialog = ({
  title,
  made,
  note,
  onClose,
}: {
  readonly title: string
  readonly made: MadeInvite
  readonly note?: string
  readonly onClose: () => void
}) => (
  <Dialog title={title} onClose={onClose}>
    <div className="stack" style={{ gap: 12 }}>
      {note && <p className="dim">{note}</p>}
      <p className="dim">{made.link === undefined ? words.mailed(made.email) : words.notMailed}</p>
      {made.link !== undefined && <CodeBlock label={words.link} text={made.link} />}
      <div className="acts">
        <Button kind="primary" onClick={onClose}>
          {words.done}
        </Button>
      </div>
    </div>
  </Dialog>
)

/** Who is invited and has not accepted; follows mails that are under way. */
export function Invites() {
  const list = useOperation('listInvites')
  const { refetch } = list
  const isMailing = list.data?.some(({ mail: { status } }) => status === 'PENDING' || status === 'RETRY') ?? false
  useEffect(() => {
    if (!isMailing) return undefined
    return every(followMs, () => document.hidden || void refetch())
  }, [isMailing, refetch])
  return (
    <section aria-label={words.invites}>
      <h2 className="pad">{words.invites}</h2>
      <Loaded query={list} rows={2}>
        {(invites) =>
          invites.length === 0 ? <p className="pad dim">{words.noInvites}</p> : <Table invites={invites} />
        }
      </Loaded>
    </section>
  )
}

const Table = ({ invites }: { readonly invites: readonly Invite[] }) => (
  <table className="tbl flat stacks">
    <thead>
      <tr>
        <th scope="col">{words.invited}</th>
        <th scope="col">{words.role}</th>
        <th scope="col">{words.mail}</th>
        <th scope="col">{words.until}</th>
        <th scope="col">
          <span className="sr">{texts.common.actions}</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {invites.map((invite) => (
        <tr key={invite.id}>
          <td>
            {invite.email} <span className="mute small">{words.by(invite.inviterEmail)}</span>
          </td>
          <td>{roleNames[invite.role]}</td>
          <td data-label={words.mail} title={invite.mail.response || undefined}>
            {words.mailStatus[invite.mail.status]}
            {invite.mail.status === 'REJECTED' && <div className="mute small">{invite.mail.response}</div>}
          </td>
          <td className="dim" data-label={words.until}>
            {invite.status === 'EXPIRED' ? (
              <span className="tag">{words.expired}</span>
            ) : (
              <Moment at={invite.expiresAt} />
            )}
          </td>
          <td>
            <InviteActions invite={invite} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

function InviteActions({ invite: { id, email, mail } }: { readonly invite: Invite }) {
  const [made, setMade] = useState<MadeInvite | null>(null)
  const renew = useChange('renewInvite')
  const revoke = useChange('revokeInvite')
  const onError = (error: unknown): void => toast({ text: messageOf(error) })
  return (
    <div className="row end">
      <Button
        size="small"
        isBusy={renew.isPending}
        onClick={() => renew.mutate({ params: { id } }, { onSuccess: setMade, onError })}
      >
        {mail.status === 'NONE' ? words.newLink : words.sendAgain}
      </Button>
      <DeleteButton
        title={words.revokeTitle(email)}
        text={words.revokeText}
        label={words.revoke}
        onDelete={() => revoke.mutate({ params: { id } }, { onError })}
      />
      {made && (
        <LinkDialog
          title={words.newLinkTitle(email)}
          made={made}
          note={words.newLinkNote}
          onClose={() => setMade(null)}
        />
      )}
    </div>
  )
}
