import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import type { Detail } from '../read-detail.ts'
import type { Picture } from '../trace/read-trace.ts'
import type { Asset } from '../api.ts'
import { Filmstrip } from './filmstrip.tsx'
import { firstStep, spanOf } from './script-steps.ts'
import type { ScriptStep } from './script-steps.ts'
import { StepList } from './step-list.tsx'
import { StepPanes } from './step-panes.tsx'
import { Vitals } from './vitals.tsx'
import styles from './script-steps-pane.module.css'

const words = lateTexts.result.script

interface ScriptStepsProps {
  readonly detail: Detail
  readonly steps: readonly ScriptStep[]
  readonly pictures: readonly Picture[]
  readonly assets: readonly Asset[]
  /** Which step was chosen; one that is not there stands for the first that failed. */
  readonly chosen: number
  readonly onSelect: (index: number) => void
  /** Whether what is known of a step stands below the list of steps. */
  readonly isStacked?: boolean
}

/** The steps of a script with its pictures; the step that is selected decides what else is shown. */
export function ScriptStepsPane({ detail, steps, pictures, assets, chosen, onSelect, isStacked }: ScriptStepsProps) {
  const [tab, setTab] = useState<string | null>(null)
  const at = steps[chosen] === undefined ? firstStep(steps) : chosen
  const step = steps[at]
  if (step === undefined) return null
  const start = Math.min(...steps.map((one) => one.start))
  return (
    <>
      <Filmstrip pictures={pictures} steps={steps} selected={step} onSelect={onSelect} start={start} />
      <div className={`pane ${styles.script} ${isStacked ? styles.stacked : ''}`}>
        <section aria-label={words.steps}>
          <div className="pane-h">
            <h2>{words.steps}</h2>
            <span className="mute">
              {words.passed(steps.filter(({ error }) => error === null).length, steps.length)}
            </span>
          </div>
          <StepList steps={steps} at={at} onSelect={onSelect} />
          <Vitals detail={detail} span={spanOf(steps, at)} />
        </section>
        <StepPanes {...{ detail, step, span: spanOf(steps, at), pictures, assets, tab }} onTab={setTab} />
      </div>
    </>
  )
}
