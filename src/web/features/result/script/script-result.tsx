import { useMemo, useState } from 'react'
import type { Answer } from '../../../api/operations.ts'
import { lateTexts } from '../../../strings/late.ts'
import { useSearchState } from '../../../ui/search-state.ts'
import type { Detail } from '../read-detail.ts'
import { useAssets } from '../use-assets.ts'
import { Filmstrip } from './filmstrip.tsx'
import { firstStep, spanOf, stepsOf } from './script-steps.ts'
import type { ScriptStep } from './script-steps.ts'
import { StepList } from './step-list.tsx'
import { StepPanes } from './step-panes.tsx'
import { usePictures } from './use-pictures.ts'
import { Vitals } from './vitals.tsx'

const words = lateTexts.result.script

type Result = Answer<'getCheckResult'>

/** What a script did, step by step; the step that is selected decides what else is shown. */
export function ScriptResult({ result, detail }: { readonly result: Result; readonly detail: Detail }) {
  const assets = useAssets(result)
  const steps = useMemo(() => stepsOf(detail), [detail])
  const trace = steps.length > 0 ? assets.find(({ type }) => type === 'trace') : undefined
  const pictures = usePictures(trace?.url ?? null)
  const [search, change] = useSearchState()
  const asked = Number(search['step'] ?? Number.NaN) - 1
  const at = steps[asked] === undefined ? firstStep(steps) : asked
  const step = steps[at]
  const [tab, setTab] = useState<string | null>(null)
  const select = (index: number): void => change({ step: String(index + 1) })
  if (step === undefined) return null
  return (
    <>
      <Filmstrip pictures={pictures} steps={steps} selected={step} onSelect={select} start={startOf(steps)} />
      <div className="script pane">
        <section aria-label={words.steps}>
          <div className="pane-h">
            <h2>{words.steps}</h2>
            <span className="mute">
              {words.passed(steps.filter(({ error }) => error === null).length, steps.length)}
            </span>
          </div>
          <StepList steps={steps} at={at} onSelect={select} />
          <Vitals detail={detail} span={spanOf(steps, at)} />
        </section>
        <StepPanes {...{ detail, step, span: spanOf(steps, at), pictures, assets, tab }} onTab={setTab} />
      </div>
    </>
  )
}

const startOf = (steps: readonly ScriptStep[]): number => Math.min(...steps.map(({ start }) => start))
