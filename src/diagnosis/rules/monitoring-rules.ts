import { writeReason } from '#contract/reasons'
import type { Rule } from './rule.ts'
import { codeOf, hasCode, subjectOf } from './rule.ts'

const noImpact = writeReason('IMPACT_MONITORING')

/** Failures on the monitoring side, which are no statement about the target. */
export const monitoringRules: readonly Rule[] = [
  {
    id: 'runner-failed',
    classification: 'MONITORING_ERROR',
    applies: (evidence) => evidence.run?.isRunnerError === true || hasCode('ERUNNER', 'EPROBE')(evidence),
    rootCause: () => writeReason('CAUSE_RUNNER_FAILED'),
    userImpact: noImpact,
  },
  {
    id: 'out-of-file-handles',
    classification: 'MONITORING_ERROR',
    applies: hasCode('EMFILE', 'ENFILE'),
    rootCause: () => writeReason('CAUSE_NO_FILE_HANDLES'),
    userImpact: noImpact,
  },
  {
    id: 'address-refused-by-policy',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'policy',
    rootCause: (evidence) => writeReason('CAUSE_POLICY', { analysed: subjectOf(evidence) }),
    userImpact: noImpact,
  },
  {
    id: 'run-not-prepared',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'preparation',
    rootCause: (evidence) => writeReason('CAUSE_NOT_PREPARED', { failureCode: codeOf(evidence) }),
    userImpact: noImpact,
    codeFix: () => writeReason('FIX_REQUEST'),
  },
  {
    id: 'not-permitted-here',
    classification: 'MONITORING_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'permission',
    rootCause: () => writeReason('CAUSE_NOT_PERMITTED'),
    userImpact: noImpact,
  },
]
