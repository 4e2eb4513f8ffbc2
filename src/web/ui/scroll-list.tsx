import type { HTMLAttributes } from 'react'
import styles from './scroll-list.module.css'

type ScrollListProps = HTMLAttributes<HTMLElement> & { readonly as?: 'ul' | 'ol'; readonly isLow?: boolean }

/** A list that scrolls by itself when it is long. */
export const ScrollList = ({ as: Element = 'ul', isLow = false, className = '', ...rest }: ScrollListProps) => (
  <Element className={`${isLow ? styles.low : styles.high} ${className}`} {...rest} />
)
