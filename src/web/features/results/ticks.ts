import type { Answer } from '../../api/operations.ts'
import type { State } from '../../ui/status.tsx'

type Entry = Answer<'listCheckResultsV2'>['entries'][number]

const fields =
  'id,hasFailures,hasErrors,isDegraded,isCancelled,responseTime,startedAt,runLocation,attempts,created_at,statusCode,error'

/** The last results of a check with what a tick or a row shows. */
export const tickQuery = (limit: number) => ({ limit, fields: [fields] })

/** The state of the check that a result implies. An error of the service says nothing about the target. */
export function stateOfResult({ hasFailures, hasErrors, isDegraded, isCancelled }: Entry): State {
  if (isCancelled) return 'PAUSED'
  if (hasErrors && !hasFailures) return 'UNKNOWN'
  if (hasFailures) return 'FAILING'
  return isDegraded ? 'DEGRADED' : 'PASSING'
}

/** The fields of a larger result that its state follows from. */
export const outcomeOf = ({
  hasFailures,
  hasErrors,
  isDegraded,
  isCancelled,
}: Readonly<Record<'hasFailures' | 'hasErrors' | 'isDegraded' | 'isCancelled', boolean>>) => ({
  hasFailures,
  hasErrors,
  isDegraded,
  isCancelled,
})
