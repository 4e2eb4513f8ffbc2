import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'
import { Button } from '../ui/button.tsx'
import { formatMs } from '../ui/format.ts'
import { ErrorNote } from '../ui/states.tsx'
import { Status } from '../ui/status.tsx'
import { Since } from '../ui/time.tsx'
import { after } from '../time/page-time.ts'
import { readCheckProgress } from './api.ts'
import { LatestSteps } from './live/latest-steps.tsx'
import { useProgress } from './live/use-progress.ts'
import { stateOfResult } from './state-of-result.ts'
import type { AskedRun } from './use-run-now.ts'
import { usePlaces } from '../places/use-places.ts'
import styles from './run-progress.module.css'

const words = lateTexts.check

/** How the run that was asked for goes, and what came of it in each location. */
export const RunProgress = ({ run, onClose }: { readonly run: AskedRun; readonly onClose: () => void }) => (
  <>
    <section className={`padx ${styles.progress}`} role="status" aria-label={words.askedRun}>
      <div className="row wrap gap16">
        <Outcome run={run} />
      </div>
      {run.step !== 'running' && (
        <Button kind="ghost" size="small" isIcon aria-label={texts.common.close} onClick={onClose}>
          <X className="ic s" aria-hidden="true" />
        </Button>
      )}
    </section>
    {run.step === 'running' && run.session !== null && <Steps sessionId={run.session.checkSessionId} />}
  </>
)

/** A run that ends before has no steps that somebody could read. */
const stepsAfterMs = 1_500

/** The steps of the runs in each location, once they take a while. */
function Steps({ sessionId }: { readonly sessionId: string }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => after(stepsAfterMs, () => setLong(true)), [])
  const progress = useProgress(isLong ? sessionId : null, readCheckProgress)
  const { labelsOf } = usePlaces()
  const labels = labelsOf([...progress.keys()])
  if (progress.size === 0) return null
  return (
    <section className={`stack ${styles.steps}`} aria-label={lateTexts.result.script.steps}>
      {[...progress].map(([location, events]) => (
        <div key={location}>
          {progress.size > 1 && <h3 className="padx label">{labels.get(location) ?? location}</h3>}
          <LatestSteps events={events} />
        </div>
      ))}
    </section>
  )
}

function Outcome({ run }: { readonly run: AskedRun }) {
  const { labelsOf, namesOf } = usePlaces()
  if (run.step === 'failed') return <ErrorNote error={run.error} />
  if (run.step === 'running')
    return (
      <span>
        {words.running(namesOf(run.session?.runLocations ?? []))}{' '}
        <span className="mute" aria-hidden="true">
          <Since at={run.since} />
        </span>
      </span>
    )
  const results = run.results.filter(({ resultType }) => resultType !== 'ATTEMPT')
  const labels = labelsOf(results.map(({ runLocation }) => runLocation))
  if (results.length === 0) return <span>{words.noResultOfRun}</span>
  return results.map(({ checkId, checkResultId, runLocation, responseTime, ...outcome }) => (
    <span key={checkResultId} className="row">
      <Status of="run" state={stateOfResult(outcome)} />
      <span className="dim">{words.ranIn(labels.get(runLocation) ?? runLocation, formatMs(responseTime))}</span>
      <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId: checkResultId }}>
        {words.openResult}
      </Link>
    </span>
  ))
}
