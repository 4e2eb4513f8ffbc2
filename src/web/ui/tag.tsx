import { Slot } from 'radix-ui'
import type { HTMLAttributes } from 'react'
import styles from './tag.module.css'

interface TagProps extends HTMLAttributes<HTMLElement> {
  /** Takes the look to its only child, for example a link. */
  readonly asChild?: boolean
}

/** A word with an outline: what something has or is. */
export const Tag = ({ asChild = false, ...rest }: TagProps) =>
  asChild ? <Slot.Root className={styles.tag} {...rest} /> : <span className={styles.tag} {...rest} />
