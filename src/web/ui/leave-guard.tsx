import { useBlocker } from '@tanstack/react-router'
import { lateTexts } from '../strings/late.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

const words = lateTexts.editor

interface LeaveGuardProps {
  /** Whether there is something that leaving could lose; asked when somebody leaves. */
  readonly isUnsaved: () => boolean
  readonly onDiscard: () => void
  /** Whether the changes can also be left unsaved, because they are kept in the tab. */
  readonly isKept?: boolean
}

/** Asks before the page is left with unsaved changes. */
export function LeaveGuard({ isUnsaved, onDiscard, isKept = false }: LeaveGuardProps) {
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
      <p className="dim">{isKept ? words.leaveText : words.leaveLoses}</p>
      <div className="acts">
        <Button onClick={reset}>{words.stay}</Button>
        <Button kind="danger" onClick={discard}>
          {words.leaveDiscard}
        </Button>
        {isKept && (
          <Button kind="primary" onClick={proceed}>
            {words.leaveKeep}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
