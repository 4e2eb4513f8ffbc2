import type { ReactNode } from 'react'
import styles from './selection-bar.module.css'

/** The actions on the selected rows of a list, at the foot of the window; its label says how many they are. */
export const SelectionBar = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.bar} role="toolbar" aria-label={label}>
    {children}
  </div>
)
