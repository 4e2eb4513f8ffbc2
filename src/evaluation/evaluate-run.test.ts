import { describe, expect, it } from 'vitest'
import type { Answers, Comparison, Outcome, RunLimits, VerdictReason } from '#contract'
import { describeResult } from './describe-result.ts'
import { evaluateRun } from './evaluate-run.ts'
import { answers, assertionOf, failedObservation, httpAnswer, observationOf, taskOf } from './run-samples.ts'

const limits: RunLimits = {
  degradedResponseTime: 100,
  maxResponseTime: 200,
  degradedPacketLossThreshold: 10,
  maxPacketLossThreshold: 20,
}
const kinds = (reasons: readonly VerdictReason[]): string[] => reasons.map(({ kind }) => kind)

describe('TCP', () => {
  const refused = failedObservation<'TCP'>()
  const timedOut = failedObservation<'TCP'>({ kind: 'timeout', code: 'SOCKET_TIMEOUT', message: 'No answer in 5 s.' })
  const notResolved = failedObservation<'TCP'>({ kind: 'dns', code: 'ENOTFOUND', message: 'No such host.' })
  const notAllowed = failedObservation<'TCP'>({
    kind: 'policy',
    code: 'EPOLICY',
    message: 'This address is not allowed.',
  })
  const ofRunner = failedObservation<'TCP'>({ kind: 'protocol', code: 'ERUNNER', message: 'The runner failed.' })
  const emptyData = assertionOf('RESPONSE_DATA', 'IS_EMPTY')
  const banner = assertionOf('RESPONSE_DATA', 'CONTAINS', { target: '220' })
  const textBody = assertionOf('TEXT_BODY', 'NOT_EMPTY', {})
  const fast = assertionOf('RESPONSE_TIME', 'LESS_THAN', { target: '1000' })
  it.each([
    ['a connection passes', false, [], observationOf<'TCP'>(answers.TCP), 'passed'],
    ['a connection passes with shouldFail too', true, [], observationOf<'TCP'>(answers.TCP), 'passed'],
    ['a refused connection fails', false, [], refused, 'failed'],
    ['a refused connection passes with shouldFail', true, [], refused, 'passed'],
    ['a timeout passes with shouldFail', true, [], timedOut, 'passed'],
    ['an unknown host passes with shouldFail', true, [], notResolved, 'passed'],
    ['a refused address of ours fails even with shouldFail', true, [], notAllowed, 'failed'],
    ['a failure of the runner fails even with shouldFail', true, [], ofRunner, 'failed'],
    ['an expected failure has empty response data', true, [emptyData], refused, 'passed'],
    ['an expected failure does not send a banner', true, [banner], refused, 'failed'],
    ['an expected failure has no response time', true, [fast], refused, 'failed'],
    ['a banner can be asserted', false, [banner], observationOf<'TCP'>(answers.TCP), 'passed'],
    ['a banner is a text body too', false, [textBody], observationOf<'TCP'>(answers.TCP), 'passed'],
  ] as const)('%s', (...[, shouldFail, assertions, observation, outcome]) => {
    const verdict = evaluateRun(taskOf('TCP', assertions, { shouldFail, limits }), {
      ...observation,
      responseTimeMs: 5,
    })
    expect(verdict.outcome).toBe(outcome)
    expect(verdict.reasons.every(({ message }) => /^[A-Z].*\.$/s.test(message))).toBe(true)
  })

  it('does not hold an expected failure against the response-time limits', () => {
    const verdict = evaluateRun(taskOf('TCP', [], { shouldFail: true, limits }), { ...timedOut, responseTimeMs: 5000 })
    expect(verdict).toMatchObject({ outcome: 'passed', overMaxResponseTime: false })
  })
})

