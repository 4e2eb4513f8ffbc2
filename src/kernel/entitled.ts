import type { Allowances, EntitlementKey } from '#contract'
import { Fault } from './fault.ts'

/**
 * Throws ENTITLEMENT_DISABLED for what is not part of the plan, and ENTITLEMENT_EXCEEDED when there would be more of it
 * than the plan allows. Without a configured plan everything is unlimited.
 */
export function assertEntitled(allowances: Allowances | undefined, entitlement: EntitlementKey, used = 0): void {
  const allowance = allowances?.[entitlement]
  if (allowance === false)
    throw new Fault('ENTITLEMENT_DISABLED', { values: { entitlement }, attributes: { entitlement } })
  if (allowance === undefined || used <= allowance) return
  const attributes = { entitlement, limit: allowance }
  throw new Fault('ENTITLEMENT_EXCEEDED', { values: { ...attributes, used }, attributes })
}
