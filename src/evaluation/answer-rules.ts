import type {
  Answers,
  AssertionOutcome,
  FailureKind,
  RunLimits,
  RunTask,
  VerdictReason,
  WireCheckType,
} from '#contract'

export interface AnswerRule<T extends WireCheckType> {
  /** Whether `degradedResponseTime` and `maxResponseTime` apply. ICMP is judged by packet loss instead. */
  readonly hasResponseTimeLimits: boolean
  /** The failures `shouldFail` turns into a pass. */
  readonly expectableFailures: readonly FailureKind[]
  /** What is wrong with an answer, assertions and response-time limits aside. */
  readonly reasonsOf: (answer: Answers[T], task: RunTask<T>, assertions: readonly AssertionOutcome[]) => VerdictReason[]
}

const firstFailingStatus = 400

const http: AnswerRule<'API' | 'URL'> = {
  hasResponseTimeLimits: true,
  expectableFailures: [],
  reasonsOf: ({ status, statusText }, { shouldFail }, assertions) => {
    if (shouldFail || status < firstFailingStatus) return []
    const isAsserted = assertions.some(({ source, passed }) => source === 'STATUS_CODE' && passed)
    const advice = isAsserted ? ' Set shouldFail to true if this status is what you expect.' : ''
    const name = [status, statusText].join(' ').trim()
    const message = `Expected a status code below ${firstFailingStatus}, but it was ${name}.${advice}`
    return [{ kind: 'status', outcome: 'failed', message }]
  },
}

/**
 * How each check type judges an answer (semantics 2.5, 3.3, 3.4, 3.6).
 * - TCP: a connection is an answer; with shouldFail a target that cannot be reached passes too.
 * - DNS: any response code but NOERROR fails, unless a RESPONSE_CODE assertion decides.
 * - URL, API: status 400 and above fails, whatever is asserted; with shouldFail only assertions decide.
 * - ICMP: packet loss at or above a limit. Without a limit a target that never answers still fails.
 */
export const answerRules: { readonly [T in WireCheckType]: AnswerRule<T> } = {
  TCP: {
    hasResponseTimeLimits: true,
    expectableFailures: ['dns', 'connect', 'timeout'],
    reasonsOf: () => [],
  },
  DNS: {
    hasResponseTimeLimits: true,
    expectableFailures: [],
    reasonsOf: ({ responseCode }, _task, assertions) => {
      if (responseCode === 'NOERROR' || assertions.some(({ source }) => source === 'RESPONSE_CODE')) return []
      const message = `Expected the response code NOERROR, but it was ${responseCode}.`
      return [{ kind: 'response-code', outcome: 'failed', message }]
    },
  },
  URL: http,
  API: http,
  ICMP: {
    hasResponseTimeLimits: false,
    expectableFailures: [],
    reasonsOf: ({ json }, { limits }) => packetLossReasons(json.packetLoss, limits),
  },
}

function packetLossReasons(packetLoss: number, limits: RunLimits): VerdictReason[] {
  const max = limits.maxPacketLossThreshold ?? 100
  const degraded = limits.degradedPacketLossThreshold
  if (packetLoss >= max) {
    const message = `Expected a packet loss below ${max}%, but it was ${packetLoss}%.`
    return [{ kind: 'max-packet-loss', outcome: 'failed', message }]
  }
  if (degraded === null || packetLoss < degraded) return []
  const message = `Expected a packet loss below the degraded limit of ${degraded}%, but it was ${packetLoss}%.`
  return [{ kind: 'degraded-packet-loss', outcome: 'degraded', message }]
}

/** Response-time limits are reached at their value, not above it (semantics 2.3). Times in milliseconds. */
export function responseTimeReasons(responseTimeMs: number, limits: RunLimits): VerdictReason[] {
  const { maxResponseTime: max, degradedResponseTime: degraded } = limits
  if (max !== null && responseTimeMs >= max) {
    const message = `Expected a response in less than ${max} ms, but it took ${responseTimeMs} ms.`
    return [{ kind: 'max-response-time', outcome: 'failed', message }]
  }
  if (degraded === null || responseTimeMs < degraded) return []
  const message = `Expected a response in less than the degraded limit of ${degraded} ms, but it took ${responseTimeMs} ms.`
  return [{ kind: 'degraded-response-time', outcome: 'degraded', message }]
}
