import { useState } from 'react'
import type { ReactNode } from 'react'
import { texts } from '../strings/index.ts'
import { Button } from './button.tsx'
import { Confirm } from './dialog.tsx'

/** Deletes something after asking. */
export function DeleteButton({
  title,
  text,
  label = texts.common.delete,
  onDelete,
}: {
  readonly title: string
  readonly text: ReactNode
  readonly label?: string
  readonly onDelete: () => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="danger" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <Confirm
          title={title}
          text={text}
          action={label}
          onConfirm={() => {
            setOpen(false)
            onDelete()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
