import type { ReactNode } from 'react'
import styles from './filter-bar.module.css'

/** The filters above a list. */
export const FilterBar = ({ children }: { readonly children: ReactNode }) => (
  <div className={`row padx wrap ${styles.filters}`}>{children}</div>
)
