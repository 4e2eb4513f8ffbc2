import type { Evidence } from '../evidence.ts'
import { hostHealth, scopeOf } from '../observations.ts'
import { hasStatus, hostOf, mdnStatus, rfc, subjectOf } from './rule.ts'
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
  return proxy === undefined ? '' : ` The answer came from ${proxy}.`
}

const onlyThisRoute = (evidence: Evidence): string =>
  hostHealth(evidence) === 'healthy' ? ` Other checks on ${hostOf(evidence)} pass, so only this route is affected.` : ''

/** Causes indicated by the HTTP status. */
export const statusRules: readonly Rule[] = [
  {
    id: 'bot-protection',
    classification: 'CONFIGURATION_ERROR',
    applies: isChallenge,
    rootCause: (evidence) =>
      `A protection in front of ${hostOf(evidence)} took the check for a bot and answered ${statusOf(evidence)} with a challenge instead of the page.${behind(evidence)}`,
    userImpact: 'Most likely none for people with a browser; programs may be blocked as well.',
    codeFix: () =>
      'Let the check through in the rules of the protection: by its addresses, its user agent, or a secret header.',
  },
  {
    id: 'not-authorised',
    classification: 'AUTHENTICATION_ERROR',
    applies: byStatus(401, 407),
    rootCause: (evidence) =>
      `${subjectOf(evidence)} does not accept the credentials of the check (${statusOf(evidence)})${evidence.lastGoodRun ? ', which it accepted before: a token expired, a key was rotated or revoked' : ': they are missing or wrong'}.`,
    userImpact:
      'None for signed-in users if only the credentials of the check are at fault; a broken sign-in otherwise.',
    codeFix: () => 'Renew the credentials in the variables, headers or basic authentication of the check.',
    links: [mdnStatus(401)],
  },
  {
    id: 'forbidden',
    classification: 'AUTHENTICATION_ERROR',
    applies: byStatus(403),
    rootCause: (evidence) =>
      `${subjectOf(evidence)} understood the request and refuses it (403): rights were changed, or an address or country filter blocks the location.${scopeOf(evidence) === 'somewhere' ? ' Other locations are let through, which points to such a filter.' : ''}`,
    userImpact: 'Users with the same rights, or from the same network, are rejected too.',
    links: [mdnStatus(403)],
  },
  {
    id: 'not-found',
    classification: 'APPLICATION_ERROR',
    applies: byStatus(404, 410),
    rootCause: (evidence) =>
      evidence.lastGoodRun
        ? `${subjectOf(evidence)} existed at the last good run and is gone (${statusOf(evidence)}): a release moved or removed the route, or the proxy in front sends the request elsewhere.`
        : `${subjectOf(evidence)} does not exist (${statusOf(evidence)}). Look for a mistake in the path.`,
    userImpact: 'Links to this address lead nowhere.',
    links: [mdnStatus(404)],
  },
  {
    id: 'rate-limited',
    classification: 'RATE_LIMITED',
    applies: byStatus(429),
    rootCause: (evidence) => {
      const wait = evidence.run?.headers['retry-after']
      return `${hostOf(evidence)} limits how often it may be asked (429)${wait === undefined ? '' : ` and asks to wait ${wait} seconds`}. The check, or something that shares its address or key, asks too often.`
    },
    userImpact: 'Users who share the limit are rejected too.',
    codeFix: () => 'Run the check less often or from fewer locations, or exempt it from the limit.',
    links: [mdnStatus(429), rfc(6585, 'Additional HTTP status codes')],
  },
  {
    id: 'announced-unavailability',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: (evidence) => byStatus(503)(evidence) && evidence.run?.headers['retry-after'] !== undefined,
    rootCause: (evidence) =>
      `${subjectOf(evidence)} says that it is unavailable and when to come back (Retry-After: ${evidence.run?.headers['retry-after'] ?? ''}). That is what maintenance pages and overload protection do.${behind(evidence)}`,
    userImpact: 'Users see a maintenance page or an error.',
    links: [mdnStatus(503)],
  },
  {
    id: 'unavailable',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: byStatus(503),
    rootCause: (evidence) =>
      `${subjectOf(evidence)} answers that it is unavailable (503): it is overloaded, restarting or shut down, or a proxy in front of it has no healthy instance left.${behind(evidence)}${onlyThisRoute(evidence)}`,
    userImpact: 'Users see an error page.',
    links: [mdnStatus(503), rfc(9110, 'HTTP semantics')],
  },
  {
    id: 'bad-gateway',
    classification: 'INFRASTRUCTURE_ERROR',
    applies: byStatus(502, 504, 520, 521, 522, 523, 524),
    rootCause: (evidence) =>
      `A proxy answered ${statusOf(evidence)}: it is up, and the application behind it ${statusOf(evidence) === 504 || statusOf(evidence) === 524 ? 'does not answer in time' : 'is down, restarting, or has no healthy instance left'}.${behind(evidence)}${onlyThisRoute(evidence)}`,
    userImpact: 'Users see an error page.',
    links: [mdnStatus(502), rfc(9110, 'HTTP semantics')],
  },
  {
    id: 'application-error',
    classification: 'APPLICATION_ERROR',
    applies: (evidence) => failedByStatus(evidence) && statusOf(evidence) >= 500,
    rootCause: (evidence) =>
      `The application behind ${subjectOf(evidence)} failed on the request (${statusOf(evidence)}): an unhandled error, a database or another service it needs. Its log at ${evidence.run?.startedAt ?? 'the time of the run'} has the details.`,
    userImpact: 'Users of this function see an error.',
    links: [mdnStatus(500)],
  },
  {
    id: 'request-refused',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => failedByStatus(evidence) && statusOf(evidence) >= 400,
    rootCause: (evidence) =>
      `${subjectOf(evidence)} refuses the request as the check sends it (${statusOf(evidence)})${evidence.lastGoodRun ? '. It accepted it before, so what it expects has changed' : ': method, headers or body do not fit'}.`,
    userImpact: 'None if only the check is outdated; clients that send the same are rejected too.',
    links: [rfc(9110, 'HTTP semantics')],
  },
  {
    id: 'redirected',
    classification: 'CONFIGURATION_ERROR',
    applies: (evidence) => failedByStatus(evidence) && statusOf(evidence) >= 300,
    rootCause: (evidence) =>
      `${subjectOf(evidence)} redirects (${statusOf(evidence)})${evidence.run?.headers['location'] === undefined ? '' : ` to ${evidence.run.headers['location']}`}, which the check does not expect.`,
    userImpact: 'None for browsers, which follow; a redirect to a sign-in page means that a session ended.',
    codeFix: () => 'Point the check to the new address, or let it follow redirects.',
    links: [rfc(9110, 'HTTP semantics')],
  },
]
