import type { RunLimits, VerdictReason } from '#contract'

/** Response time limits are inclusive: a response time equal to a limit reaches it. Times in milliseconds. */
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
