import { lateTexts } from '../../strings/late.ts'
import { formatMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import type { LiveStep } from './live-steps.ts'
import styles from './live-step-list.module.css'

const states: Readonly<Record<LiveStep['state'], State>> = {
  STARTED: 'PENDING',
  PASSED: 'PASSING',
  FAILED: 'FAILING',
  SKIPPED: 'PAUSED',
}

/** Steps of a run in progress, in the order in which they began. */
export const LiveSteps = ({ steps }: { readonly steps: readonly LiveStep[] }) => (
  <ol className={styles.steps}>
    {steps.map(({ title, indent, state, duration }, index) => (
      <li key={index} className="row" style={{ paddingLeft: `${20 + indent * 16}px` }}>
        <Glyph state={states[state]} />
        <span className="sr">{lateTexts.editor.stepStates[state]}</span>
        <span className="grow trunc" title={title}>
          {title}
        </span>
        {duration !== null && <span className="dim">{formatMs(duration)}</span>}
      </li>
    ))}
  </ol>
)
