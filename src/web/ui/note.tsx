import type { HTMLAttributes } from 'react'
import styles from './note.module.css'

const kinds = {
  plain: '',
  passing: styles.passing,
  degraded: styles.degraded,
  failing: styles.failing,
  unknown: styles.unknown,
} as const

interface NoteProps extends HTMLAttributes<HTMLDivElement> {
  readonly kind?: keyof typeof kinds
}

/** A message that must not be overlooked: a picture, a text, and the actions. */
export const Note = ({ kind = 'plain', className = '', ...rest }: NoteProps) => (
  <div className={[styles.note, kinds[kind], className].filter(Boolean).join(' ')} {...rest} />
)
