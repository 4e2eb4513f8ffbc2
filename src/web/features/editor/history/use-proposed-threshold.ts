import { useSearchState } from '../../../ui/search-state.ts'
import type { ProposedThreshold } from './proposed-of-draft.ts'

/** The threshold that the address proposes: `?failedRuns=2`, `?failedRuns=3&ofRuns=5`, `?minutesFailing=5` or `?passedRuns=2`; null without one. */
export function useProposedThreshold(): ProposedThreshold | null {
  const [{ failedRuns, ofRuns, minutesFailing, passedRuns }] = useSearchState()
  if (failedRuns !== undefined && ofRuns !== undefined)
    return { kind: 'FAILED_OF_RUNS', value: Number(failedRuns), windowRuns: Number(ofRuns) }
  if (passedRuns !== undefined) return { kind: 'PASSED_RUNS', value: Number(passedRuns) }
  if (failedRuns !== undefined) return { kind: 'FAILED_RUNS', value: Number(failedRuns) }
  return minutesFailing === undefined ? null : { kind: 'MINUTES_FAILING', value: Number(minutesFailing) }
}
