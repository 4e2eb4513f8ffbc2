import { useNavigate } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { messageOf } from '../../ui/states.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useGroupChanges } from './api.ts'
import { UsesOfGroup } from './uses-of-group.tsx'

const words = lateTexts.setup.groups

/** Deletes a group, of which its checks and what uses it are said before. */
export function DeleteGroup({ id, members }: { readonly id: number; readonly members: number }) {
  const navigate = useNavigate()
  const { remove } = useGroupChanges(() => navigate({ to: '/groups' }))
  return (
    <div className="pad">
      <DeleteButton
        title={words.deleteTitle}
        text={
          <>
            {words.deleteText(members)}
            <UsesOfGroup id={id} />
          </>
        }
        onDelete={() => void remove(id, members > 0).catch((thrown: unknown) => toast({ text: messageOf(thrown) }))}
      />
    </div>
  )
}
