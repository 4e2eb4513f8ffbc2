import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './field.module.css'

/** The mistake in a field. */
export const FieldError = ({ id, children }: { readonly id?: string | undefined; readonly children: ReactNode }) => (
  <p className={styles.error} id={id} role="alert">
    <CircleAlert className="ic s" aria-hidden="true" />
    {children}
  </p>
)
