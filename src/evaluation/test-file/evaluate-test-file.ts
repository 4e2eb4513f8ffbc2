import { isScriptFailed, isSoftlyFailed } from '#contract'
import type {
  Observation,
  RunTask,
  ScriptAnswer,
  ScriptError,
  ScriptTest,
  TestFileType,
  VerdictReason,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { redactDeep } from '#redaction'
import { assetReferences } from '../asset-references.ts'
import type { CheckTypeEvaluation } from '../check-types/check-type-evaluation.ts'
import type { HiddenText } from '../hidden-text.ts'
import { requestErrorOf } from '../request-error-of.ts'

const maxReasons = 20

/**
 * A failed test fails the run, and so does a file without tests. Marked as degraded, a run that is fine otherwise, or in which
 * soft assertions alone failed, is degraded.
 */
export function reasonsOfTestFile(answer: ScriptAnswer): VerdictReason[] {
  const failed = answer.tests.filter(({ isExpected }) => !isExpected)
  const marks = answer.degradedReasons.map((reason) =>
    degraded(reason === '' ? writeReason('MARKED_AS_DEGRADED') : reason),
  )
  if (!isScriptFailed(answer))
    return [...marks, ...failed.flatMap(reasonsOfTest).map(({ message }) => degraded(message))]
  const reasons = [...answer.errors.map((error) => failedBy(textOf(error))), ...failed.flatMap(reasonsOfTest)]
  if (answer.tests.length === 0 && reasons.length === 0) reasons.push(failedBy(writeReason('NO_TESTS')))
  return reasons.slice(0, maxReasons)
}

const failedBy = (message: string): VerdictReason => ({ kind: 'script', outcome: 'failed', message })
const degraded = (message: string): VerdictReason => ({ kind: 'script', outcome: 'degraded', message })

function reasonsOfTest(test: ScriptTest): VerdictReason[] {
  const title = test.titles.join(' › ')
  if (test.errors.length === 0)
    return [failedBy(writeReason('TEST_ENDED', { title, testEnd: unexpected[test.status] }))]
  const errors = isSoftlyFailed(test)
    ? test.errors
    : test.errors.toSorted((a, b) => Number(a.isSoft) - Number(b.isSoft))
  return errors.map((error) => failedBy(`${title}: ${textOf(error)}`))
}

const unexpected: Readonly<Record<ScriptTest['status'], string>> = {
  passed: writeReason('TEST_END_PASSED_UNEXPECTEDLY'),
  failed: writeReason('TEST_END_FAILED'),
  timedOut: writeReason('TEST_END_TOOK_TOO_LONG'),
  skipped: writeReason('TEST_END_WAS_SKIPPED'),
  interrupted: writeReason('TEST_END_WAS_INTERRUPTED'),
}

/** The first line says what went wrong; those after it are expectation and call log. */
function textOf({ message, position }: ScriptError): string {
  const [first = ''] = message.trim().split('\n')
  const at = position === null ? '' : ` (${position.file}:${position.line}:${position.column})`
  return `${first}${at}`
}

/** Secrets are removed from every text. */
const hideTestFile = (answer: ScriptAnswer, { all }: HiddenText): ScriptAnswer => redactDeep(answer, all)

type Described = Pick<ScriptAnswer, 'startTime' | 'endTime' | 'runtimeVersion' | 'tests' | 'errors'>

/** The fields that the results of all test files have. */
export function describeTestFile<T extends TestFileType>(
  _task: Pick<RunTask<T>, 'request'>,
  observation: Observation<T>,
): object {
  const { answer, failure, startedAt, stoppedAt, log } = observation
  const nothing = { startTime: startedAt, endTime: stoppedAt, runtimeVersion: '', tests: [], errors: [] }
  const { startTime, endTime, runtimeVersion, tests, errors }: Described = answer ?? nothing
  const report = assetReferences(observation, 'report')[0]
  const assets = assetReferences(observation)
  return {
    errors: errorsOf(tests, errors),
    startTime,
    endTime,
    runtimeVersion,
    jobLog: log,
    jobAssets: assets.length === 0 ? null : assets,
    tests,
    requestError: requestErrorOf(failure),
    playwrightTestTraces: assetReferences(observation, 'trace'),
    playwrightTestJsonReportFile: report ?? '',
  }
}

function errorsOf(tests: Described['tests'], errors: Described['errors']): object[] {
  const ofTests = tests
    .filter(({ isExpected }) => !isExpected)
    .flatMap((test) => test.errors.map((error) => ({ ...error, test: test.titles.join(' › ') })))
  return [...errors, ...ofTests].map(({ position, ...error }) => ({ ...error, location: position }))
}

/** Shared by the check types that run one test file. */
export const testFileEvaluation = {
  hasResponseTimeLimits: false,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: (answer: ScriptAnswer) => reasonsOfTestFile(answer),
  evidenceOf: () => ({}),
  hide: hideTestFile,
} as const satisfies Omit<CheckTypeEvaluation<TestFileType>, 'describe'>
