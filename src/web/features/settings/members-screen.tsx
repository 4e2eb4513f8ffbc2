import { useMay, useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Loaded } from '../../ui/states.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useMembers, useRemoveMember, useUpdateMember } from './api.ts'
import type { Member } from './api.ts'
import { roleOptions } from './given-roles.ts'
import { InviteButton } from './invite-dialog.tsx'
import { Invites } from './invites.tsx'
import { PendingOfMember } from './pending-of-member.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { Table } from '../../ui/table.tsx'
import { Select } from '../../ui/select.tsx'

const words = lateTexts.setup.settings

/** Who belongs to the account, and what they may do. */
export function MembersScreen() {
  const members = useMembers()
  const mayInvite = useMay('createInvite')
  return (
    <SettingsFrame title={words.members} actions={mayInvite && <InviteButton />}>
      <Loaded query={members}>
        {(all) => (
          <Table isStacked>
            <TableHead columns={[words.members, words.role]} hasActions />
            <tbody>
              {all.map((member) => (
                <Row key={member.userId} member={member} />
              ))}
            </tbody>
          </Table>
        )}
      </Loaded>
      {mayInvite && <Invites />}
    </SettingsFrame>
  )
}

function Row({ member }: { readonly member: Member }) {
  const { userId, role } = member
  const name = member.name ?? member.email
  const { user } = useSession()
  const mayChange = useMay('updateOwnMember') && userId !== user.id
  const isOpen = mayChange && role !== 'OWNER'
  const remove = useRemoveMember()
  return (
    <tr>
      <td>
        {name} <span className="mute small">{member.email}</span>
        <PendingOfMember member={member} isOpen={mayChange} />
      </td>
      <td>{isOpen ? <RoleSelect member={member} label={`${words.role}: ${name}`} /> : texts.common.roles[role]}</td>
      <td>
        {isOpen && (
          <DeleteButton
            title={words.removeTitle(name)}
            text={words.removeText}
            label={words.remove}
            onDelete={() => remove.mutate({ params: { userId } }, { onError: toastError })}
          />
        )}
      </td>
    </tr>
  )
}

function RoleSelect({ member: { userId, role }, label }: { readonly member: Member; readonly label: string }) {
  const update = useUpdateMember()
  return (
    <Select
      isSmall
      aria-label={label}
      value={role}
      options={roleOptions}
      onChange={(chosen) => update.mutate({ params: { userId }, body: { role: chosen } }, { onError: toastError })}
    />
  )
}
