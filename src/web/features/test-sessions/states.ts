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
type Begun = Pick<ListedTestResult, 'checkId' | 'startedAt'>

export const stateOfTestResult = ({ status, ...outcome }: Outcome): State =>
  status === 'FAILED' || status === 'PASSED' ? stateOfResult(outcome) : stateOf[status]

/** Whether no runner has taken it yet. A suite that runs elsewhere is no check, and nobody here takes it. */
export const isWaiting = ({ status, startedAt, checkId }: Begun & Pick<Outcome, 'status'>): boolean =>
  status === 'RUNNING' && startedAt === null && checkId !== null

/** The word of the outcome of a run. */
export function outcomeOf(result: Outcome & Begun): string {
  if (result.status === 'CANCELLED') return lateTexts.testSessions.statuses.CANCELLED
  return isWaiting(result) ? lateTexts.testSessions.waiting : texts.common.runState[stateOfTestResult(result)]
}
