import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface DialogFormProps {
  readonly title: string
  readonly isWide?: boolean
  /** The label of the button that submits the form. */
  readonly submit: string
  /** Default: primary. */
  readonly kind?: 'primary' | 'danger'
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog, with buttons to submit it and to leave it. */
export const DialogForm = ({
  title,
  isWide = false,
  submit,
  kind = 'primary',
  isBusy,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) => (
  <Dialog title={title} isWide={isWide} onClose={onClose}>
    <form
      className="stack gap12"
      onSubmit={(event) => {
        event.preventDefault()
        // It is no child of a form that it was opened from, except to React.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
      <div className="acts">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button kind={kind} type="submit" isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  </Dialog>
)
