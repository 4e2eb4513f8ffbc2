import { descriptorOf } from '#contract'
import type { CheckDefinition, CheckSettings, FaultCode } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findFrequencyProblem, findHeartbeatProblem } from '#schedule'
import type { SettingsProblem } from '#schedule'
import { judgeAssertions, judgeTemplates } from './judge-parts.ts'

/**
 * Refuses a check whose fields do not fit each other, as it would be stored: specification 2.1.3, semantics 2.3, 3.0
 * and 3.14. Whether what it names exists is for `judgeReferences`.
 */
export function judgeCheck(check: CheckDefinition, { isDropIn = false }: Pick<Caller, 'isDropIn'>): void {
  const { settings } = check
  const row = descriptorOf(check.checkType)
  throwProblem(findFrequencyProblem(check))
  if (!isDropIn || !row.takesAnyLimitOrder) judgeLimits(settings)
  if (settings.heartbeat) throwProblem(findHeartbeatProblem(settings.heartbeat))
  if (settings.request) {
    judgeAssertions(row.sources, settings.request.assertions, 'request.assertions')
    judgeTemplates(settings.request, 'request')
  }
  if (settings.prompt !== undefined) judgeTemplates(settings.prompt, 'prompt')
}

function throwProblem(problem: SettingsProblem | null): void {
  if (problem) throw new Fault(problem.code, { values: problem.values })
}

function judgeLimits(settings: CheckSettings): void {
  judgePair('RESPONSE_TIME_LIMITS_INVALID', settings.degradedResponseTime, settings.maxResponseTime)
  judgePair('PACKET_LOSS_LIMITS_INVALID', settings.degradedPacketLossThreshold, settings.maxPacketLossThreshold)
}

/** Null and absent mean without limit. */
function judgePair(code: FaultCode, degraded: number | null | undefined, max: number | null | undefined): void {
  if (typeof degraded === 'number' && typeof max === 'number' && degraded > max)
    throw new Fault(code, { values: { degraded, max } })
}
