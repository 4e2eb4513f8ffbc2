import type { ReactNode } from 'react'
import { lateTexts } from '../strings/late.ts'
import styles from './result-panes.module.css'

interface ResultPanesProps {
  /** Beside what the run found: its reason, files and settings. */
  readonly aside: ReactNode
  readonly children: ReactNode
}

export const ResultPanes = ({ aside, children }: ResultPanesProps) => (
  <div className={`split pane ${styles.result}`}>
    <div>{children}</div>
    <aside aria-label={lateTexts.result.about}>{aside}</aside>
  </div>
)
