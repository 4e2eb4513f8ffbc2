import { useMemo } from 'react'
import { useSearchState } from '../ui/search-state.ts'
import type { Detail } from './read-detail.ts'
import type { Asset } from './api.ts'
import { ScriptStepsPane } from './script/script-steps-pane.tsx'
import { stepsOf } from './script/script-steps.ts'
import { usePictures } from './script/use-pictures.ts'

/** The steps of a script; the selected step is in the address. */
export function ScriptResult({ assets, detail }: { readonly assets: readonly Asset[]; readonly detail: Detail }) {
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
