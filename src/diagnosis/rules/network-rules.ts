import { writeReason } from '#contract/reasons'
import type { Evidence } from '../evidence.ts'
import { hostHealth, changedAddress, scopeOf, tenths } from '../observations.ts'
import { codeOf, hasCode, hostOf, rfc, subjectOf, together } from './rule.ts'
import type { Rule } from './rule.ts'

const unreachable = writeReason('IMPACT_UNREACHABLE')
const isNetworkKind = ({ run }: Evidence): boolean => ['connect', 'timeout'].includes(run?.failure?.kind ?? '')

const hasResolverFailure = hasCode('ESERVFAIL', 'EAI_AGAIN', 'SERVFAIL', 'EREFUSED', 'EDNSTIMEOUT', 'ETIMEOUT')

const changedAddressText = (evidence: Evidence): string => {
  const changed = changedAddress(evidence)
  return changed ? writeReason('DETAIL_ADDRESS_MOVED', { oldAddress: changed.from, newAddress: changed.to }) : ''
}

const hostText = (evidence: Evidence): string => {
  const health = hostHealth(evidence)
  if (health === 'healthy') return writeReason('DETAIL_HOST_UP', { analysedHost: hostOf(evidence) })
  if (health === 'failing') return writeReason('DETAIL_HOST_DOWN', { analysedHost: hostOf(evidence) })
  return ''
}

/** Names that do not resolve, and connections that fail. */
export const networkRules: readonly Rule[] = [
  {
    id: 'name-does-not-exist',
    classification: 'DNS_ERROR',
    applies: (evidence) =>
      evidence.run?.failure?.kind === 'dns' && hasCode('ENOTFOUND', 'ENODATA', 'EBADNAME')(evidence),
    rootCause: (evidence) =>
      evidence.lastGoodRun
        ? writeReason('CAUSE_NAME_GONE', { analysedHost: hostOf(evidence) })
        : writeReason('CAUSE_NAME_UNKNOWN', { analysedHost: hostOf(evidence) }),
    userImpact: writeReason('IMPACT_NAME_GONE'),
    links: [rfc(8020, 'NXDOMAIN: there really is nothing underneath')],
  },
  {
    id: 'resolver-failed',
    classification: 'DNS_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'dns' || hasResolverFailure(evidence),
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_RESOLVER', { analysedHost: hostOf(evidence), failureCode: codeOf(evidence) }),
        scopeOf(evidence) === 'somewhere' ? writeReason('CAUSE_RESOLVER_HERE') : writeReason('CAUSE_RESOLVER_ZONE'),
      ),
    userImpact: writeReason('IMPACT_RESOLVER'),
    links: [rfc(8499, 'DNS terminology')],
  },
  {
    id: 'only-some-locations',
    classification: 'NETWORK_ERROR',
    applies: (evidence) => isNetworkKind(evidence) && scopeOf(evidence) === 'somewhere',
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_SOME_LOCATIONS', {
          analysed: subjectOf(evidence),
          location: evidence.run?.location ?? 'this one',
          failureCode: codeOf(evidence),
        }),
        changedAddressText(evidence),
      ),
    userImpact: writeReason('IMPACT_REGION'),
  },
  {
    id: 'connection-refused',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: hasCode('ECONNREFUSED'),
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_REFUSED', { analysed: subjectOf(evidence) }),
        hostText(evidence),
        changedAddressText(evidence),
      ),
    userImpact: unreachable,
    links: [rfc(9293, 'Transmission Control Protocol')],
  },
  {
    id: 'connection-dropped',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: hasCode('ECONNRESET', 'EPIPE', 'ECONNABORTED'),
    rootCause: (evidence) =>
      together(writeReason('CAUSE_DROPPED', { analysed: subjectOf(evidence) }), hostText(evidence)),
    userImpact: writeReason('IMPACT_MIDWAY'),
  },
  {
    id: 'no-route',
    classification: 'NETWORK_ERROR',
    applies: hasCode('EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'),
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_NO_ROUTE', { analysedHost: hostOf(evidence), failureCode: codeOf(evidence) }),
        changedAddressText(evidence),
      ),
    userImpact: unreachable,
  },
  {
    id: 'timed-out',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'timeout',
    rootCause: (evidence) => together(timeoutText(evidence), hostText(evidence), changedAddressText(evidence)),
    userImpact: writeReason('IMPACT_WAIT'),
  },
  {
    id: 'connection-failed',
    classification: 'NETWORK_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'connect',
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_CONNECTION', { analysed: subjectOf(evidence), failureCode: codeOf(evidence) }),
        hostText(evidence),
      ),
    userImpact: unreachable,
  },
]

function timeoutText(evidence: Evidence): string {
  const before = evidence.lastGoodRun
  const comparison = before ? writeReason('DETAIL_LAST_GOOD', { milliseconds: tenths(before.responseTimeMs) }) : ''
  return together(writeReason('CAUSE_TIMEOUT', { analysed: subjectOf(evidence) }), comparison)
}
