import { useChange, useOperation } from '../../api/use-operation.ts'
import { useMay, useSession } from '../../session/session.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { Loaded, messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { PendingOfMember } from './pending-of-member.tsx'
import { InviteButton, Invites } from './invites.tsx'
import { SettingsFrame } from './settings-frame.tsx'

const words = lateTexts.setup.settings
const given = ['ADMIN', 'READ_WRITE', 'READ_RUN', 'READ_ONLY'] as const

/** Who belongs to the account, and what they may do. */
export function MembersScreen() {
  const list = useOperation('listOwnMembers', { query: { type: 'member', limit: 100 } })
  const { user } = useSession()
  const mayChange = useMay('updateOwnMember')
  const update = useChange('updateOwnMember')
  const remove = useChange('removeOwnMember')
  const mayInvite = useMay('createInvite')
  const report = { onError: (error: unknown) => toast({ text: messageOf(error) }) }
  return (
    <SettingsFrame title={words.members} actions={mayInvite && <InviteButton />}>
      <Loaded query={list}>
        {({ members }) => (
          <table className="tbl stacks">
            <thead>
              <tr>
                <th scope="col">{words.members}</th>
                <th scope="col">{words.role}</th>
                <th scope="col">
                  <span className="sr">{texts.common.actions}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {members.map((member) => {
                const id = member.type === 'member' ? member.userId : member.id
                const name = (member.type === 'member' ? member.name : null) ?? member.email
                const isOpen = mayChange && member.type === 'member' && member.role !== 'OWNER' && id !== user.id
                return (
                  <tr key={id}>
                    <td>
                      {name} <span className="mute small">{member.email}</span>
                      {member.type === 'member' && (
                        <PendingOfMember member={member} isOpen={mayChange && id !== user.id} />
                      )}
                    </td>
                    <td>
                      {isOpen ? (
                        <select
                          className="select sm"
                          aria-label={`${words.role}: ${name}`}
                          value={member.role}
                          onChange={(event) => {
                            const role = given.find((one) => one === event.target.value)
                            if (role) update.mutate({ params: { userId: id }, body: { role } }, report)
                          }}
                        >
                          {given.map((role) => (
                            <option key={role} value={role}>
                              {texts.common.roles[role]}
                            </option>
                          ))}
                        </select>
                      ) : (
                        texts.common.roles[member.role]
                      )}
                    </td>
                    <td>
                      {isOpen && (
                        <DeleteButton
                          title={words.removeTitle(name)}
                          text={words.removeText}
                          label={words.remove}
                          onDelete={() => remove.mutate({ params: { userId: id } }, report)}
                        />
                      )}
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        )}
      </Loaded>
      {mayInvite && <Invites />}
    </SettingsFrame>
  )
}
