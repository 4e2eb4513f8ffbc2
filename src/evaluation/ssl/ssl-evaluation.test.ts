import { describe, expect, it } from 'vitest'
import { defaultSslBaseline, sslBaselineRules } from '#contract'
import type { Assertion, Observation, RunTask, SslAnswer, SslBaseline, SslConfig } from '#contract'
import { describeResult } from '../describe-result.ts'
import { evaluateRun } from '../evaluate-run.ts'
import { hideSecrets } from '../hide-secrets.ts'
import { answers, assertionOf, failedObservation, observationOf, taskOf } from '../run-samples.ts'
import { knownBadAuthorities } from './known-bad-authorities.ts'

const [authority] = answers.SSL.chain.slice(-1)
type Changes = Partial<SslAnswer> & { readonly leaf?: Partial<SslAnswer['certificate']> }

const answerWith = ({ leaf, ...changes }: Changes = {}): SslAnswer => ({
  ...answers.SSL,
  ...changes,
  certificate: { ...answers.SSL.certificate, ...leaf },
})

function taskWith(config: Partial<SslConfig> = {}, assertions: readonly Assertion[] = []): RunTask<'SSL'> {
  const task = taskOf('SSL', assertions)
  return { ...task, request: { ...task.request, sslConfig: { ...task.request.sslConfig, ...config } } }
}

function run(changes: Changes, config: Partial<SslConfig> = {}, assertions: readonly Assertion[] = []) {
  const task = taskWith(config, assertions)
  const observation: Observation<'SSL'> = observationOf<'SSL'>(answerWith(changes))
  const verdict = evaluateRun(task, observation)
  const hidden = hideSecrets(task, observation, verdict)
  const { sslCheckResult: result } = describeResult(task, hidden.observation, hidden.verdict)
  return { verdict, result }
}

const baselineWith = (rules: Partial<SslBaseline>): Partial<SslConfig> => ({
  securityBaseline: { ...defaultSslBaseline, ...rules },
})

