import type { HTMLAttributes } from 'react'
import styles from './key-values.module.css'

/** Names beside their values: `dt` and `dd`, also in pairs within a `div`. */
export const KeyValues = ({ className = '', ...rest }: HTMLAttributes<HTMLDListElement>) => (
  <dl className={`${styles.list} ${className}`.trimEnd()} {...rest} />
)
