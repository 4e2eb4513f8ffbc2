import type { State } from '../ui/status.tsx'

type Outcome = 'hasFailures' | 'hasErrors' | 'isDegraded' | 'isCancelled'

/** The state of the check that a result implies. An error of the service says nothing about the target. */
export function stateOfResult({
  hasFailures,
  hasErrors,
  isDegraded,
  isCancelled,
}: Readonly<Partial<Record<Outcome, boolean | null | undefined>>>): State {
  if (isCancelled) return 'PAUSED'
  if (hasErrors && !hasFailures) return 'UNKNOWN'
  if (hasFailures) return 'FAILING'
  return isDegraded ? 'DEGRADED' : 'PASSING'
}
