import type { Observation, SuiteAnswer, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
import { redactDeep } from '#redaction'
import { assetReferences } from '../asset-references.ts'
import { requestErrorOf } from '../request-error-of.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

const maxReasons = 20

/** The test command decides: what it fails is failed. Nothing makes a suite degraded; flaky tests pass. */
export const PLAYWRIGHT: CheckTypeEvaluation<'PLAYWRIGHT'> = {
  hasResponseTimeLimits: false,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: (answer) => (answer.isPassed ? [] : reasonsOf(answer)),
  evidenceOf: () => ({}),
  hide: (answer, { all }) => redactDeep(answer, all),
  describe: (_task, observation) => ({
    ...ranOf(observation),
    requestError: requestErrorOf(observation.failure),
    jobLog: orNull(observation.log),
    jobAssets: orNull(assetReferences(observation)),
    playwrightTraceFiles: tracesOf(observation),
    playwrightTestTraces: assetReferences(observation, 'trace'),
    playwrightTestVideos: assetReferences(observation, 'video'),
    ...reportOf(observation),
  }),
}

const orNull = <T>(list: readonly T[]): readonly T[] | null => (list.length === 0 ? null : list)

type Observed = Observation<'PLAYWRIGHT'>

function ranOf({ answer, failure, startedAt, stoppedAt }: Observed): object {
  const messages = answer?.errors ?? (failure === null ? [] : [failure.message])
  const { startTime, endTime, tests } = answer ?? { startTime: startedAt, endTime: stoppedAt, tests: null }
  return { errors: messages.map((message) => ({ message })), startTime, endTime, tests }
}

function reportOf(observation: Observed): object {
  const [report] = assetReferences(observation, 'report')
  return report === undefined ? {} : { playwrightTestJsonReportFile: report }
}

function reasonsOf({ errors, tests }: SuiteAnswer): VerdictReason[] {
  const texts = errors.map((message) => message.trim().split('\n')[0] ?? '')
  const count =
    tests.failed === 1 ? writeReason('ONE_TEST_FAILED') : writeReason('TESTS_FAILED', { count: tests.failed })
  const general = tests.failed > 0 ? count : writeReason('TEST_COMMAND_FAILED')
  return (texts.length === 0 ? [general] : texts)
    .slice(0, maxReasons)
    .map((message) => ({ kind: 'script', outcome: 'failed', message }))
}

type Stored = Pick<Parameters<typeof assetReferences>[0], 'storedArtifacts'>

function tracesOf({ storedArtifacts = [] }: Stored): object[] {
  const urls = assetReferences({ storedArtifacts }, 'trace')
  return storedArtifacts
    .filter(({ kind }) => kind === 'trace')
    .map(({ name }, index) => ({ url: urls[index], name: nameOf(name), filename: name }))
}

/** The directory of a test is named after it: `shop-sells-desktop/trace.zip`. */
const nameOf = (file: string): string => file.split('/').at(-2) ?? file
