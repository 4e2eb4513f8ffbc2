import { checkCreateBodies, entitlementOfCheckType, withDefaults } from '#contract'
import type { CheckDefinition, CheckType } from '#contract'
import { invariant, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import { insertCheck, insertCheckState } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { refreshSchedules } from '../schedules/refresh-schedules.ts'
import { applyGroups } from './apply-groups.ts'
import { applyInput } from './apply-input.ts'
import { loadDetails } from './check-details.ts'
import type { CheckDetails } from './check-details.ts'
import { blankCheck } from './check-input.ts'
import type { CheckInput } from './check-input.ts'
import { validateCheck } from './validate-check.ts'
import { validateEntitlements, withoutRetries } from './validate-entitlements.ts'
import { validateReferences, validateRuntime, validateService } from './validate-references.ts'
import { saveFirstSubscriptions } from './save-subscriptions.ts'
import { pingTokenOf, saveHeartbeat } from './save-heartbeat.ts'

export interface NewCheck {
  readonly checkType: CheckType
  /** Validated by the create schema of the type. */
  readonly body: CheckInput
  readonly autoAssignAlerts: boolean
  /** It runs first at its next slot, not at once. */
  readonly startsAtSlot?: boolean
}

/**
 * Creates a check with its schedule, state, timer and subscriptions. It runs immediately unless its input says otherwise. Defaults of the contract fill
 * the omitted fields. Throws the faults of `checkWriteFaults`; nothing is written then.
 */
export async function createCheck(store: Store, caller: Caller, input: NewCheck): Promise<CheckDetails> {
  const check = newCheck(caller, input)
  validateCheck(check, caller)
  validateEntitlements(caller, input.body)
  const linked = await store.db.transaction(async (tx) => {
    await validateReferences(tx, check)
    await validateService(tx, check.accountId, check.settings.triggerIncident)
    const change = await applyGroups(tx, store, null, check)
    validateRuntime(change.after)
    await insertCheck(tx, store.encryption, check)
    const entitlement = entitlementOfCheckType(check.checkType)
    if (entitlement) await assertAllowance(tx, caller, entitlement)
    await insertCheckState(tx, check.accountId, check.id, check.createdAt)
    await refreshSchedules(tx, [change], caller.nowMs, { startsAtSlot: input.startsAtSlot ?? false })
    const pingToken = await saveHeartbeat(tx, store, change, { ...pingTokenOf(input.body), nowMs: caller.nowMs })
    const target = { accountId: caller.accountId, checkId: check.id }
    const options = { given: input.body.alertChannelSubscriptions, autoAssignAlerts: input.autoAssignAlerts }
    return { check, pingToken, ...(await saveFirstSubscriptions(tx, store, target, options)) }
  })
  const [details] = await loadDetails(store, [linked])
  invariant(details, 'one check has details')
  return details
}

/**
 * A check as `createCheck` would store it, validated in the same way, for a run without saving it. Throws the faults of
 * `checkWriteFaults` that concern the check itself.
 */
export async function draftCheck(
  tx: Queryable,
  store: Store,
  caller: Caller,
  input: Pick<NewCheck, 'checkType' | 'body'>,
): Promise<CheckDefinition> {
  const check = newCheck(caller, input)
  // It has no schedule, so its frequency does not matter.
  validateCheck(check, caller, check)
  validateEntitlements(caller, input.body)
  await validateReferences(tx, check)
  validateRuntime((await applyGroups(tx, store, null, check)).after)
  return check
}

function newCheck(caller: Caller, { checkType, body }: Pick<NewCheck, 'checkType' | 'body'>): CheckDefinition {
  const blank = blankCheck({
    accountId: caller.accountId,
    id: timeOrderedId(caller.nowMs),
    checkType,
    createdAt: new Date(caller.nowMs),
  })
  // The request is passed as it was sent: a default of `data` would hide the older name `body`.
  return applyInput(blank, {
    ...withDefaults(checkCreateBodies[checkType], withoutRetries(caller.allowances, body)),
    request: body.request,
  })
}
