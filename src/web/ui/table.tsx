import type { HTMLAttributes, TableHTMLAttributes } from 'react'
import styles from './table.module.css'

interface TableProps extends TableHTMLAttributes<HTMLTableElement> {
  /** Its heading scrolls with it. */
  readonly isFlat?: boolean
  /** On phones each row is a block: its first cell, then the others. */
  readonly isStacked?: boolean
}

export const Table = ({ isFlat = false, isStacked = false, className, ...rest }: TableProps) => (
  <table
    className={[styles.table, isFlat && styles.flat, isStacked && styles.stacked, className].filter(Boolean).join(' ')}
    {...rest}
  />
)

/** The region in which a table scrolls, so that it does not take the whole page; it needs a label. */
export const TableRegion = ({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div className={`${styles.scrolling} ${className}`.trimEnd()} tabIndex={0} role="region" {...rest} />
)
