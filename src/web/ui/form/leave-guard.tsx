import { useBlocker } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'

const words = lateTexts.editor

interface LeaveGuardProps {
  /** Whether there is something that leaving could lose; asked when somebody leaves. */
  readonly isUnsaved: () => boolean
  /** Called before the page is left without them. */
  readonly onDiscard?: () => void
  /** Whether what is unsaved stays as a draft of the tab. */
  readonly keepsDraft?: boolean
}

/** Asks before the page is left with unsaved changes, which are discarded or, where they can be, kept in the tab. */
export function LeaveGuard({ isUnsaved, onDiscard, keepsDraft = true }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/sign-in' && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const discard = (): void => {
    onDiscard?.()
    proceed()
  }
  return (
    <Dialog title={words.leaveTitle} onClose={reset}>
      <p className="dim">{keepsDraft ? words.leaveText : words.leaveLost}</p>
      <div className="acts">
        <Button onClick={reset}>{words.stay}</Button>
        <Button kind="danger" onClick={discard}>
          {words.leaveDiscard}
        </Button>
        {keepsDraft && (
          <Button kind="primary" onClick={proceed}>
            {words.leaveKeep}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
