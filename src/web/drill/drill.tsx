import { useState } from 'react'
import { Siren } from 'lucide-react'
import { useMay } from '../session/session.tsx'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { reasonText } from '../strings/reason-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/states.tsx'
import { Glyph } from '../ui/status.tsx'
import { Step } from '../ui/steps.tsx'
import { useDrill, useStartDrill } from './api.ts'
import type { DrillRun } from './api.ts'

const words = lateTexts.drill

/** Makes a check fail on purpose, and shows what arrives where; for those who may. */
export function Drill({ checkId }: { readonly checkId: string }) {
  const may = useMay('startDrill')
  const { isStarting, error, started, start } = useStartDrill(checkId)
  if (!may) return null
  return (
    <div className="stack">
      <p className="dim">{words.text}</p>
      <div>
        <Button isBusy={isStarting} onClick={start}>
          <Siren className="ic s" aria-hidden="true" />
          {started === undefined ? words.start : words.again}
        </Button>
      </div>
      <ErrorNote error={error} />
      {started && <Progress key={started.id} started={started} />}
    </div>
  )
}

export const DrillDialog = ({ checkId, onClose }: { readonly checkId: string; readonly onClose: () => void }) => (
  <Dialog title={words.title} onClose={onClose}>
    <Drill checkId={checkId} />
  </Dialog>
)

function Progress({ started }: { readonly started: DrillRun }) {
  const [isOver, setOver] = useState(false)
  const { data = started, error } = useDrill(started, { isOver })
  if (data.endedAt !== null && !isOver) setOver(true)
  if (error) return <ErrorNote error={error} />
  const { status } = data
  const isRunning = status === 'RUNNING'
  return (
    <ol aria-label={words.steps} aria-live="polite">
      <Step icon={<Glyph state={isRunning ? 'PENDING' : status === 'NOT_SENT' ? 'UNKNOWN' : 'FAILING'} />}>
        <p>{isRunning ? words.running : status === 'NOT_SENT' ? words.notSent : words.ran}</p>
        {data.reason && <p className="small">{reasonText(data.reason)}</p>}
      </Step>
      {status === 'SENDING' && (
        <Step icon={<Glyph state="PENDING" />}>
          <p>{words.sending}</p>
        </Step>
      )}
      {data.deliveries.map((one) => (
        <Delivery key={one.channelId} delivery={one} />
      ))}
    </ol>
  )
}

function Delivery({ delivery }: { readonly delivery: DrillRun['deliveries'][number] }) {
  const { name, outcome, response, silenceReason, closed } = delivery
  const wasSent = outcome === 'sent'
  return (
    <Step icon={<Glyph state={wasSent ? 'PASSING' : outcome === null ? 'UNKNOWN' : 'FAILING'} />}>
      <p>
        <b>{name}</b>: {outcome === null ? words.notSent : words.outcomes[outcome]}
      </p>
      {silenceReason !== null && <p className="small">{texts.alerts.silence[silenceReason]}</p>}
      {outcome !== null && !wasSent && <p className="small mono">{response.slice(0, 500)}</p>}
      {closed === false && <p className="small">{words.notClosed}</p>}
    </Step>
  )
}
