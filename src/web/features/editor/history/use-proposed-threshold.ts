import { useSearchState } from '../../../ui/search-state.ts'
import type { ProposedThreshold } from './proposed-of-draft.ts'

/** The threshold that the address proposes: `?failedRuns=2`, or `?minutesFailing=5`; null without one. */
export function useProposedThreshold(): ProposedThreshold | null {
  const [{ failedRuns, minutesFailing }] = useSearchState()
  if (failedRuns !== undefined) return { kind: 'FAILED_RUNS', value: Number(failedRuns) }
  return minutesFailing === undefined ? null : { kind: 'MINUTES_FAILING', value: Number(minutesFailing) }
}
