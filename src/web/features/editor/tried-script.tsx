import { useMemo, useState } from 'react'
import { ErrorNotes } from '../../results/error-notes.tsx'
import { listIn, objectIn } from '../../results/read-detail.ts'
import type { Detail } from '../../results/read-detail.ts'
import { ScriptStepsPane } from '../../results/script/script-steps-pane.tsx'
import { plainText, stepsOf } from '../../results/script/script-steps.ts'
import { ErrorLines } from '../../results/script/step-panes.tsx'
import { usePictures } from '../../results/script/use-pictures.ts'
import type { DryRun } from './api.ts'

/** The test run of a script, with its screenshots, and its error with the lines around it. */
export function TriedScript({ run, detail }: { readonly run: DryRun; readonly detail: Detail }) {
  const files = run.result?.files
  const trace = useMemo(() => {
    const file = files?.find(({ kind }) => kind === 'trace')
    return file?.contentBase64 ? { key: run.id, source: blobOf(file.contentBase64) } : null
  }, [files, run.id])
  const ofTrace = usePictures(trace)
  const steps = useMemo(() => stepsOf(detail), [detail])
  const [chosen, setChosen] = useState(Number.NaN)
  const end = Math.max(...steps.map(({ start, duration }) => start + duration))
  // A trace that is too large for the answer leaves the screenshots, which were taken at the end.
  const shots = (files ?? []).flatMap(({ kind, contentType, contentBase64 }) =>
    kind === 'screenshot' && contentBase64 ? [{ at: end, url: `data:${contentType};base64,${contentBase64}` }] : [],
  )
  const pictures = ofTrace.length > 0 ? ofTrace : shots
  return (
    <>
      <OutsideErrors detail={detail} />
      <ScriptStepsPane {...{ detail, steps, pictures, chosen }} assets={[]} onSelect={setChosen} isStacked />
    </>
  )
}

/** Errors that belong to no test, as those of a script that cannot be read. */
function OutsideErrors({ detail }: { readonly detail: Detail }) {
  const errors = listIn(detail['errors'])
    .map(objectIn)
    .filter((error) => !('test' in error))
  return errors.map((error, index) => (
    <div key={index} className="pane">
      <ErrorNotes errors={[plainText(error['message']) ?? '']} />
      <div className="padx pb">
        <ErrorLines error={error} />
      </div>
    </div>
  ))
}

const blobOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (character) => character.codePointAt(0) ?? 0)])
