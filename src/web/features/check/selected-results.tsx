import { useRef } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Pane } from '../../ui/pane.tsx'
import { Button } from '../../ui/button.tsx'
import { useSearchState } from '../../ui/search-state.ts'
import { Loaded } from '../../ui/states.tsx'
import { useFrozenOrder } from '../../ui/use-frozen-order.ts'
import { WaitingChanges } from '../../ui/waiting-changes.tsx'
import { useResults } from '../../results/api.ts'
import type { ListedResult } from '../../results/api.ts'
import type { Check } from './api.ts'
import { SaveCsv } from './save-csv.tsx'
import { ResultTable } from './result-table.tsx'
import { queryOf } from './series/range.ts'
import type { TimeSpan } from './series/range.ts'

const words = lateTexts.check
const shown = 15

/** The latest results of a time; the list stays as it is under the pointer. */
export function SelectedResults({
  check,
  span,
  range,
}: {
  readonly check: Check
  readonly span: TimeSpan | null
  /** The time range of an export when no time is selected. */
  readonly range: { readonly from: string; readonly to: string }
}) {
  const { id: checkId } = check
  const [, change] = useSearchState()
  const results = useResults(checkId, shown, span ? queryOf(span) : {})
  return (
    <Pane
      title={words.tabs.results}
      end={
        <div className="end row">
          <SaveCsv check={check} query={span ? queryOf(span) : range} />
          <Button size="small" kind="ghost" onClick={() => change({ tab: 'results' })}>
            {lateTexts.series.allResults}
          </Button>
        </div>
      }
    >
      <Loaded query={results} rows={3}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p className="padx pb mute">{words.noResultsText}</p>
          ) : (
            <Rows checkId={checkId} entries={entries} />
          )
        }
      </Loaded>
    </Pane>
  )
}

function Rows({ checkId, entries }: { readonly checkId: string; readonly entries: readonly ListedResult[] }) {
  const body = useRef<HTMLTableSectionElement>(null)
  const { shown: rows, waiting, apply } = useFrozenOrder(entries, ({ id }) => id ?? '', body)
  return (
    <>
      <WaitingChanges count={waiting} onApply={apply} />
      <ResultTable isFlat checkId={checkId} entries={rows} body={body} />
    </>
  )
}
