import { writeReason } from '#contract/reasons'
import type { Evidence } from '../evidence.ts'
import { changedAnswers, slowedPhase, tenths } from '../observations.ts'
import { hasReason, hostOf, rfc, subjectOf, together } from './rule.ts'
import type { Rule } from './rule.ts'

const phaseCauses = {
  dns: 'CAUSE_SLOW_DNS',
  tcp: 'CAUSE_SLOW_CONNECTION',
  connection: 'CAUSE_SLOW_CONNECTION',
  tls: 'CAUSE_SLOW_TLS',
  firstByte: 'CAUSE_SLOW_FIRST_BYTE',
  data: 'CAUSE_SLOW_DATA',
  download: 'CAUSE_SLOW_DOWNLOAD',
  wait: 'CAUSE_SLOW_WAIT',
} as const
const isKnownPhase = (name: string): name is keyof typeof phaseCauses => Object.hasOwn(phaseCauses, name)

function slowText(evidence: Evidence): string {
  const { run, lastGoodRun } = evidence
  const took = {
    analysed: subjectOf(evidence),
    milliseconds: tenths(run?.responseTimeMs ?? 0),
    limitText: evidence.maxResponseTimeMs ?? 'lower',
  }
  const slow = lastGoodRun
    ? writeReason('CAUSE_SLOWER', { ...took, millisecondsBefore: tenths(lastGoodRun.responseTimeMs) })
    : writeReason('CAUSE_SLOW', took)
  const phase = slowedPhase(run, lastGoodRun)?.name
  return together(slow, phase === undefined ? '' : phaseText(phase))
}

const phaseText = (phase: string): string =>
  isKnownPhase(phase) ? writeReason(phaseCauses[phase]) : writeReason('CAUSE_SLOW_PHASE', { phase })

const failedSource = (evidence: Evidence, ...sources: readonly string[]): boolean =>
  evidence.run?.failedAssertions.some(({ source }) => sources.includes(source)) ?? false

const isHtmlInsteadOfJson = (evidence: Evidence): boolean =>
  failedSource(evidence, 'JSON_BODY') &&
  (/html/i.test(evidence.run?.headers['content-type'] ?? '') || /^\s*</.test(evidence.run?.bodyExcerpt ?? ''))

const firstAssertion = ({ run }: Evidence): string => {
  const [first] = run?.failedAssertions ?? []
  return first ? [first.source, first.property].join(' ').trim() : 'an assertion'
}

/** Causes when there was a response, but not the expected one. */
export const responseRules: readonly Rule[] = [
  {
    id: 'dns-response-code',
    classification: 'DNS_ERROR',
    applies: (evidence) =>
      evidence.run?.dns !== null && evidence.run?.dns !== undefined && evidence.run.dns.responseCode !== 'NOERROR',
    rootCause: (evidence) => dnsCodeText(evidence.run?.dns?.responseCode ?? ''),
    userImpact: writeReason('IMPACT_DNS'),
    links: [rfc(1035, 'Domain names'), rfc(8499, 'DNS terminology')],
  },
  {
    id: 'dns-answers-changed',
    classification: 'DNS_ERROR',
    applies: (evidence) => changedAnswers(evidence) !== null,
    rootCause: (evidence) => {
      const { removed, added } = changedAnswers(evidence) ?? { removed: [], added: [] }
      return writeReason('CAUSE_DNS_CHANGED', {
        analysedHost: hostOf(evidence),
        removed: removed.length,
        added: added.length,
      })
    },
    userImpact: writeReason('IMPACT_DNS_CHANGED'),
    links: [rfc(1035, 'Domain names')],
  },
  {
    id: 'packets-lost',
    classification: 'NETWORK_ERROR',
    applies: (evidence) => hasReason(evidence, 'max-packet-loss'),
    rootCause: (evidence) =>
      evidence.run?.packetLoss === 100
        ? writeReason('CAUSE_NO_PING', { analysedHost: hostOf(evidence) })
        : writeReason('CAUSE_PACKETS_LOST', { percent: evidence.run?.packetLoss ?? 0, analysedHost: hostOf(evidence) }),
    userImpact: writeReason('IMPACT_PACKETS'),
    links: [rfc(792, 'Internet Control Message Protocol')],
  },
  {
    id: 'too-slow',
    classification: 'PERFORMANCE_DEGRADATION',
    applies: (evidence) =>
      hasReason(evidence, 'max-response-time') || failedSource(evidence, 'RESPONSE_TIME', 'LATENCY'),
    rootCause: slowText,
    userImpact: writeReason('IMPACT_SLOW'),
  },
  {
    id: 'html-instead-of-json',
    classification: 'APPLICATION_ERROR',
    applies: isHtmlInsteadOfJson,
    rootCause: (evidence) => writeReason('CAUSE_HTML', { analysed: subjectOf(evidence) }),
    userImpact: writeReason('IMPACT_HTML'),
  },
  {
    id: 'content-changed',
    classification: 'APPLICATION_ERROR',
    applies: (evidence) => hasReason(evidence, 'assertion') || (evidence.run?.failedAssertions.length ?? 0) > 0,
    rootCause: (evidence) =>
      writeReason(evidence.lastGoodRun ? 'CAUSE_CONTENT_CHANGED' : 'CAUSE_CONTENT_NEVER', {
        analysed: subjectOf(evidence),
        assertionName: firstAssertion(evidence),
      }),
    userImpact: writeReason('IMPACT_CONTENT'),
  },
]

function dnsCodeText(code: string): string {
  if (code === 'NXDOMAIN') return writeReason('CAUSE_DNS_NXDOMAIN')
  if (code === 'SERVFAIL') return writeReason('CAUSE_DNS_SERVFAIL')
  if (code === 'REFUSED') return writeReason('CAUSE_DNS_REFUSED')
  return writeReason('CAUSE_DNS_CODE', { responseCode: code })
}
