import type { Rule } from './rule.ts'
import { codeOf, hasCode, subjectOf } from './rule.ts'

const noImpact =
  'Most likely none: nothing was learned about the target. Until this is solved, a real outage would go unseen.'

/** Failures on the monitoring side, which are no statement about the target. */
export const monitoringRules: readonly Rule[] = [
  {
    id: 'runner-failed',
    classification: 'MONITORING_ERROR',
    applies: (evidence) => evidence.run?.isRunnerError === true || hasCode('ERUNNER', 'EPROBE')(evidence),
    rootCause: () =>
      'The runner itself failed while it carried out the check. Look into its log; the target was not evaluated.',
    userImpact: noImpact,
  },
  {
    id: 'out-of-file-handles',
    classification: 'MONITORING_ERROR',
    applies: hasCode('EMFILE', 'ENFILE'),
    rootCause: () =>
      'The machine that runs the checks has no file handle left. Raise its limit of open files, or lower the number of parallel runs.',
    userImpact: noImpact,
  },
  {
    id: 'address-refused-by-policy',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'policy',
    rootCause: (evidence) =>
      `The address policy of the location does not let checks reach ${subjectOf(evidence)}. Either the name resolves to an internal address by mistake, or the check belongs on a private location inside that network.`,
    userImpact: noImpact,
  },
  {
    id: 'run-not-prepared',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'preparation',
    rootCause: (evidence) =>
      `The request of the check could not be built (${codeOf(evidence)}): a variable is missing, a template has a mistake, or the URL, a header or the query is not valid. The message names the place.`,
    userImpact: noImpact,
    codeFix: () =>
      'Correct the named part of the request in the settings of the check, or define the variable it uses.',
  },
  {
    id: 'not-permitted-here',
    classification: 'MONITORING_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'permission',
    rootCause: () =>
      'The machine that runs the check forbids this kind of traffic: a local firewall rule, or the right to send pings is missing.',
    userImpact: noImpact,
  },
]
