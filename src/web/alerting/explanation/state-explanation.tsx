import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'
import { useCheckExplanation } from '../api.ts'
import { Decision, Sentences } from './decision.tsx'
import styles from './decision.module.css'

const words = lateTexts.explanation

interface StateProps {
  readonly checkId: string
  readonly state: string
}

/** How the state of a check came about, read when it is opened; open while the check has a problem. */
export function StateExplanation({ checkId, state }: StateProps) {
  const isInTrouble = state === 'FAILING' || state === 'DEGRADED'
  const [isOpen, setOpen] = useState(isInTrouble)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={`pad ${styles.summary}`}>
        <h2>{words.title[isInTrouble ? state : 'PASSING']}</h2>
      </summary>
      {isOpen && <Explained checkId={checkId} />}
    </details>
  )
}

function Explained({ checkId }: Pick<StateProps, 'checkId'>) {
  return (
    <Loaded query={useCheckExplanation(checkId)} rows={3}>
      {({ change, decisions, steps }) => (
        <>
          {change && (
            <ol className="padx">
              {[change, ...decisions.toReversed()].map((decision) => (
                <Decision key={decision.id} checkId={checkId} decision={decision} />
              ))}
            </ol>
          )}
          <div className="pad stack">
            {change && <h3>{words.follows}</h3>}
            <Sentences of={steps} />
          </div>
        </>
      )}
    </Loaded>
  )
}
