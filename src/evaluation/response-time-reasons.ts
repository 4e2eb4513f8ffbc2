import type { RunLimits, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'

/** Response time limits are inclusive: a response time equal to a limit reaches it. Times in milliseconds. */
export function responseTimeReasons(responseTimeMs: number, limits: RunLimits): VerdictReason[] {
  const { maxResponseTime: max, degradedResponseTime: degraded } = limits
  const milliseconds = Math.round(responseTimeMs)
  if (max !== null && responseTimeMs >= max) {
    const message = writeReason('RESPONSE_TOO_SLOW', { limit: max, milliseconds })
    return [{ kind: 'max-response-time', outcome: 'failed', message }]
  }
  if (degraded === null || responseTimeMs < degraded) return []
  const message = writeReason('RESPONSE_SLOW', { limit: degraded, milliseconds })
  return [{ kind: 'degraded-response-time', outcome: 'degraded', message }]
}
