import { writeReason } from '#contract/reasons'
import type { Evidence } from '../evidence.ts'
import { hostHealth, scopeOf } from '../observations.ts'
import { hasStatus, hostOf, mdnStatus, rfc, subjectOf, together } from './rule.ts'
import type { Rule } from './rule.ts'

const statusOf = ({ run }: Evidence): number => run?.status ?? 0
/** Whether the run failed because of its status. */
const failedByStatus = (evidence: Evidence): boolean =>
  (evidence.run?.reasonKinds.includes('status') ?? false) ||
  (evidence.run?.failedAssertions.some(({ source }) => source === 'STATUS_CODE') ?? false)
const byStatus =
  (...statuses: readonly number[]) =>
  (evidence: Evidence): boolean =>
    failedByStatus(evidence) && hasStatus(...statuses)(evidence)

const challengePattern =
  /cf-chl|challenge-platform|captcha|attention required|are you a robot|access denied|request blocked/i
const isChallenge = ({ run }: Evidence): boolean =>
  [403, 429, 503].includes(run?.status ?? 0) &&
  (run?.headers['cf-mitigated'] !== undefined || challengePattern.test(run?.bodyExcerpt ?? ''))

const behind = ({ run }: Evidence): string => {
  const proxy = run?.headers['via'] ?? run?.headers['server']
  return proxy === undefined ? '' : writeReason('DETAIL_PROXY', { proxyName: proxy })
}

const onlyThisRoute = (evidence: Evidence): string =>
  hostHealth(evidence) === 'healthy' ? writeReason('DETAIL_ROUTE_ONLY', { analysedHost: hostOf(evidence) }) : ''

/** Causes indicated by the HTTP status. */
export const statusRules: readonly Rule[] = [
  {
    id: 'bot-protection',
    classification: 'CONFIGURATION_ERROR',
    applies: isChallenge,
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_BOT_PROTECTION', { analysedHost: hostOf(evidence), httpStatus: statusOf(evidence) }),
        behind(evidence),
      ),
    userImpact: writeReason('IMPACT_BOTS'),
    codeFix: () => writeReason('FIX_BOTS'),
  },
  {
    id: 'not-authorised',
    classification: 'AUTHENTICATION_ERROR',
    applies: byStatus(401, 407),
    rootCause: (evidence) =>
      writeReason(evidence.lastGoodRun ? 'CAUSE_CREDENTIALS_ENDED' : 'CAUSE_CREDENTIALS_WRONG', {
        analysed: subjectOf(evidence),
        httpStatus: statusOf(evidence),
      }),
    userImpact: writeReason('IMPACT_CREDENTIALS'),
    codeFix: () => writeReason('FIX_CREDENTIALS'),
    links: [mdnStatus(401)],
  },
  {
    id: 'forbidden',
    classification: 'AUTHENTICATION_ERROR',
    applies: byStatus(403),
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_FORBIDDEN', { analysed: subjectOf(evidence) }),
        scopeOf(evidence) === 'somewhere' ? writeReason('CAUSE_FORBIDDEN_HERE') : '',
      ),
    userImpact: writeReason('IMPACT_FORBIDDEN'),
    links: [mdnStatus(403)],
  },
  {
    id: 'not-found',
    classification: 'APPLICATION_ERROR',
    applies: byStatus(404, 410),
    rootCause: (evidence) =>
      evidence.lastGoodRun
        ? writeReason('CAUSE_GONE', { analysed: subjectOf(evidence), httpStatus: statusOf(evidence) })
        : writeReason('CAUSE_NOT_FOUND', { analysed: subjectOf(evidence), httpStatus: statusOf(evidence) }),
    userImpact: writeReason('IMPACT_NOT_FOUND'),
    links: [mdnStatus(404)],
  },
  {
    id: 'rate-limited',
    classification: 'RATE_LIMITED',
    applies: byStatus(429),
    rootCause: (evidence) => {
      const wait = evidence.run?.headers['retry-after']
      const analysedHost = hostOf(evidence)
      return wait === undefined
        ? writeReason('CAUSE_RATE_LIMITED', { analysedHost })
        : writeReason('CAUSE_RATE_LIMITED_FOR', { analysedHost, wait })
    },
    userImpact: writeReason('IMPACT_LIMIT'),
    codeFix: () => writeReason('FIX_LIMIT'),
    links: [mdnStatus(429), rfc(6585, 'Additional HTTP status codes')],
  },
  {
    id: 'announced-unavailability',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: (evidence) => byStatus(503)(evidence) && evidence.run?.headers['retry-after'] !== undefined,
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_ANNOUNCED', {
          analysed: subjectOf(evidence),
          wait: evidence.run?.headers['retry-after'] ?? '',
        }),
        behind(evidence),
      ),
    userImpact: writeReason('IMPACT_MAINTENANCE'),
    links: [mdnStatus(503)],
  },
  {
    id: 'unavailable',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: byStatus(503),
    rootCause: (evidence) =>
      together(
        writeReason('CAUSE_UNAVAILABLE', { analysed: subjectOf(evidence) }),
        behind(evidence),
        onlyThisRoute(evidence),
      ),
    userImpact: writeReason('IMPACT_ERROR_PAGE'),
    links: [mdnStatus(503), rfc(9110, 'HTTP semantics')],
  },
  {
    id: 'bad-gateway',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: byStatus(502, 504, 520, 521, 522, 523, 524),
    rootCause: (evidence) =>
      together(
        writeReason([504, 524].includes(statusOf(evidence)) ? 'CAUSE_GATEWAY_SLOW' : 'CAUSE_GATEWAY_DOWN', {
          httpStatus: statusOf(evidence),
        }),
        behind(evidence),
        onlyThisRoute(evidence),
      ),
    userImpact: writeReason('IMPACT_ERROR_PAGE'),
    links: [mdnStatus(502), rfc(9110, 'HTTP semantics')],
  },
  {
    id: 'application-error',
    classification: 'APPLICATION_ERROR',
    applies: (evidence) => failedByStatus(evidence) && statusOf(evidence) >= 500,
    rootCause: (evidence) =>
      writeReason('CAUSE_APPLICATION', {
        analysed: subjectOf(evidence),
        httpStatus: statusOf(evidence),
        moment: evidence.run?.startedAt ?? 'the time of the run',
      }),
    userImpact: writeReason('IMPACT_FUNCTION'),
    links: [mdnStatus(500)],
  },
  {
    id: 'request-refused',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => failedByStatus(evidence) && statusOf(evidence) >= 400,
    rootCause: (evidence) =>
      writeReason(evidence.lastGoodRun ? 'CAUSE_REQUEST_CHANGED' : 'CAUSE_REQUEST_REFUSED', {
        analysed: subjectOf(evidence),
        httpStatus: statusOf(evidence),
      }),
    userImpact: writeReason('IMPACT_OUTDATED'),
    links: [rfc(9110, 'HTTP semantics')],
  },
  {
    id: 'redirected',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => failedByStatus(evidence) && statusOf(evidence) >= 300,
    rootCause: (evidence) => {
      const said = { analysed: subjectOf(evidence), httpStatus: statusOf(evidence) }
      const destination = evidence.run?.headers['location']
      return destination === undefined
        ? writeReason('CAUSE_REDIRECTED', said)
        : writeReason('CAUSE_REDIRECTED_TO', { ...said, destination })
    },
    userImpact: writeReason('IMPACT_REDIRECT'),
    codeFix: () => writeReason('FIX_REDIRECT'),
    links: [rfc(9110, 'HTTP semantics')],
  },
]
