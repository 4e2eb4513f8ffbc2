// Evaluates observations: the verdict, the retry decision, and the result as it is stored.
// Input: a task with the observation of its probe, or the assertions a client wants to save.
// Output: verdicts with reasons, retry decisions, validation errors, and result details without secrets.
export { evaluateRun, evaluateUnreadable } from './evaluate-run.ts'
export { assertsOnBody, readBeginning, readBody } from './read-body.ts'
export { WorkBudget } from './work-budget.ts'
export { findAssertionProblems } from './find-assertion-problems.ts'
export type { AssertionInput, AssertionProblem } from './find-assertion-problems.ts'
export { decideReturn, maxReturns } from './decide-return.ts'
export type { ReturnDecision, ReturnQuestion } from './decide-return.ts'
export { decideRetry } from './decide-retry.ts'
export type { RetryDecision, RetryQuestion, NoRetryReason } from './decide-retry.ts'
export { describeResult } from './describe-result.ts'
export type { ResultDetail } from './describe-result.ts'
export { errorMessageOf } from './error-message-of.ts'
export { hideSecrets } from './hide-secrets.ts'
export { storedBodyLimit } from './stored-body-limit.ts'
export * from './text-filter.ts'
