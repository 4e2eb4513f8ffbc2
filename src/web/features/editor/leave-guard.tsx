import { useBlocker } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const words = lateTexts.editor

interface LeaveGuardProps {
  /** Whether there is something that leaving could lose; asked when somebody leaves. */
  readonly isUnsaved: () => boolean
  readonly onDiscard: () => void
}

/** Asks before the page is left with unsaved changes; they are kept in the tab unless they are discarded. */
export function LeaveGuard({ isUnsaved, onDiscard }: LeaveGuardProps) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      current.pathname !== next.pathname && next.pathname !== '/sign-in' && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  const discard = (): void => {
    onDiscard()
    proceed()
  }
  return (
    <Dialog title={words.leaveTitle} onClose={reset}>
      <p className="dim">{words.leaveText}</p>
      <div className="acts">
        <Button onClick={reset}>{words.stay}</Button>
        <Button kind="danger" onClick={discard}>
          {words.leaveDiscard}
        </Button>
        <Button kind="primary" onClick={proceed}>
          {words.leaveKeep}
        </Button>
      </div>
    </Dialog>
  )
}
