import { useMemo } from 'react'
import { useSearchState } from '../../ui/search-state.ts'
import type { Detail } from '../../results/read-detail.ts'
import { useAssets } from '../../results/api.ts'
import type { Result } from '../../results/api.ts'
import { ScriptStepsPane } from '../../results/script/script-steps-pane.tsx'
import { stepsOf } from '../../results/script/script-steps.ts'
import { usePictures } from '../../results/script/use-pictures.ts'

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