describe('API and URL', () => {
  const is = (target: string) => assertionOf('STATUS_CODE', 'EQUALS', { target })
  it.each([
    [200, false, [], 'passed'],
    [302, false, [], 'passed'],
    [399, false, [], 'passed'],
    [400, false, [], 'failed'],
    [503, false, [], 'failed'],
    [404, true, [], 'passed'],
    [200, true, [], 'passed'],
    [404, true, [is('404')], 'passed'],
    [200, true, [is('404')], 'failed'],
    [404, false, [is('404')], 'failed'],
    [500, false, [assertionOf('STATUS_CODE', 'GREATER_THAN', { target: '0' })], 'failed'],
  ] as const)('status %i with shouldFail %s and %j is %s', (status, shouldFail, assertions, outcome) => {
    for (const type of ['API', 'URL'] as const) {
      const verdict = evaluateRun(
        taskOf(type, assertions, { shouldFail }),
        observationOf<'URL'>(httpAnswer({ status })),
      )
      expect(verdict.outcome).toBe(outcome)
    }
  })

  it('suggests shouldFail when an assertion expects the failing status', () => {
    const answer = httpAnswer({ status: 404, statusText: 'Not Found' })
    const verdict = evaluateRun(taskOf('API', [is('404')]), observationOf<'API'>(answer))
    expect(verdict.reasons).toEqual([
      {
        kind: 'status',
        outcome: 'failed',
        message:
          'Expected a status code below 400, but it was 404 Not Found. Set shouldFail to true if this status is what you expect.',
      },
    ])
  })

  it('fails on a network failure even with shouldFail', () => {
    const verdict = evaluateRun(taskOf('API', [], { shouldFail: true }), failedObservation())
    expect(verdict.reasons).toEqual([
      { kind: 'failure', outcome: 'failed', message: 'The connection to example.com was refused (ECONNREFUSED).' },
    ])
  })

  it('names expected and actual values of a failed assertion', () => {
    const ids = assertionOf('JSON_BODY', 'LESS_THAN', { property: '$.items[*].id', target: '3' })
    const verdict = evaluateRun(taskOf('API', [ids]), observationOf<'API'>(answers.API))
    expect(verdict.reasons[0]?.message).toBe(
      'Expected the JSON body at $.items[*].id to be less than "3", but it was "[1,5,2]".',
    )
  })
})

