import { describe, expect, it } from 'vitest'
import { readReason } from '#contract/reasons'
import { evidenceOf, goodRun } from '../../tests/support/evidence.ts'
import { diagnose } from './diagnose.ts'
import type { Evidence } from './evidence.ts'
import { rules } from './rules/index.ts'

const failure = (
  kind: 'connect' | 'dns' | 'tls' | 'timeout' | 'policy' | 'preparation' | 'permission',
  code: string,
) => ({
  failure: { kind, code },
  reasonKinds: ['failure'],
})
const status = (code: number, more: object = {}) => ({ status: code, reasonKinds: ['status'], ...more })
const assertion = (source: string, property = '') => ({
  reasonKinds: ['assertion'],
  failedAssertions: [{ source, property, comparison: 'EQUALS', target: 'a', actual: 'b' }],
})
const elsewhere = (outcome: 'passed' | 'failed') => ({
  otherLocations: [{ location: 'us-east-1', outcome, error: null }],
})
const neighbour = (outcome: string) => ({ sameHost: [{ checkName: 'Other', checkType: 'TCP', outcome }] })

const cases: readonly (readonly [string, Evidence, string, RegExp])[] = [
  ['runner-failed', evidenceOf({ isRunnerError: true }), 'MONITORING_ERROR', /runner itself/],
  ['out-of-file-handles', evidenceOf(failure('preparation', 'EMFILE')), 'MONITORING_ERROR', /file handle/],
  ['address-refused-by-policy', evidenceOf(failure('policy', 'EPOLICY')), 'CONFIGURATION_ERROR', /address policy/],
  ['run-not-prepared', evidenceOf(failure('preparation', 'EPREPARE')), 'CONFIGURATION_ERROR', /could not be built/],
  ['not-permitted-here', evidenceOf(failure('permission', 'EPERM')), 'MONITORING_ERROR', /forbids/],
  ['name-does-not-exist', evidenceOf(failure('dns', 'ENOTFOUND')), 'DNS_ERROR', /mistyped/],
  [
    'name-does-not-exist',
    evidenceOf(failure('dns', 'ENOTFOUND'), { lastGoodRun: goodRun() }),
    'DNS_ERROR',
    /resolved before and does not any more/,
  ],
  ['resolver-failed', evidenceOf(failure('dns', 'ESERVFAIL')), 'DNS_ERROR', /DNSSEC/],
  ['resolver-failed', evidenceOf(failure('dns', 'ESERVFAIL'), elsewhere('passed')), 'DNS_ERROR', /this location/],
  [
    'only-some-locations',
    evidenceOf(failure('connect', 'ECONNREFUSED'), elsewhere('passed')),
    'NETWORK_ERROR',
    /answers other locations and not eu-west-1/,
  ],
  [
    'connection-refused',
    evidenceOf(failure('connect', 'ECONNREFUSED'), { ...elsewhere('failed'), ...neighbour('passing') }),
    'INFRASTRUCTURE_ERROR',
    /machine is up.* all 2 locations/,
  ],
  [
    'connection-refused',
    evidenceOf(failure('connect', 'ECONNREFUSED'), neighbour('failing')),
    'INFRASTRUCTURE_ERROR',
    /points to the machine/,
  ],
  ['connection-dropped', evidenceOf(failure('connect', 'ECONNRESET')), 'INFRASTRUCTURE_ERROR', /closed it before/],
  ['no-route', evidenceOf(failure('connect', 'EHOSTUNREACH')), 'NETWORK_ERROR', /No way leads/],
  [
    'timed-out',
    evidenceOf(
      { ...failure('timeout', 'ESOCKETTIMEDOUT'), remoteAddress: '192.0.2.2' },
      { lastGoodRun: goodRun({ remoteAddress: '192.0.2.1' }) },
    ),
    'INFRASTRUCTURE_ERROR',
    /last good run took 80 ms.*moved from 192\.0\.2\.1 to 192\.0\.2\.2/,
  ],
  ['connection-failed', evidenceOf(failure('connect', 'EWHATEVER')), 'NETWORK_ERROR', /EWHATEVER/],
  ['certificate-expired', evidenceOf(failure('tls', 'CERT_HAS_EXPIRED')), 'CERTIFICATE_ERROR', /has expired/],
  ['certificate-not-yet-valid', evidenceOf(failure('tls', 'CERT_NOT_YET_VALID')), 'CERTIFICATE_ERROR', /later on/],
  [
    'certificate-of-another-name',
    evidenceOf(failure('tls', 'ERR_TLS_CERT_ALTNAME_INVALID')),
    'CERTIFICATE_ERROR',
    /not made for shop\.example/,
  ],
  [
    'certificate-not-trusted',
    evidenceOf(failure('tls', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')),
    'CERTIFICATE_ERROR',
    /intermediate/,
  ],
  ['tls-not-spoken', evidenceOf(failure('tls', 'ERR_SSL_WRONG_VERSION_NUMBER')), 'CONFIGURATION_ERROR', /plain text/],
  ['tls-handshake-failed', evidenceOf(failure('tls', 'ERR_SSL_OTHER')), 'CONFIGURATION_ERROR', /handshake/],
  [
    'bot-protection',
    evidenceOf(status(403, { headers: { 'cf-mitigated': 'challenge' } })),
    'CONFIGURATION_ERROR',
    /for a bot/,
  ],
  ['not-authorised', evidenceOf(status(401), { lastGoodRun: goodRun() }), 'AUTHENTICATION_ERROR', /accepted before/],
  [
    'forbidden',
    evidenceOf(status(403), elsewhere('passed')),
    'AUTHENTICATION_ERROR',
    /Other locations are let through/,
  ],
  [
    'not-found',
    evidenceOf(status(404), { lastGoodRun: goodRun() }),
    'APPLICATION_ERROR',
    /existed at the last good run/,
  ],
  ['rate-limited', evidenceOf(status(429, { headers: { 'retry-after': '30' } })), 'RATE_LIMITED', /wait 30 seconds/],
  [
    'announced-unavailability',
    evidenceOf(status(503, { headers: { 'retry-after': '120' } })),
    'INFRASTRUCTURE_ERROR',
    /maintenance/,
  ],
  ['bad-gateway', evidenceOf(status(502, { headers: { server: 'nginx' } })), 'INFRASTRUCTURE_ERROR', /came from nginx/],
  ['unavailable', evidenceOf(status(503)), 'INFRASTRUCTURE_ERROR', /answers that it is unavailable/],
  ['bad-gateway', evidenceOf(status(504)), 'INFRASTRUCTURE_ERROR', /does not answer in time/],
  ['application-error', evidenceOf(status(500)), 'APPLICATION_ERROR', /unhandled error/],
  ['request-refused', evidenceOf(status(422)), 'CONFIGURATION_ERROR', /do not fit/],
  [
    'redirected',
    evidenceOf({ ...assertion('STATUS_CODE'), status: 302, headers: { location: '/login' } }),
    'CONFIGURATION_ERROR',
    /to \/login/,
  ],
  [
    'dns-response-code',
    evidenceOf({ dns: { responseCode: 'NXDOMAIN', answers: [] }, reasonKinds: ['response-code'] }),
    'DNS_ERROR',
    /does not exist/,
  ],
  [
    'dns-answers-changed',
    evidenceOf(
      { ...assertion('TEXT_ANSWER'), dns: { responseCode: 'NOERROR', answers: ['192.0.2.9'] } },
      { lastGoodRun: goodRun({ dns: { responseCode: 'NOERROR', answers: ['192.0.2.1'] } }) },
    ),
    'DNS_ERROR',
    /1 went away, 1 appeared/,
  ],
  ['packets-lost', evidenceOf({ reasonKinds: ['max-packet-loss'], packetLoss: 40 }), 'NETWORK_ERROR', /40%/],
  ['packets-lost', evidenceOf({ reasonKinds: ['max-packet-loss'], packetLoss: 100 }), 'NETWORK_ERROR', /no ping/],
  [
    'too-slow',
    evidenceOf(
      {
        reasonKinds: ['max-response-time'],
        responseTimeMs: 5000,
        phases: { dns: 5, tcp: 10, firstByte: 4900, total: 5000 },
      },
      { lastGoodRun: goodRun({ phases: { dns: 4, tcp: 9, firstByte: 60, total: 80 } }), maxResponseTimeMs: 2000 },
    ),
    'PERFORMANCE_DEGRADATION',
    /took 5000 ms, 80 ms in the last good run; the limit is 2000 ms\. .*before its first byte/,
  ],
  [
    'html-instead-of-json',
    evidenceOf({ ...assertion('JSON_BODY', '$.ok'), status: 200, headers: { 'content-type': 'text/html' } }),
    'APPLICATION_ERROR',
    /web page where JSON was expected/,
  ],
  [
    'content-changed',
    evidenceOf({ ...assertion('TEXT_BODY'), status: 200 }, { lastGoodRun: goodRun() }),
    'APPLICATION_ERROR',
    /TEXT_BODY is not as asserted.*outdated/,
  ],
  ['unknown', evidenceOf(null), 'UNKNOWN', /no longer stored/],
  ['unknown', evidenceOf({}), 'UNKNOWN', /No rule recognises/],
]

describe('the rules', () => {
  it.each(cases)('%s explains itself', (id, evidence, classification, words) => {
    expect(rules.find(({ applies }) => applies(evidence))?.id).toBe(id)
    const analysis = diagnose(evidence)
    expect(analysis.classification).toBe(classification)
    expect(analysis.rootCause).toMatch(words)
    expect(analysis.rootCause).toMatch(/[.)\w]$/)
    expect(analysis.userImpact).not.toBe('')
    expect(analysis.evidence?.length).toBeGreaterThan(0)
  })

  it('each have a case here, and a name of their own', () => {
    const ids = rules.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(cases.map(([id]) => id))).toEqual(new Set(ids))
  })
})

