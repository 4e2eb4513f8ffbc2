import { useState } from 'react'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Moment } from '../../ui/time.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useInvites, useRenewInvite, useRevokeInvite } from './api.ts'
import type { CreatedInvite, Invite } from './api.ts'
import { LinkDialog } from './invite-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'

const words = lateTexts.people

/** Who is invited and has not accepted. */
export const Invites = () => (
  <section aria-label={words.invites}>
    <h2 className="pad">{words.invites}</h2>
    <Loaded query={useInvites()} rows={2}>
      {(invites) =>
        invites.length === 0 ? <p className="pad dim">{words.noInvites}</p> : <InviteTable invites={invites} />
      }
    </Loaded>
  </section>
)

const InviteTable = ({ invites }: { readonly invites: readonly Invite[] }) => (
  <Table isFlat isStacked>
    <TableHead columns={[words.invited, words.role, words.mail, words.until]} hasActions />
    <tbody>
      {invites.map((invite) => (
        <Row key={invite.id} invite={invite} />
      ))}
    </tbody>
  </Table>
)

const Row = ({ invite }: { readonly invite: Invite }) => {
  const { email, inviterEmail, role, mail, status, expiresAt } = invite
  return (
    <tr>
      <td>
        {email} <span className="mute small">{words.by(inviterEmail)}</span>
      </td>
      <td>{texts.common.roles[role]}</td>
      <td data-label={words.mail} title={mail.response || undefined}>
        {words.mailStatus[mail.status]}
        {mail.status === 'REJECTED' && <div className="mute small">{mail.response}</div>}
      </td>
      <td className="dim" data-label={words.until}>
        {status === 'EXPIRED' ? <Tag>{words.expired}</Tag> : <Moment at={expiresAt} />}
      </td>
      <td>
        <Actions invite={invite} />
      </td>
    </tr>
  )
}

function Actions({ invite: { id, email, mail } }: { readonly invite: Invite }) {
  const [renewed, setRenewed] = useState<CreatedInvite | null>(null)
  const renew = useRenewInvite()
  const revoke = useRevokeInvite()
  return (
    <div className="row end">
      <Button
        size="small"
        isBusy={renew.isPending}
        onClick={() => renew.mutate({ params: { id } }, { onSuccess: setRenewed, onError: toastError })}
      >
        {mail.status === 'NONE' ? words.newLink : words.sendAgain}
      </Button>
      <DeleteButton
        title={words.revokeTitle(email)}
        text={words.revokeText}
        label={words.revoke}
        onDelete={() => revoke.mutate({ params: { id } }, { onError: toastError })}
      />
      {renewed && (
        <LinkDialog
          title={words.newLinkTitle(email)}
          invite={renewed}
          note={words.newLinkNote}
          onClose={() => setRenewed(null)}
        />
      )}
    </div>
  )
}
