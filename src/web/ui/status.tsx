import type { HTMLAttributes } from 'react'
import { texts } from '../strings/index.ts'
import styles from './status.module.css'

/** The states of checks and runs; UNKNOWN: the service could not run it. */
export type State = 'PASSING' | 'DEGRADED' | 'FAILING' | 'PAUSED' | 'PENDING' | 'UNKNOWN'

/** Of text in the colour of a state. */
export const stateClass: Readonly<Record<State, string>> = {
  PASSING: 'pass',
  DEGRADED: 'deg',
  FAILING: 'fail',
  PAUSED: 'paus',
  PENDING: '',
  UNKNOWN: 'unk',
}

const shapes: Readonly<Record<State, React.ReactNode>> = {
  PASSING: <circle cx="5" cy="5" r="4" />,
  DEGRADED: <path d="M5 .6 9.9 9.4H.1z" />,
  FAILING: <path d="M.7.7h8.6v8.6H.7z" />,
  PAUSED: <path d="M1.5 1h2.5v8H1.5zM6 1h2.5v8H6z" />,
  PENDING: <circle cx="5" cy="5" r="3.5" fill="none" stroke="currentColor" strokeWidth="1.2" />,
  UNKNOWN: <path d="M5 0l5 5-5 5-5-5z" />,
}

const shapeClasses: Readonly<Record<State, string | undefined>> = {
  PASSING: styles.passing,
  DEGRADED: styles.degraded,
  FAILING: styles.failing,
  PAUSED: styles.paused,
  PENDING: styles.pending,
  UNKNOWN: styles.unknown,
}

/** The shape of a state, for places where its word stands beside it. */
export const Glyph = ({ state }: { readonly state: State }) => (
  <svg className={`${styles.shape} ${shapeClasses[state]}`} viewBox="0 0 10 10" aria-hidden="true">
    {shapes[state]}
  </svg>
)

interface StatusLineProps extends HTMLAttributes<HTMLElement> {
  readonly as?: 'span' | 'p' | 'h2'
  readonly isLarge?: boolean
  readonly isSmall?: boolean
}

/** A status as a shape and its words. */
export const StatusLine = ({ as: Element = 'span', isLarge, isSmall, className, ...rest }: StatusLineProps) => (
  <Element
    className={[styles.status, isLarge && styles.large, isSmall && styles.small, className].filter(Boolean).join(' ')}
    {...rest}
  />
)

/** Shape and word. `of: 'run'` says "Failed" instead of "Failing". */
export const Status = ({
  state,
  of = 'check',
  isLarge = false,
}: {
  readonly state: State
  readonly of?: 'check' | 'run'
  readonly isLarge?: boolean
}) => (
  <StatusLine className={stateClass[state]} isLarge={isLarge}>
    <Glyph state={state} />
    {of === 'run' ? texts.common.runState[state] : texts.common.state[state]}
  </StatusLine>
)
