import { useMemo } from 'react'
import type { Answer } from '../../../api/operations.ts'
import { useSearchState } from '../../../ui/search-state.ts'
import type { Detail } from '../read-detail.ts'
import { useAssets } from '../use-assets.ts'
import { ScriptStepsPane } from './script-steps-pane.tsx'
import { stepsOf } from './script-steps.ts'
import { usePictures } from './use-pictures.ts'

type Result = Answer<'getCheckResult'>

/** The steps of a script; the selected step is in the address. */
export function ScriptResult({ result, detail }: { readonly result: Result; readonly detail: Detail }) {
  const assets = useAssets(result)
  const steps = useMemo(() => stepsOf(detail), [detail])
  const trace = steps.length > 0 ? assets.find(({ type }) => type === 'trace') : undefined
  const pictures = usePictures(trace?.url === undefined ? null : { key: trace.url, source: trace.url })
  const [search, change] = useSearchState()
  return (
    <ScriptStepsPane
      {...{ detail, steps, pictures, assets }}
      chosen={Number(search['step'] ?? Number.NaN) - 1}
      onSelect={(index) => change({ step: String(index + 1) })}
    />
  )
}
