import { writeReason } from '#contract/reasons'
import { certificateRules } from './certificate-rules.ts'
import { responseRules } from './response-rules.ts'
import { monitoringRules } from './monitoring-rules.ts'
import { networkRules } from './network-rules.ts'
import { subjectOf } from './rule.ts'
import type { Rule } from './rule.ts'
import { statusRules } from './status-rules.ts'

/** Applies to everything, so that there is always an analysis. */
const unknown: Rule = {
  id: 'unknown',
  classification: 'UNKNOWN',
  applies: () => true,
  rootCause: (evidence) =>
    evidence.run === null
      ? writeReason('CAUSE_NOT_STORED', { reason: evidence.errorMessage.slice(0, 300) })
      : writeReason('CAUSE_UNKNOWN', { analysed: subjectOf(evidence), reason: evidence.errorMessage.slice(0, 300) }),
  userImpact: writeReason('IMPACT_UNKNOWN'),
}

/** In the order of evaluation: the monitoring side, TLS, the network, the response status, its content. */
export const rules: readonly Rule[] = [
  ...monitoringRules,
  ...certificateRules,
  ...networkRules,
  ...statusRules,
  ...responseRules,
  unknown,
]
