import { lateTexts } from '../../strings/late.ts'
import { CodeView } from '../../ui/code/code-view.tsx'
import { formatExact, formatMs } from '../../ui/format.ts'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { plainText } from '../../results/script/script-steps.ts'
import type { DryRunEvent } from './api.ts'
import { liveStepsOf } from './live-steps.ts'
import type { LiveStep } from './live-steps.ts'
import styles from './live-run.module.css'

const words = lateTexts.editor
const states: Readonly<Record<LiveStep['state'], State>> = {
  STARTED: 'PENDING',
  PASSED: 'PASSING',
  FAILED: 'FAILING',
  SKIPPED: 'PAUSED',
}
/** The latest are shown. */
const mostShown = 200

/** The steps and log lines of a run in progress. */
export function LiveRun({ events }: { readonly events: readonly DryRunEvent[] }) {
  const steps = liveStepsOf(events).slice(-mostShown)
  const lines = events.filter(({ type }) => type === 'LOG').slice(-mostShown)
  return (
    <>
      {steps.length > 0 && (
        <section className="pane" aria-label={lateTexts.result.script.steps}>
          <div className="pane-h">
            <h2>{lateTexts.result.script.steps}</h2>
          </div>
          <ol className={styles.steps}>
            {steps.map(({ title, indent, state, duration }, index) => (
              <li key={index} className="row" style={{ paddingLeft: `${20 + indent * 16}px` }}>
                <Glyph state={states[state]} />
                <span className="sr">{words.stepStates[state]}</span>
                <span className="grow trunc" title={title}>
                  {title}
                </span>
                {duration !== null && <span className="dim">{formatMs(duration)}</span>}
              </li>
            ))}
          </ol>
        </section>
      )}
      {lines.length > 0 && (
        <section className="pane pad" aria-label={lateTexts.result.log}>
          <CodeView label={lateTexts.result.log} text={lines.map(textOf).join('\n')} language="log" isWrapped />
        </section>
      )}
    </>
  )
}

const textOf = ({ at, level, message }: DryRunEvent): string =>
  [formatExact(Date.parse(at)), level ?? '', plainText(message) ?? ''].filter(Boolean).join(' ')
