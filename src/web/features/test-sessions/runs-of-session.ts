import type { State } from '../../ui/status.tsx'
import type { ListedTestResult } from './api.ts'
import { outcomeOf, stateOfTestResult } from './states.ts'
import { formatNumber, withinSentence } from '../../ui/format.ts'

/** One check of a session: its result, and the attempts before it. */
export interface SessionRun {
  readonly result: ListedTestResult
  /** Oldest first, the result last. */
  readonly attempts: readonly ListedTestResult[]
}

type Begun = Pick<ListedTestResult, 'status' | 'startedAt'>

/** Whether a runner has taken it and it has not ended. */
export const isUnderWay = ({ status, startedAt }: Begun): boolean => status === 'RUNNING' && startedAt !== null

const order: readonly State[] = ['FAILING', 'UNKNOWN', 'DEGRADED', 'PAUSED', 'PENDING', 'PASSING']
const rankOf = ({ result }: SessionRun): number => order.indexOf(stateOfTestResult(result))

/** The runs of a session, the worst first, otherwise in their order. */
export function runsOf(results: readonly ListedTestResult[]): readonly SessionRun[] {
  // A suite that runs elsewhere is no check.
  const keyOf = ({ checkId, testSessionResultId }: ListedTestResult): string => checkId ?? testSessionResultId
  const runs = [...Map.groupBy(results, keyOf).values()].flatMap((of) => {
    const result = of.find(({ resultType }) => resultType !== 'ATTEMPT')
    return result ? [{ result, attempts: [...of.filter((one) => one !== result), result] }] : []
  })
  return runs.toSorted((a, b) => rankOf(a) - rankOf(b))
}

/** "2 failed, 1 degraded, 25 passed". */
export const countsOfSession = (runs: readonly SessionRun[]): string =>
  [...Map.groupBy(runs, ({ result }) => outcomeOf(result))]
    .map(([outcome, { length }]) => `${formatNumber(length)} ${withinSentence(outcome)}`)
    .join(', ')
