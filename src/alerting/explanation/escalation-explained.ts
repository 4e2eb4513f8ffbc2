import type { EscalatedStep } from '../escalation-steps.ts'
import { step } from './step.ts'
import type { Step } from './step.ts'

/** Which step of which policy was due. */
export function escalationStep({ number, total, minutes, repeat, policyName: name }: EscalatedStep): Step {
  if (repeat > 0) return step('EXPLAIN_ESCALATION_REPEATED', { name, count: repeat })
  const place = { name, number, total }
  return minutes === 0
    ? step('EXPLAIN_ESCALATION_AT_ONCE', place)
    : step('EXPLAIN_ESCALATION_STEP', { ...place, minutes })
}
