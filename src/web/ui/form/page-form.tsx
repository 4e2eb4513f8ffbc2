import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './page-form.module.css'

interface PageFormProps {
  /** For buttons outside of it. */
  readonly id?: string
  readonly onSave: () => void
  /** Mistakes by the paths of fields: the first field that has one takes the focus. */
  readonly errors?: Readonly<Record<string, string>>
  readonly children: ReactNode
}

/** A whole page that is one form; the service says what is wrong in it. */
export function PageForm({ id, onSave, errors, children }: PageFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [errors])
  return (
    <form
      ref={form}
      id={id}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {children}
    </form>
  )
}
