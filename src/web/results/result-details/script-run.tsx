import { formatMs } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { listIn, numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import { plainText } from '../script/script-steps.ts'
import { ErrorNotes } from '../error-notes.tsx'
import type { DetailsView } from './details-view.ts'
import { FactList } from './parts.tsx'
import { words } from './labels.ts'

const counted = [
  { name: 'consoleErrors', label: words.consoleErrors },
  { name: 'userScriptErrors', label: words.scriptErrors },
  { name: 'networkErrors', label: words.networkErrors },
  { name: 'documentErrors', label: words.documentErrors },
] as const

function ScriptRun({ detail }: { readonly detail: Detail }) {
  const [start, end] = [numberIn(detail['startTime']), numberIn(detail['endTime'])]
  const counts = objectIn(detail['traceSummary'])
  const outside = listIn(detail['errors'])
    .map(objectIn)
    .filter((error) => !('test' in error))
  const errors = outside.flatMap((error) => plainText(error['message']) ?? [])
  return (
    <Pane title={words.run}>
      <ErrorNotes errors={errors} />
      <FactList
        facts={[
          { name: words.runtime, value: textIn(detail['runtimeVersion']) },
          { name: words.took, value: start === null || end === null ? null : formatMs(end - start) },
          ...counted.map(({ name, label }) => ({ name: label, value: numberIn(counts[name]) || null })),
        ]}
      />
    </Pane>
  )
}

/** The runtime of a script, the counts of its pages, and errors outside of tests. */
export const scriptRun: DetailsView = {
  fits: (detail) => typeof detail['runtimeVersion'] === 'string',
  fields: ['type', 'startTime', 'endTime', 'runtimeVersion', 'traceSummary', 'tests', 'errors'],
  View: ScriptRun,
}
