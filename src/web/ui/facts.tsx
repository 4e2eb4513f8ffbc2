import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** Figures side by side. */
export const Facts = ({ isPane = false, children }: { readonly isPane?: boolean; readonly children: ReactNode }) => (
  <div className={isPane ? `pane ${styles.facts}` : styles.facts}>{children}</div>
)

interface FactProps {
  readonly name: string
  readonly value: ReactNode
  /** Smaller, behind the value. */
  readonly more?: string
}

export const Fact = ({ name, value, more }: FactProps) => (
  <div>
    <div className={styles.name}>{name}</div>
    <div className={styles.value}>
      {value} {more && <small>{more}</small>}
    </div>
  </div>
)

/** A fact that is no figure; on phones it has a line to itself. */
export const WideFact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className={styles.wide}>
    <div className={styles.name}>{name}</div>
    {children}
  </div>
)
