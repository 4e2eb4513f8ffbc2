import { describe, expect, it } from 'vitest'
import type { AssertionOutcome, ObservationFailure, Outcome, RunLimits, VerdictReason } from '#contract'
import type { Standstill } from '#kernel'
import { decideReturn } from './decide-return.ts'

const calm: Standstill = { lostMs: 0, maxDelayMs: 0, isClockChanged: false }
const busy: Standstill = { lostMs: 0, maxDelayMs: 60, isClockChanged: false }
const shortGap: Standstill = { lostMs: 300, maxDelayMs: 300, isClockChanged: false }
const longGap: Standstill = { lostMs: 8_000, maxDelayMs: 8_000, isClockChanged: false }
const clockSet: Standstill = { lostMs: 0, maxDelayMs: 0, isClockChanged: true }

interface Seen {
  readonly reasons?: readonly Pick<VerdictReason, 'kind'>[]
  readonly failure?: Pick<ObservationFailure, 'kind' | 'code'>
  readonly assertions?: readonly Partial<AssertionOutcome>[]
  readonly outcome?: Outcome
  readonly responseTimeMs?: number
  /** From the start of the run to its end, gaps included; default: the response time and the gaps. */
  readonly durationMs?: number
  readonly limits?: Partial<RunLimits>
}

const noLimits: RunLimits = {
  degradedResponseTime: null,
  maxResponseTime: null,
  degradedPacketLossThreshold: null,
  maxPacketLossThreshold: null,
}

function decide(seen: Seen, standstill: Standstill, returns = 0) {
  const { outcome = 'failed', responseTimeMs = 50, failure } = seen
  const worse = outcome === 'degraded' ? 'degraded' : 'failed'
  const reasons = seen.reasons ?? (failure ? [{ kind: 'failure' as const }] : [])
  return decideReturn({
    task: { returns, limits: { ...noLimits, ...seen.limits } },
    observation: {
      responseTimeMs,
      startedAt: 0,
      stoppedAt: seen.durationMs ?? responseTimeMs + standstill.lostMs,
      failure: failure ? { ...failure, message: '', isNetworkError: true } : null,
    },
    verdict: {
      outcome,
      reasons: reasons.map((reason) => ({ ...reason, outcome: worse, message: '' })),
      assertions: (seen.assertions ?? []).map((assertion) => ({
        source: 'STATUS_CODE',
        property: '',
        comparison: 'EQUALS',
        target: '',
        regex: null,
        passed: false,
        actual: null,
        error: null,
        ...assertion,
      })),
      overMaxResponseTime: false,
    },
    standstill,
  })
}

const refusedConnection: Seen = { failure: { kind: 'connect', code: 'ECONNREFUSED' } }
const status: Seen = { reasons: [{ kind: 'status' }] }
const wrongBody: Seen = { assertions: [{ source: 'JSON_BODY' }] }
const certificate: Seen = { failure: { kind: 'tls', code: 'CERT_HAS_EXPIRED' } }
const reset: Seen = { failure: { kind: 'connect', code: 'ECONNRESET' } }
const packetLoss: Seen = { reasons: [{ kind: 'max-packet-loss' }] }
const timeout: Seen = { failure: { kind: 'timeout', code: 'ESOCKETTIMEDOUT' }, responseTimeMs: 5_000 }
const slow = (responseTimeMs: number): Seen => ({
  outcome: 'degraded',
  reasons: [{ kind: 'degraded-response-time' }],
  limits: { degradedResponseTime: 1_000 },
  responseTimeMs,
})
const tooSlow: Seen = { assertions: [{ source: 'RESPONSE_TIME', target: '1000' }], responseTimeMs: 1_100 }

describe('a run', () => {
  it.each([calm, busy, shortGap, longGap, clockSet])('that passed counts, whatever happened meanwhile: %j', (what) => {
    expect(decide({ outcome: 'passed' }, what, 0)).toBe('keep')
  })

  it.each([refusedConnection, status, wrongBody, certificate, reset, packetLoss, timeout, slow(1_000), tooSlow])(
    'that was worse counts when the process ran all the time: %j',
    (seen) => expect(decide(seen, calm)).toBe('keep'),
  )

  it.each([refusedConnection, status, wrongBody, certificate])(
    'with an answer counts on a busy machine, and is repeated once after a gap of a second: %j',
    (seen) => {
      for (const what of [busy, shortGap]) expect(decide(seen, what)).toBe('keep')
      for (const what of [longGap, clockSet]) {
        expect(decide({ ...seen, responseTimeMs: 9_000 }, what)).toBe('return')
        expect(decide({ ...seen, responseTimeMs: 9_000 }, what, 1)).toBe('keep')
      }
    },
  )

  it.each([refusedConnection, status, wrongBody, certificate])(
    'with an answer is repeated at most three times while more time was lost than it took: %j',
    (seen) => {
      expect(decide(seen, longGap, 1)).toBe('return')
      expect(decide(seen, longGap, 2)).toBe('return')
      expect(decide(seen, longGap, 3)).toBe('keep')
    },
  )

  it('of a script is repeated once while its browser took longer to start than was lost', () => {
    const script = { ...wrongBody, responseTimeMs: 2_000, durationMs: 30_000 }
    expect(decide(script, longGap)).toBe('return')
    expect(decide(script, longGap, 1)).toBe('keep')
  })

  it.each([reset, packetLoss])('whose connection broke counts only without a gap: %j', (seen) => {
    expect(decide(seen, busy)).toBe('keep')
    for (const what of [shortGap, longGap, clockSet]) expect(decide(seen, what)).toBe('return')
  })

  it('that timed out counts unless a fifth of its time was lost, because the limit counts without gaps', () => {
    expect(decide(timeout, busy)).toBe('keep')
    expect(decide(timeout, shortGap)).toBe('keep')
    expect(decide(timeout, { ...shortGap, lostMs: 900 })).toBe('keep')
    expect(decide({ ...timeout, responseTimeMs: 1_000 }, shortGap)).toBe('return')
    expect(decide(timeout, longGap)).toBe('return')
  })

  it('over a limit of time counts when small delays do not explain the excess', () => {
    expect(decide(slow(1_400), busy)).toBe('keep')
    expect(decide(slow(1_200), busy)).toBe('return')
    expect(decide(slow(1_200), calm)).toBe('keep')
    expect(decide(tooSlow, busy)).toBe('return')
    expect(decide({ ...tooSlow, responseTimeMs: 1_300 }, busy)).toBe('keep')
    expect(decide({ ...tooSlow, assertions: [{ source: 'RESPONSE_TIME', target: '?' }] }, busy)).toBe('return')
  })

  it('with one reason beyond doubt counts, whatever the others are', () => {
    expect(decide({ reasons: [{ kind: 'status' }, { kind: 'max-response-time' }] }, shortGap)).toBe('keep')
  })

  it('that went back three times is inconclusive when time was lost, and counts when it was only delayed', () => {
    expect(decide(timeout, longGap, 2)).toBe('return')
    expect(decide(timeout, longGap, 3)).toBe('inconclusive')
    expect(decide(reset, clockSet, 3)).toBe('inconclusive')
    expect(decide(slow(1_200), busy, 3)).toBe('keep')
  })
})
