import type { Evidence } from '../evidence.ts'
import { hostHealth, changedAddress, roundedMs, scopeOf } from '../observations.ts'
import { codeOf, hasCode, hostOf, rfc, subjectOf } from './rule.ts'
import type { Rule } from './rule.ts'

const unreachable = 'Users cannot reach the service while this lasts.'
const isNetworkKind = ({ run }: Evidence): boolean => ['connect', 'timeout'].includes(run?.failure?.kind ?? '')

const hasResolverFailure = hasCode('ESERVFAIL', 'EAI_AGAIN', 'SERVFAIL', 'EREFUSED', 'EDNSTIMEOUT', 'ETIMEOUT')

const changedAddressText = (evidence: Evidence): string => {
  const changed = changedAddress(evidence)
  return changed ? ` The address moved from ${changed.from} to ${changed.to} since the last good run.` : ''
}

const hostText = (evidence: Evidence): string => {
  const health = hostHealth(evidence)
  if (health === 'healthy')
    return ` Other checks on ${hostOf(evidence)} pass, so the machine is up and this one service is not.`
  if (health === 'failing')
    return ` All other checks on ${hostOf(evidence)} fail too, which points to the machine or its network.`
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
        ? `The name ${hostOf(evidence)} resolved before and does not any more: a record was removed, the domain expired, or its delegation broke. Look at the zone and at the registrar.`
        : `The name ${hostOf(evidence)} does not exist. The host name in the check is mistyped, or the record was never made.`,
    userImpact: 'Nobody whose resolver has no old answer left can reach the service.',
    links: [rfc(8020, 'NXDOMAIN: there really is nothing underneath')],
  },
  {
    id: 'resolver-failed',
    classification: 'DNS_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'dns' || hasResolverFailure(evidence),
    rootCause: (evidence) =>
      `Asking for ${hostOf(evidence)} failed with ${codeOf(evidence)}. ${
        scopeOf(evidence) === 'somewhere'
          ? 'Other locations got an answer, so the resolver of this location is the likely culprit.'
          : 'The name servers of the zone do not answer, answer wrongly, or DNSSEC does not validate.'
      }`,
    userImpact: 'Some or all users cannot find the service by its name.',
    links: [rfc(8499, 'DNS terminology')],
  },
  {
    id: 'only-some-locations',
    classification: 'NETWORK_ERROR',
    applies: (evidence) => isNetworkKind(evidence) && scopeOf(evidence) === 'somewhere',
    rootCause: (evidence) =>
      `${subjectOf(evidence)} answers other locations and not ${evidence.run?.location ?? 'this one'} (${codeOf(evidence)}). The service is up; the way from there is blocked: a firewall or bot protection that refuses this region, or a fault of a network on the way.${changedAddressText(evidence)}`,
    userImpact: 'Users in the affected region may not reach the service; others do.',
  },
  {
    id: 'connection-refused',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: hasCode('ECONNREFUSED'),
    rootCause: (evidence) =>
      `Nothing listens at ${subjectOf(evidence)}: the process has stopped, still starts, or listens elsewhere, or a firewall rejects the port.${hostText(evidence)}${changedAddressText(evidence)}`,
    userImpact: unreachable,
    links: [rfc(9293, 'Transmission Control Protocol')],
  },
  {
    id: 'connection-dropped',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: hasCode('ECONNRESET', 'EPIPE', 'ECONNABORTED'),
    rootCause: (evidence) =>
      `${subjectOf(evidence)} took the connection and closed it before the answer was complete: the process crashed or was restarted under the request, or a proxy in front gave up. Look for restarts and proxy errors at the time of the run.${hostText(evidence)}`,
    userImpact: 'Requests fail midway; users see errors or broken pages.',
  },
  {
    id: 'no-route',
    classification: 'NETWORK_ERROR',
    applies: hasCode('EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'),
    rootCause: (evidence) =>
      `No way leads to ${hostOf(evidence)} (${codeOf(evidence)}). The machine is off, its network is, or this location lacks the address family the name resolves to.${changedAddressText(evidence)}`,
    userImpact: unreachable,
  },
  {
    id: 'timed-out',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'timeout',
    rootCause: (evidence) => `${timeoutText(evidence)}${hostText(evidence)}${changedAddressText(evidence)}`,
    userImpact: 'Users wait and then see an error.',
  },
  {
    id: 'connection-failed',
    classification: 'NETWORK_ERROR',
    applies: (evidence) => evidence.run?.failure?.kind === 'connect',
    rootCause: (evidence) =>
      `The connection to ${subjectOf(evidence)} failed with ${codeOf(evidence)}.${hostText(evidence)}`,
    userImpact: unreachable,
  },
]

function timeoutText(evidence: Evidence): string {
  const before = evidence.lastGoodRun
  const comparison = before ? ` The last good run took ${roundedMs(before.responseTimeMs)}.` : ''
  return `${subjectOf(evidence)} did not answer in time: it is overloaded or stuck, something behind it is, or packets to it are dropped silently by a firewall.${comparison}`
}
