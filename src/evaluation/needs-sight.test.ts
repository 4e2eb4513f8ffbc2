import { describe, expect, test } from 'vitest'
import type { ObservationFailure, Verdict } from '#contract'
import { needsSight } from './needs-sight.ts'

const limits = {
  degradedResponseTime: null,
  maxResponseTime: null,
  degradedPacketLossThreshold: null,
  maxPacketLossThreshold: null,
}

const failing = (kind: Verdict['reasons'][number]['kind'], assertions: Verdict['assertions'] = []): Verdict => ({
  outcome: 'failed',
  reasons: [{ kind, outcome: 'failed', message: 'Failed.' }],
  assertions,
  overMaxResponseTime: false,
})

const observed = (failure: Pick<ObservationFailure, 'kind' | 'code'> | null) => ({
  startedAt: 0,
  stoppedAt: 5,
  responseTimeMs: 5,
  failure: failure && { ...failure, message: 'Failed.', isNetworkError: true },
})

const ask = (failure: Pick<ObservationFailure, 'kind' | 'code'> | null, verdict: Verdict = failing('failure')) =>
  needsSight({ task: { checkType: 'TCP', limits }, observation: observed(failure), verdict })

describe('a failure rests on sight', () => {
  test.each([
    ['timeout', 'ETIMEDOUT'],
    ['connect', 'EHOSTUNREACH'],
    ['connect', 'ENETUNREACH'],
    ['connect', 'EADDRNOTAVAIL'],
    ['connect', 'ECONNRESET'],
    ['dns', 'ETIMEOUT'],
    ['dns', 'ESERVFAIL'],
  ] as const)('when nothing of the target arrived: %s %s', (kind, code) => {
    expect(ask({ kind, code })).toBe(true)
  })

  test('when every ping was lost', () => {
    expect(ask(null, failing('max-packet-loss'))).toBe(true)
  })

  test('when it is that of a script, whatever it says', () => {
    const task = { checkType: 'BROWSER', limits, code: {} as never } as const
    expect(needsSight({ task, observation: observed(null), verdict: failing('script') })).toBe(true)
  })
})

describe('a run was seen', () => {
  test.each([
    ['connect', 'ECONNREFUSED'],
    ['tls', 'CERT_HAS_EXPIRED'],
    ['protocol', 'HPE_INVALID'],
    ['dns', 'ENOTFOUND'],
  ] as const)('when the target or a name server answered: %s %s', (kind, code) => {
    expect(ask({ kind, code })).toBe(false)
  })

  test('when there is a response, whatever is wrong with it', () => {
    expect(ask(null, failing('status'))).toBe(false)
  })

  test('when the request of a check with scripts was answered', () => {
    const task = { checkType: 'API', limits, code: {} as never } as const
    expect(needsSight({ task, observation: observed(null), verdict: failing('status') })).toBe(false)
  })

  test('when it passed or was degraded', () => {
    expect(ask({ kind: 'timeout', code: 'ETIMEDOUT' }, { ...failing('failure'), outcome: 'degraded' })).toBe(false)
    expect(ask(null, { ...failing('failure'), outcome: 'passed', reasons: [] })).toBe(false)
  })
})
