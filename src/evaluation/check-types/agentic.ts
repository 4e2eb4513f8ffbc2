import type { AgenticAnswer, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
import { redactDeep } from '#redaction'
import { requestErrorOf } from '../request-error-of.ts'
import type { CheckTypeEvaluation } from './check-type-evaluation.ts'

const maxReasons = 20
const failed = (message: string): VerdictReason => ({ kind: 'script', outcome: 'failed', message })

export const AGENTIC: CheckTypeEvaluation<'AGENTIC'> = {
  hasResponseTimeLimits: false,
  waitsForMaxResponseTime: false,
  expectable: null,
  reasonsOf: ({ errors, assertions }) =>
    [
      ...assertions
        .filter(({ passed }) => !passed)
        .map(({ condition, actual }) => failed(writeReason('NOT_VERIFIED', { condition, actual: firstLine(actual) }))),
      ...errors.map(({ message }) => failed(firstLine(message))),
    ].slice(0, maxReasons),
  evidenceOf: () => ({}),
  hide: (answer, { all }) => redactDeep(answer, all),
  describe: (_task, { answer, failure }) => answer ?? withoutAnswer(requestErrorOf(failure)),
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

const withoutAnswer = (problem: string | null): AgenticAnswer => ({
  prompt: '',
  summary: problem ?? '',
  assertions: [],
  suggestions: [],
  steps: [],
  errors: problem === null ? [] : [{ message: problem }],
  artifactManifest: {},
})
