import { useBlocker } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

const words = lateTexts.editor

/** Asks before a page is left whose changes are lost then; whether there are some is asked when somebody leaves. */
export function LeaveUnsaved({ isUnsaved }: { readonly isUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/sign-in' && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title={words.leaveTitle} onClose={reset}>
      <p className="dim">{words.leaveLost}</p>
      <div className="acts">
        <Button onClick={reset}>{words.stay}</Button>
        <Button kind="danger" onClick={proceed}>
          {words.leaveDiscard}
        </Button>
      </div>
    </Dialog>
  )
}