describe('DNS', () => {
  const code = (comparison: 'EQUALS' | 'NOT_EQUALS', target: string) =>
    assertionOf('RESPONSE_CODE', comparison, { target })
  it.each([
    ['NOERROR', [], 'passed'],
    ['NXDOMAIN', [], 'failed'],
    ['SERVFAIL', [], 'failed'],
    ['NXDOMAIN', [code('EQUALS', 'NXDOMAIN')], 'passed'],
    ['SERVFAIL', [code('EQUALS', 'NXDOMAIN')], 'failed'],
    ['NOERROR', [code('EQUALS', 'NXDOMAIN')], 'failed'],
    ['NXDOMAIN', [assertionOf('RESPONSE_TIME', 'LESS_THAN', { target: '1000' })], 'failed'],
  ] as const)('response code %s with %j is %s', (responseCode, assertions, outcome) => {
    const observation = observationOf<'DNS'>({ ...answers.DNS, responseCode })
    expect(evaluateRun(taskOf('DNS', assertions, { shouldFail: true }), observation).outcome).toBe(outcome)
  })

  const question = { name: 'Shop.example.', type: 'A' }
  const address = { name: 'shop.example.', type: 'A', TTL: 1, data: '192.0.2.1' }
  const alias = { name: 'SHOP.example.', type: 'CNAME', TTL: 1, data: 'Edge.example.' }
  const resolved = (Answer: Answers['DNS']['json']['Answer'], type = 'A', text = '') =>
    observationOf<'DNS'>({
      ...answers.DNS,
      text,
      json: { ...answers.DNS.json, Question: [{ ...question, type }], Answer },
    })
  const answer = (comparison: 'IS_EMPTY' | 'EQUALS' | 'LESS_THAN', property: string, target = '') =>
    assertionOf('JSON_ANSWER', comparison, { property, target })
  it.each([
    ['of the type', resolved([address]), [], 'passed'],
    ['at the end of its aliases', resolved([alias, { ...address, name: 'EDGE.example.' }]), [], 'passed'],
    ['that is an alias, asked for as such', resolved([alias], 'CNAME'), [], 'passed'],
    ['none', resolved([]), [], 'failed'],
    ['none for mail', resolved([], 'MX'), [code('EQUALS', 'NOERROR')], 'failed'],
    ['an alias that leads nowhere', resolved([alias]), [], 'failed'],
    [
      'aliases in a circle',
      resolved([alias, { ...alias, name: 'edge.example.', data: 'shop.example.' }]),
      [],
      'failed',
    ],
    ['of another type', resolved([address], 'AAAA'), [], 'failed'],
    ['of another name', resolved([{ ...address, name: 'other.example.' }]), [], 'failed'],
    ['none, as asserted', resolved([]), [answer('IS_EMPTY', '$.Answer')], 'passed'],
    ['none, as counted', resolved([]), [answer('EQUALS', 'Answer.length', '0')], 'passed'],
    ['none where fewer are asserted', resolved([]), [answer('LESS_THAN', '$.Answer.length', '5')], 'failed'],
  ] as const)('a record %s is decided, except as the hosted product does', (_what, seen, assertions, outcome) => {
    const task = taskOf('DNS', assertions)
    expect(evaluateRun(task, seen).outcome).toBe(outcome)
    expect(evaluateRun({ ...task, isDropIn: true }, seen).outcome).toBe('passed')
  })

  it('an answer without a record of the type says so', () => {
    const { reasons } = evaluateRun(taskOf('DNS'), resolved([alias]))
    const note =
      'Expected a record of type A for Shop.example, but the answer has none; its CNAME leads to edge.example.'
    expect(reasons).toEqual([{ kind: 'response-code', outcome: 'failed', message: note }])
    const verdict = evaluateRun(taskOf('DNS', [], { isDropIn: true }), resolved([alias]))
    expect(describeResult(taskOf('DNS'), resolved([alias]), verdict)).toMatchObject({
      dnsCheckResult: { response: { note } },
    })
  })

  const json = (comparison: Comparison, property: string, target: string) =>
    assertionOf('JSON_ANSWER', comparison, { property, target })
  const text = (comparison: Comparison, target: string, property = '') =>
    assertionOf('TEXT_ANSWER', comparison, { property, target })
  it.each([
    [json('EQUALS', '$.Answer[1].data', '10 MAIL.shop.example.'), true],
    [json('NOT_EQUALS', '$.Answer[1].data', '10 MAIL.shop.example.'), false],
    [json('CONTAINS', '$.Answer[*].name', 'SHOP'), true],
    [json('EQUALS', '$.Answer[0].data', 'key=abc'), false],
    [json('EQUALS', '$.Answer[0].data', 'key=ABC'), true],
    [text('CONTAINS', 'mail.SHOP.example'), true],
    [text('NOT_CONTAINS', 'mail.shop.example'), false],
    [text('NOT_CONTAINS', 'Mail.Shop.example'), false],
    [text('CONTAINS', 'key=abc'), false],
    [text('EQUALS', 'mail.shop.Example.', 'MX\\t\\d+ (.*)'), true],
    [text('EQUALS', 'mail.shop.Example.', 'MX\\t\\d+ (Mail.*)'), false],
  ])('names have no case and other data has: %j', (assertion, passed) => {
    const records = [
      { name: 'Shop.example.', type: 'TXT', TTL: 1, data: 'key=ABC' },
      { name: 'shop.example.', type: 'MX', TTL: 1, data: '10 Mail.Shop.example.' },
    ]
    const lines = 'Shop.example.\t1\tIN\tTXT\t"key=ABC"\nshop.example.\t1\tIN\tMX\t10 Mail.Shop.example.\n'
    expect(evaluateRun(taskOf('DNS', [assertion]), resolved(records, 'MX', lines)).assertions[0]?.passed).toBe(passed)
  })
})

