import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { DialogForm } from './dialog-form.tsx'
import { ErrorNote } from './states.tsx'

interface Saving {
  readonly error: unknown
  readonly isPending: boolean
}

interface EditDialogProps {
  readonly title: string
  /** Whether it creates something. */
  readonly isNew?: boolean
  /** The changes that it may send. */
  readonly saving: readonly Saving[]
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Makes or changes something in a dialog, and says why that failed. */
export const EditDialog = ({ isNew = false, saving, children, ...rest }: EditDialogProps) => (
  <DialogForm
    submit={isNew ? texts.common.create : texts.common.save}
    isBusy={saving.some(({ isPending }) => isPending)}
    {...rest}
  >
    <ErrorNote error={saving.find(({ error }) => error !== null)?.error ?? null} />
    {children}
  </DialogForm>
)
