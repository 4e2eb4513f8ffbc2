import { AlertDialog, Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { useReturnedFocus } from './use-returned-focus.ts'
import styles from './dialog.module.css'

interface DialogProps {
  readonly title: string
  /** For what does not fit into the width of a form. */
  readonly isWide?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** In an editor of code, Escape belongs to the editor. */
const isInCode = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('.cm-editor') !== null

/** A dialog that is open while it is rendered. Focus returns to where it was. */
export const Dialog = ({ title, isWide = false, onClose, children }: DialogProps) => {
  const returnFocus = useReturnedFocus()
  return (
    <Primitive.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={styles.overlay}>
          <Primitive.Content
            className={isWide ? `${styles.dialog} ${styles.wide}` : styles.dialog}
            aria-describedby={undefined}
            onCloseAutoFocus={returnFocus}
            onEscapeKeyDown={(event) => isInCode(event.target) && event.preventDefault()}
          >
            <Primitive.Title asChild>
              <h2>{title}</h2>
            </Primitive.Title>
            <div className="mt12">{children}</div>
          </Primitive.Content>
        </Primitive.Overlay>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Confirms an action that cannot be undone. */
export const Confirm = ({
  title,
  text,
  action,
  onConfirm,
  onClose,
}: {
  readonly title: string
  readonly text: ReactNode
  readonly action: string
  readonly onConfirm: () => void
  readonly onClose: () => void
}) => {
  const returnFocus = useReturnedFocus()
  return (
    <AlertDialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={styles.overlay}>
          <AlertDialog.Content className={styles.dialog} onCloseAutoFocus={returnFocus}>
            <AlertDialog.Title asChild>
              <h2>{title}</h2>
            </AlertDialog.Title>
            <AlertDialog.Description asChild>
              <div className="mt8 dim">{text}</div>
            </AlertDialog.Description>
            <div className="acts">
              <AlertDialog.Cancel asChild>
                <Button>{texts.common.cancel}</Button>
              </AlertDialog.Cancel>
              <AlertDialog.Action asChild>
                <Button kind="danger" onClick={onConfirm}>
                  {action}
                </Button>
              </AlertDialog.Action>
            </div>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