/** For each rule an answer that violates it. */
const violations: Readonly<Record<string, Changes>> = {
  minTLSVersion: { protocol: 'TLS1.1' },
  minKeySizeBits: { leaf: { keyAlgorithm: 'RSA', keySizeBits: 2047 } },
  weakSignatureAlgorithm: { chain: [{ ...answers.SSL.certificate, signatureAlgorithm: 'MD5-RSA' }] },
  weakCipherSuite: { cipherSuite: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA' },
  knownBadCA: { chain: [{ ...answers.SSL.certificate, fingerprintSha256: [...knownBadAuthorities.keys()][0] ?? '' }] },
  recommendedTLSVersion: { protocol: 'TLS1.2' },
  recommendedKeySizeBits: { leaf: { keyAlgorithm: 'RSA', keySizeBits: 2048 } },
  ocspMustStapleRespected: { leaf: { mustStaple: true }, ocspStapled: false, ocspSource: null },
  sctPresent: { leaf: { hasScts: false } },
}

describe.each(sslBaselineRules)('the rule $name', ({ name, isAdvisory }) => {
  const violation = violations[name] ?? {}
  const others = Object.fromEntries(
    sslBaselineRules.map((rule) => [rule.name, { ...defaultSslBaseline[rule.name], severity: 'ignore' }]),
  ) as Partial<SslBaseline>
  const at = (severity: 'fail' | 'degrade' | 'ignore') =>
    baselineWith({ ...others, [name]: { ...defaultSslBaseline[name], severity } })

  it.each([
    ['fail', 'failed', 'fail', 'F'],
    ['degrade', 'degraded', 'warn', 'B'],
    ['ignore', 'passed', 'pass', isAdvisory ? 'B' : 'A-'],
  ] as const)('at severity %s ends a violation as %s, verdict %s, grade %s', (severity, outcome, verdict, grade) => {
    const seen = run(violation, at(severity))
    // An older version or a shorter key violates the recommendation as well.
    const isBoth = severity === 'ignore' && (name === 'minTLSVersion' || name === 'minKeySizeBits')
    expect(seen.verdict.outcome).toBe(outcome)
    expect(seen.result).toMatchObject({ baselineVerdict: verdict, baselineGrade: isBoth ? 'B' : grade })
    const kinds = severity === 'ignore' ? [] : ['security-baseline']
    expect(seen.verdict.reasons.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('has nothing against a good handshake', () => {
    const seen = run({}, at('fail'))
    expect(seen.verdict.outcome).toBe('passed')
    expect(seen.result).toMatchObject({ baselineVerdict: 'pass', baselineGrade: 'A-' })
  })
})

describe('the baseline', () => {
  it('passes whole while it is disabled', () => {
    const { verdict, result } = run(violations['minTLSVersion'] ?? {}, baselineWith({ enabled: false }))
    expect(verdict.outcome).toBe('passed')
    expect(result).toMatchObject({ baselineVerdict: 'pass', baselineGrade: 'A-' })
  })

  it.each([{ hostnameVerified: false }, { chainTrusted: false, chainProblem: 'unknown-issuer' } as const])(
    'is not evaluated when the certificate is not accepted: %j',
    (changes) => {
      const { result } = run(changes)
      expect(result).not.toHaveProperty('baselineVerdict')
      expect(result).toMatchObject({ response: { securityBaseline: null } })
    },
  )

  it('does not judge the signature of a root', () => {
    const chain = [answers.SSL.certificate, ...(authority ? [{ ...authority, signatureAlgorithm: 'SHA1-RSA' }] : [])]
    expect(run({ chain }).verdict.outcome).toBe('passed')
  })

  it('compares a key on a curve by the RSA key that is as strong', () => {
    expect(run({ leaf: { keyAlgorithm: 'ECDSA', keySizeBits: 256 } }).result).toMatchObject({ baselineGrade: 'A-' })
    expect(run({ leaf: { keyAlgorithm: 'ECDSA', keySizeBits: 192 } }).verdict.outcome).toBe('failed')
    expect(run({ leaf: { keyAlgorithm: 'Ed25519', keySizeBits: 256 } }).verdict.outcome).toBe('passed')
  })

  it('keeps fingerprints that a certificate can have', () => {
    expect([...knownBadAuthorities.keys()].filter((one) => !/^[0-9a-f]{64}$/.test(one))).toEqual([])
  })
})

describe('assertions', () => {
  const holds = (
    source: 'CERTIFICATE' | 'CONNECTION',
    property: string,
    comparison: Assertion['comparison'],
    target: string,
  ) => run({}, {}, [assertionOf(source, comparison, { property, target })]).verdict.assertions[0]

  it.each([
    ['CERTIFICATE', 'daysUntilExpiry', 'GREATER_THAN', '59', true],
    ['CERTIFICATE', 'daysUntilExpiry', 'LESS_THAN', '60', false],
    ['CERTIFICATE', 'keySizeBits', 'EQUALS', '256', true],
    ['CERTIFICATE', 'subjectCN', 'CONTAINS', 'ssl.', true],
    ['CERTIFICATE', 'issuerCN', 'NOT_EQUALS', 'Example Authority', false],
    ['CERTIFICATE', 'serialNumber', 'EQUALS', 'A:1B:2C', true],
    ['CERTIFICATE', 'fingerprintSha256', 'EQUALS', Array.from({ length: 32 }, () => '1A').join(':'), true],
    ['CERTIFICATE', 'issuerFingerprintSha256', 'EQUALS', '2b'.repeat(32), true],
    ['CERTIFICATE', 'sans', 'CONTAINS', 'www.ssl.example', true],
    ['CERTIFICATE', 'sans', 'CONTAINS', 'ssl', false],
    ['CERTIFICATE', 'sans', 'NOT_CONTAINS', 'other.example', true],
    ['CERTIFICATE', 'selfSigned', 'EQUALS', 'false', true],
    ['CERTIFICATE', 'isCA', 'EQUALS', 'true', false],
    ['CONNECTION', 'tlsVersion', 'GREATER_THAN', 'TLS1.2', true],
    ['CONNECTION', 'tlsVersion', 'LESS_THAN', 'TLS1.3', false],
    ['CONNECTION', 'tlsVersion', 'NOT_EQUALS', 'TLS1.3', false],
    ['CONNECTION', 'cipherSuite', 'CONTAINS', 'GCM', true],
    ['CONNECTION', 'ocspStatus', 'EQUALS', 'good', true],
    ['CONNECTION', 'chainTrusted', 'EQUALS', 'true', true],
    ['CONNECTION', 'hostnameVerified', 'EQUALS', 'false', false],
  ] as const)('%s %s %s %s is %s', (...row) => {
    const [source, property, comparison, target, passed] = row
    expect(holds(source, property, comparison, target)).toMatchObject({ passed, error: null })
  })

  it('fail with a reason when a comparison does not fit the property', () => {
    expect(holds('CERTIFICATE', 'subjectCN', 'GREATER_THAN', '1')).toMatchObject({
      passed: false,
      error: expect.any(String),
    })
    expect(holds('CONNECTION', 'tlsVersion', 'GREATER_THAN', 'SSL3')).toMatchObject({
      passed: false,
      error: expect.any(String),
    })
  })

  it('read the document and the text of the handshake', () => {
    const { verdict } = run({}, {}, [
      assertionOf('JSON_RESPONSE', 'EQUALS', { property: '$.securityBaseline.grade', target: 'A-' }),
      assertionOf('JSON_RESPONSE', 'EQUALS', { property: '$.chain.length', target: '2' }),
      assertionOf('TEXT_RESPONSE', 'EQUALS', { property: String.raw`\((\d+) days\)`, target: '60' }),
    ])
    expect(verdict.assertions.map(({ passed }) => passed)).toEqual([true, true, true])
  })
})

describe('the result', () => {
  it('says where a run without a handshake failed', () => {
    const task = taskWith()
    for (const [kind, failureCategory] of [
      ['dns', 'dns'],
      ['connect', 'connect'],
      ['policy', 'connect'],
      ['timeout', 'timeout'],
      ['tls', 'handshake'],
    ] as const) {
      const observation = failedObservation<'SSL'>({ kind })
      const { sslCheckResult } = describeResult(task, observation, evaluateRun(task, observation))
      expect(sslCheckResult).toMatchObject({
        failureCategory,
        requestError: expect.stringContaining(': '),
        response: null,
      })
    }
  })

  it.each([
    [{ hostnameVerified: false }, 'hostname'],
    [{ chainTrusted: false, chainProblem: 'untrusted-root' }, 'chain'],
    [{ chainTrusted: false, chainProblem: 'expired', daysUntilExpiry: -1 }, 'chain'],
  ] as const)('says what is wrong with the certificate: %j', (changes, failureCategory) => {
    expect(run(changes).result).toMatchObject({ failureCategory, requestError: expect.any(String) })
  })

  it('contains no secret, and at most a hundred names', () => {
    const sans = Array.from({ length: 500 }, (_, index) => `secret-${index}.example`)
    const task = { ...taskWith({ hostname: 'secret.example' }), secrets: ['secret'] }
    const observation = observationOf<'SSL'>(
      answerWith({ hostnameVerified: false, leaf: { sans, subject: 'CN=secret' } }),
    )
    const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
    const text = JSON.stringify([hidden, describeResult(task, hidden.observation, hidden.verdict)])
    expect(text).not.toContain('secret')
    expect(hidden.observation.answer?.certificate.sans).toHaveLength(100)
  })

  it('fails by the limit of the handshake time', () => {
    const task = { ...taskWith(), limits: { ...taskWith().limits, maxResponseTime: 100 } }
    expect(evaluateRun(task, observationOf<'SSL'>(answers.SSL)).outcome).toBe('failed')
  })
})
