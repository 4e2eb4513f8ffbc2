import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { reasonText } from '../../strings/reason-text.ts'
import { ListLink } from '../../ui/list-link.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Step } from '../../ui/steps.tsx'
import { Moment } from '../../ui/time.tsx'
import { alertState } from '../alert-state.ts'
import type { CheckExplanation } from '../api.ts'
import styles from './decision.module.css'

export type DecisionOf = NonNullable<CheckExplanation['change']>
type Sentence = Pick<DecisionOf['steps'][number], 'text'>

/** Sentences of the service, in the language of the page. */
export const Sentences = ({ of }: { readonly of: readonly Sentence[] }) => (
  <ul className={styles.sentences}>
    {of.map(({ text }) => (
      <li key={text}>{sentenceOf(text)}</li>
    ))}
  </ul>
)

/** A machine without a name is called as everywhere else. */
const sentenceOf = (text: string): string => reasonText(text).replaceAll(unnamed, texts.common.thisMachine)
const unnamed = 'this machine'

interface DecisionProps {
  readonly checkId: string
  readonly decision: DecisionOf
}

/** A change of state or a decision about notifications: when, how it came about, and what became of each channel. */
export function Decision({ checkId, decision }: DecisionProps) {
  const { at, alertType, channels, steps } = decision
  const resultId = resultOf(decision)
  return (
    <Step icon={<Glyph state={alertState(alertType)} />}>
      <p>
        <Moment at={at} /> <b>{texts.alerts.types[alertType]}</b>
      </p>
      <Sentences of={steps} />
      {channels.length > 0 && (
        <ul className={`${styles.sentences} small`}>
          {channels.map(({ channelId, step }) => (
            <li key={channelId}>{sentenceOf(step.text)}</li>
          ))}
        </ul>
      )}
      {resultId && (
        <ListLink className="link small" to={`/checks/${checkId}/results/${resultId}`}>
          {lateTexts.explanation.openResult}
        </ListLink>
      )}
    </Step>
  )
}

/** Of the first location that did not pass, else of the first. */
function resultOf({ runs }: DecisionOf): string | null {
  const decisive = runs.find(({ outcome }) => outcome === 'failed' || outcome === 'degraded') ?? runs[0]
  return decisive?.checkResultId ?? null
}
