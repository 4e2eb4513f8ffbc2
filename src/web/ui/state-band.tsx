import type { HTMLAttributes } from 'react'
import { Glyph } from './status.tsx'
import type { State } from './status.tsx'
import styles from './state-band.module.css'

interface StateBandProps extends HTMLAttributes<HTMLElement> {
  readonly state: State
  readonly sentence: string
  /** Whether its background has the colour of a state that is not good. */
  readonly isColoured?: boolean
}

const colours: Readonly<Partial<Record<State, string | undefined>>> = {
  FAILING: styles.failing,
  DEGRADED: styles.degraded,
  UNKNOWN: styles.unknown,
}

/** How something is now, across its page. */
export const StateBand = ({ state, sentence, isColoured = true, children, ...rest }: StateBandProps) => (
  <section className={`${styles.band} ${(isColoured && colours[state]) || ''}`} {...rest}>
    <Glyph state={state} />
    <h2>{sentence}</h2>
    {children}
  </section>
)
