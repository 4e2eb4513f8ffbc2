import type { TestSessionStatus } from '#contract'
import { stateOfResult } from '../../results/state-of-result.ts'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import type { State } from '../../ui/status.tsx'
import type { ListedTestResult } from './api.ts'

/** The shape and colour of each status. */
export const stateOf: Readonly<Record<TestSessionStatus, State>> = {
  RUNNING: 'PENDING',
  FAILED: 'FAILING',
  PASSED: 'PASSING',
  CANCELLED: 'PAUSED',
}

type Outcome = Pick<ListedTestResult, 'status' | 'hasFailures' | 'hasErrors' | 'isDegraded'>

export const stateOfTestResult = ({ status, ...outcome }: Outcome): State =>
  status === 'FAILED' || status === 'PASSED' ? stateOfResult(outcome) : stateOf[status]

/** The word of the outcome of a run. */
export const outcomeOf = (result: Outcome): string =>
  result.status === 'CANCELLED'
    ? lateTexts.testSessions.statuses.CANCELLED
    : texts.common.runState[stateOfTestResult(result)]
