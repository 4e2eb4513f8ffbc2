import { texts } from '../strings/index.ts'

/** The states of checks and runs; UNKNOWN: the service could not run it. */
export type State = 'PASSING' | 'DEGRADED' | 'FAILING' | 'PAUSED' | 'PENDING' | 'UNKNOWN'

export const stateClass: Readonly<Record<State, string>> = {
  PASSING: 'pass',
  DEGRADED: 'deg',
  FAILING: 'fail',
  PAUSED: 'paus',
  PENDING: 'nil',
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

/** The shape of a state, for places where its word stands beside it. */
export const Glyph = ({ state }: { readonly state: State }) => (
  <svg className={`g ${stateClass[state]}`} viewBox="0 0 10 10" aria-hidden="true">
    {shapes[state]}
  </svg>
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
  <span className={`st ${stateClass[state]}${isLarge ? ' st-lg' : ''}`}>
    <Glyph state={state} />
    {of === 'run' ? texts.common.runState[state] : texts.common.state[state]}
  </span>
)
