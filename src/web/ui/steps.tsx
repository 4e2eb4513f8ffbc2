import type { ReactNode } from 'react'
import styles from './steps.module.css'

interface StepProps {
  /** A picture of what became of the step. */
  readonly icon: ReactNode
  readonly isCurrent?: boolean
  readonly children: ReactNode
}

/** One of several steps in a list, which a line joins. */
export const Step = ({ icon, isCurrent = false, children }: StepProps) => (
  <li className={isCurrent ? `${styles.step} ${styles.current}` : styles.step} aria-current={isCurrent || undefined}>
    {icon}
    <div>{children}</div>
  </li>
)
