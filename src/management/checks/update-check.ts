import type { CheckDefinition, CheckType } from '#contract'
import { Fault } from '#kernel'
import { findLinkedCheck, lockCheckDefinition, releaseHeldOfChecks, updateCheck as updateCheckRow } from '#storage'
import type { LinkedCheck, Queryable, Store } from '#storage'
import type { Caller } from '../caller.ts'
import { refreshSchedules } from '../schedules/refresh-schedules.ts'
import { applyGroups } from './apply-groups.ts'
import { applyInput } from './apply-input.ts'
import { loadDetails } from './check-details.ts'
import type { CheckDetails } from './check-details.ts'
import { checkIdOf } from './check-id-of.ts'
import type { CheckInput } from './check-input.ts'
import { judgeCheck } from './judge-check.ts'
import { judgeEntitlements } from './judge-entitlements.ts'
import { judgeReferences, judgeRuntime } from './judge-references.ts'
import { judgeService } from './judge-service.ts'
import { pingTokenOf, saveHeartbeat } from './save-heartbeat.ts'
import { saveSubscriptions } from './save-subscriptions.ts'

export interface CheckEdit {
  readonly id: string
  /** The type of the route, or the type of the check where the route takes every type. */
  readonly checkType: CheckType
  /** Judged by the update schema of the type. */
  readonly body: CheckInput
}

/**
 * Changes the fields a body names: absent keeps, null clears, and the rules are judged on the outcome. Two updates at
 * once both count. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH and the refusals of `checkWriteFaults`.
 */
export async function updateCheck(store: Store, caller: Caller, edit: CheckEdit): Promise<CheckDetails> {
  const linked = await store.db.transaction(async (tx): Promise<LinkedCheck | null> => {
    const before = await lockedCheck(tx, store, caller, edit)
    const after = editedCheck(before, edit.body, caller)
    judgeCheck(after)
    judgeEntitlements(caller, edit.body, { ...before.settings, ...before })
    await judgeReferences(tx, after)
    if (edit.body.triggerIncident) await judgeService(tx, after.accountId, after.settings.triggerIncident)
    const change = await applyGroups(tx, store, before, after)
    judgeRuntime(change.after)
    await updateCheckRow(tx, store.seal, after)
    await refreshSchedules(tx, [change], caller.nowMs)
    await saveHeartbeat(tx, store, change, { ...pingTokenOf(edit.body), nowMs: caller.nowMs })
    const { alertChannelSubscriptions } = edit.body
    if (alertChannelSubscriptions)
      await saveSubscriptions(tx, after.accountId, { checkId: after.id }, alertChannelSubscriptions)
    await releaseHeldOfChecks(tx, [after.id], after.updatedAt ?? new Date(caller.nowMs))
    return findLinkedCheck(tx, store.seal, after.accountId, after.id)
  })
  const [details] = await loadDetails(store, linked ? [linked] : [])
  if (!details) throw new Fault('CHECK_NOT_FOUND')
  return details
}

async function lockedCheck(tx: Queryable, store: Store, caller: Caller, edit: CheckEdit): Promise<CheckDefinition> {
  const check = await lockCheckDefinition(tx, store.seal, caller.accountId, checkIdOf(edit.id))
  if (!check) throw new Fault('CHECK_NOT_FOUND')
  if (check.checkType !== edit.checkType)
    throw new Fault('CHECK_TYPE_MISMATCH', { values: { actual: check.checkType, expected: edit.checkType } })
  return check
}

const editedCheck = (check: CheckDefinition, body: CheckInput, caller: Caller): CheckDefinition => ({
  ...applyInput(check, body),
  version: check.version + 1,
  updatedAt: new Date(caller.nowMs),
})
