import type { Evidence } from '../evidence.ts'
import { changedAnswers, slowedPhase, roundedMs } from '../observations.ts'
import { hasReason, hostOf, rfc, subjectOf } from './rule.ts'
import type { Rule } from './rule.ts'

const phaseCauses: Readonly<Record<string, string>> = {
  dns: 'resolving the name: look at the name servers and at the lifetime of the records',
  tcp: 'connecting: the network way became longer or lossy, or the machine has no room for connections',
  connection: 'connecting: the network way became longer or lossy, or the machine has no room for connections',
  tls: 'the TLS handshake: the server is short of CPU, or a certificate chain grew',
  firstByte: 'the server before its first byte: the application or something it waits for became slower',
  data: 'the server before its answer: the application became slower',
  download: 'sending the body: the answer grew, or the bandwidth shrank',
  wait: 'waiting for a socket on the side of the check: its machine is busy',
}

function slowText(evidence: Evidence): string {
  const { run, lastGoodRun } = evidence
  const took = `${subjectOf(evidence)} took ${roundedMs(run?.responseTimeMs ?? 0)}`
  const comparison = lastGoodRun ? `, ${roundedMs(lastGoodRun.responseTimeMs)} in the last good run` : ''
  const slowed = slowedPhase(run, lastGoodRun)
  const cause = slowed ? ` Most of the difference went into ${phaseCauses[slowed.name] ?? slowed.name}.` : ''
  return `${took}${comparison}; the limit is ${evidence.maxResponseTimeMs ?? 'lower'} ms.${cause}`
}

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
    userImpact: 'Resolvers hand the same to users: the name does not lead anywhere.',
    links: [rfc(1035, 'Domain names'), rfc(8499, 'DNS terminology')],
  },
  {
    id: 'dns-answers-changed',
    classification: 'DNS_ERROR',
    applies: (evidence) => changedAnswers(evidence) !== null,
    rootCause: (evidence) => {
      const { removed, added } = changedAnswers(evidence) ?? { removed: [], added: [] }
      return `The records of ${hostOf(evidence)} changed since the last good run: ${removed.length} went away, ${added.length} appeared. If nobody meant this change, look at the zone and at who may edit it.`
    },
    userImpact: 'Users are led to the new addresses as their resolvers forget the old ones.',
    links: [rfc(1035, 'Domain names')],
  },
  {
    id: 'packets-lost',
    classification: 'NETWORK_ERROR',
    applies: (evidence) => hasReason(evidence, 'max-packet-loss'),
    rootCause: (evidence) =>
      evidence.run?.packetLoss === 100
        ? `${hostOf(evidence)} answered no ping: it is down, its network is, or a firewall drops pings.`
        : `${evidence.run?.packetLoss ?? 'Some'}% of the packets to ${hostOf(evidence)} were lost: a link on the way is overloaded or faulty.`,
    userImpact: 'Connections are slow, stall or break off.',
    links: [rfc(792, 'Internet Control Message Protocol')],
  },
  {
    id: 'too-slow',
    classification: 'PERFORMANCE_DEGRADATION',
    applies: (evidence) =>
      hasReason(evidence, 'max-response-time') || failedSource(evidence, 'RESPONSE_TIME', 'LATENCY'),
    rootCause: slowText,
    userImpact: 'Users wait longer than they should.',
  },
  {
    id: 'html-instead-of-json',
    classification: 'APPLICATION_ERROR',
    applies: isHtmlInsteadOfJson,
    rootCause: (evidence) =>
      `${subjectOf(evidence)} answered with a web page where JSON was expected: an error or sign-in page of something in front of the application, or a route that moved.`,
    userImpact: 'Programs that use this interface fail.',
  },
  {
    id: 'content-changed',
    classification: 'APPLICATION_ERROR',
    applies: (evidence) => hasReason(evidence, 'assertion') || (evidence.run?.failedAssertions.length ?? 0) > 0,
    rootCause: (evidence) =>
      `${subjectOf(evidence)} answered, but ${firstAssertion(evidence)} is not as asserted. ${
        evidence.lastGoodRun
          ? 'It was at the last good run, so either the content broke or it changed on purpose and the assertion is outdated.'
          : 'There is no good run to compare with, so the assertion may never have fitted.'
      }`,
    userImpact: 'Depends on what the assertion guards: users get an answer, though not the expected one.',
  },
]

function dnsCodeText(code: string): string {
  if (code === 'NXDOMAIN')
    return 'The name server says that the name does not exist: the record was removed, or the zone expired.'
  if (code === 'SERVFAIL')
    return 'The name server could not answer: it cannot reach the servers of the zone, or DNSSEC does not validate.'
  if (code === 'REFUSED') return 'The name server refuses to answer: it does not serve this zone, or not this client.'
  return `The name server answered ${code} instead of NOERROR.`
}
