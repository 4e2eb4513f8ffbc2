import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { toastError } from '../../ui/toast-error.ts'
import { useUpdateMember, useWithdrawMemberAddress } from './api.ts'
import type { Member } from './api.ts'

const words = lateTexts.address

/** The new address of a member that waits to be confirmed, with a new link for it, and its end. */
export function PendingOfMember({ member, isOpen }: { readonly member: Member; readonly isOpen: boolean }) {
  const { userId, pendingAddress: pending } = member
  const update = useUpdateMember()
  const withdraw = useWithdrawMemberAddress()
  if (pending === null) return null
  const { email, mail } = pending
  const made = update.data?.pendingAddress
  return (
    <div className="stack mt4">
      <div className="row wrap">
        <span className="mute small" title={mail.response || undefined}>
          {words.waits(email)}
        </span>
        {isOpen && (
          <>
            <Button
              size="small"
              isBusy={update.isPending}
              onClick={() => update.mutate({ params: { userId }, body: { email } }, { onError: toastError })}
            >
              {mail.status === 'NONE' ? words.newLink : words.sendAgain}
            </Button>
            <Button size="small" onClick={() => withdraw.mutate({ params: { userId } }, { onError: toastError })}>
              {words.withdraw}
            </Button>
          </>
        )}
      </div>
      {made?.link !== undefined && made.email === email && (
        <>
          <p className="small">{words.passOn}</p>
          <CodeBlock label={words.link} text={made.link} />
        </>
      )}
    </div>
  )
}
