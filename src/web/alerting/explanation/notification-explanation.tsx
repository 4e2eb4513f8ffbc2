import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Loaded } from '../../ui/states.tsx'
import { useAlertExplanation, useCheckExplanation } from '../api.ts'
import type { NotificationDetail } from '../api.ts'
import { Decision, Sentences } from './decision.tsx'

interface Explained {
  readonly detail: NotificationDetail
}

/** How it was decided whether somebody is notified, read when it is opened. */
export function NotificationExplanation({ detail }: Explained) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="rule" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="pad">{lateTexts.explanation.why}</summary>
      {isOpen && (detail.checkAlertId === null ? <OfMoment detail={detail} /> : <OfAlert id={detail.checkAlertId} />)}
    </details>
  )
}

/** A change of state that never became an alert is the last decision of its time. */
function OfMoment({ detail: { checkId, timestamp } }: Explained) {
  return (
    <Loaded query={useCheckExplanation(checkId, timestamp ?? undefined)} rows={3}>
      {({ change, decisions: [last = change] }) =>
        last && (
          <ol className="padx">
            <Decision checkId={checkId} decision={last} />
          </ol>
        )
      }
    </Loaded>
  )
}

function OfAlert({ id }: { readonly id: string }) {
  return (
    <Loaded query={useAlertExplanation(id)} rows={3}>
      {({ checkId, decisions, steps }) => (
        <div className="padx stack">
          {steps.length > 0 && <Sentences of={steps} />}
          <ol>
            {decisions.map((decision) => (
              <Decision key={decision.id} checkId={checkId} decision={decision} />
            ))}
          </ol>
        </div>
      )}
    </Loaded>
  )
}