describe('ICMP', () => {
  it.each([
    [0, limits, 'passed', []],
    [9, limits, 'passed', []],
    [10, limits, 'degraded', ['degraded-packet-loss']],
    [20, limits, 'failed', ['max-packet-loss']],
    [100, { ...limits, maxPacketLossThreshold: null }, 'failed', ['max-packet-loss']],
    [90, { ...limits, maxPacketLossThreshold: null, degradedPacketLossThreshold: null }, 'passed', []],
  ] as const)('a packet loss of %i%% with %j is %s', (packetLoss, given, outcome, reasons) => {
    const answer = { ...answers.ICMP, json: { ...answers.ICMP.json, packetLoss } }
    const verdict = evaluateRun(
      taskOf('ICMP', [], { limits: given }),
      observationOf<'ICMP'>(answer, { responseTimeMs: 9e9 }),
    )
    expect({ outcome: verdict.outcome, kinds: kinds(verdict.reasons) }).toEqual({ outcome, kinds: reasons })
  })

  it('fails a latency assertion when no reply arrived instead of comparing with zero', () => {
    const json = { ...answers.ICMP.json, packetsReceived: 0, latency: { avg: 0, min: 0, max: 0, stdDev: 0 } }
    const fast = assertionOf('LATENCY', 'LESS_THAN', { property: 'avg', target: '100' })
    const verdict = evaluateRun(taskOf('ICMP', [fast]), observationOf<'ICMP'>({ ...answers.ICMP, json }))
    expect(verdict.assertions[0]).toMatchObject({ passed: false, error: expect.stringContaining('No echo reply') })
  })
})

describe('response-time limits', () => {
  it.each([
    [99.999, 'passed', []],
    [100, 'degraded', ['degraded-response-time']],
    [199, 'degraded', ['degraded-response-time']],
    [200, 'failed', ['max-response-time']],
  ] as const)('%d ms against 100 and 200 is %s', (responseTimeMs, outcome, reasons) => {
    const verdicts = [
      evaluateRun(taskOf('TCP', [], { limits }), observationOf<'TCP'>(answers.TCP, { responseTimeMs })),
      evaluateRun(taskOf('DNS', [], { limits }), observationOf<'DNS'>(answers.DNS, { responseTimeMs })),
      evaluateRun(taskOf('URL', [], { limits }), observationOf<'URL'>(answers.URL, { responseTimeMs })),
      evaluateRun(taskOf('API', [], { limits }), observationOf<'API'>(answers.API, { responseTimeMs })),
    ]
    for (const verdict of verdicts) {
      const overMaxResponseTime = outcome === 'failed'
      expect(verdict).toMatchObject({ outcome, overMaxResponseTime })
      expect(kinds(verdict.reasons)).toEqual(reasons)
    }
  })

  it('never lets degraded outweigh failed', () => {
    const failing = assertionOf('RESPONSE_DATA', 'EQUALS', { target: 'x' })
    const verdict = evaluateRun(taskOf('TCP', [failing], { limits }), observationOf<'TCP'>(answers.TCP))
    expect({ outcome: verdict.outcome, kinds: kinds(verdict.reasons) }).toEqual({
      outcome: 'failed' satisfies Outcome,
      kinds: ['assertion', 'degraded-response-time'],
    })
  })
})

describe('failures of the monitoring side', () => {
  it('fails an unprepared task with its reason', () => {
    const unprepared = 'The template {{A}} does not parse.'
    const verdict = evaluateRun(taskOf('API', [], { unprepared, shouldFail: true }), observationOf<'API'>(answers.API))
    expect(verdict).toMatchObject({ outcome: 'failed', reasons: [{ kind: 'failure', message: unprepared }] })
  })

  it('never passes a run with neither answer nor failure', () => {
    const observation = { ...observationOf<'TCP'>(answers.TCP), answer: null }
    expect(evaluateRun(taskOf('TCP', [], { shouldFail: true }), observation).outcome).toBe('failed')
  })
})