it('the evidence points to what it was taken from', () => {
  const { evidence } = diagnose(
    evidenceOf(
      { ...status(500), error: 'Expected a status code below 400, but it was 500.', phases: { dns: 400, total: 500 } },
      {
        lastGoodRun: goodRun({ phases: { dns: 5, total: 80 } }),
        ...elsewhere('passed'),
        ...neighbour('passing'),
        sslDaysRemaining: 3,
      },
    ),
  )
  const text = evidence?.map(({ description }) => description).join('\n') ?? ''
  expect(text).toContain('Seen 3 times')
  expect(text).toContain('The target answered with status 500.')
  expect(text).toContain('The phase dns took 400 ms, 5 ms in the last good run.')
  expect(text).toContain('The last good run, from eu-west-1,')
  expect(text).toContain('Of the other locations of this tick 0 failed, 1 did not.')
  expect(text).toContain('Other checks on shop.example: Other (passing).')
  expect(text).toContain('3 days left')
  expect(evidence?.[0]?.artifacts).toEqual([{ name: '01a1fd71-6000-7000-8000-000000000002', type: 'check-result' }])
})

it('the evidence has what changed since the last good run, each thing once', () => {
  const text = 'The response is 403 instead of 200.'
  const moved = 'The address moved from 192.0.2.1 to 192.0.2.7.'
  const { evidence } = diagnose(
    evidenceOf(
      { status: 403, remoteAddress: '192.0.2.7' },
      {
        lastGoodRun: goodRun({ remoteAddress: '192.0.2.1' }),
        differences: [
          { subject: 'address', text: moved },
          { subject: 'status', text },
        ],
      },
    ),
  )
  expect(evidence).toContainEqual({ description: text, artifacts: [{ name: 'status', type: 'response' }] })
  expect(evidence?.filter(({ description }) => description.includes('192.0.2.7'))).toHaveLength(1)
})

it('what the rules say is of the table of reasons, from which it is translated', () => {
  const said = cases.flatMap(([, evidence]) => {
    const { rootCause, userImpact, codeFix, evidence: lines } = diagnose(evidence)
    return [rootCause, userImpact, ...(codeFix ? [codeFix] : []), ...(lines ?? []).map((one) => one.description)]
  })
  expect(said.length).toBeGreaterThan(100)
  expect(said.filter((text) => partsOf(readReason(text)).some((part) => typeof part === 'string'))).toEqual([])
})

const partsOf = (said: ReturnType<typeof readReason>) => (Array.isArray(said) ? said : [said])
