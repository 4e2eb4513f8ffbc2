import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface DialogFormProps {
  readonly title: string
  /** The label of the button that submits the form. */
  readonly submit: string
  readonly isBusy: boolean
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form in a dialog, with buttons to submit it and to leave it. */
export const DialogForm = ({ title, submit, isBusy, onSubmit, onClose, children }: DialogFormProps) => (
  <Dialog title={title} onClose={onClose}>
    <form
      className="stack gap12"
      onSubmit={(event) => {
        event.preventDefault()
        // It is not for the form of the page behind the dialog.
        event.stopPropagation()
        onSubmit()
      }}
    >
      {children}
      <div className="acts">
        <Button onClick={onClose}>{texts.common.cancel}</Button>
        <Button kind="primary" type="submit" isBusy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  </Dialog>
)
