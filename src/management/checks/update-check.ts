import { resetRetryStrategy, dependencySettings, givenBody, settingsOfSomeTypes } from '#contract'
import type { CheckDefinition, CheckType, Given, Stored } from '#contract'
import { effectiveRetryStrategy } from '#inheritance'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import {
  findLinkedCheck,
  lockCheckDefinition,
  releaseHeldOfChecks,
  updateCheck as updateCheckRow,
} from '#storage/checks'
import type { LinkedCheck } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { refreshSchedules } from '../schedules/refresh-schedules.ts'
import { applyGroups } from './apply-groups.ts'
import { applyInput } from './apply-input.ts'
import { loadDetails } from './check-details.ts'
import type { CheckDetails } from './check-details.ts'
import { checkIdOf } from './read-checks.ts'
import type { CheckInput } from './check-input.ts'
import { validateCheck } from './validate-check.ts'
import { validateEntitlements } from './validate-entitlements.ts'
import { validateReferences, validateRuntime, validateService } from './validate-references.ts'
import { pingTokenOf, saveHeartbeat } from './save-heartbeat.ts'
import { saveSubscriptions } from './save-subscriptions.ts'

export interface CheckEdit {
  readonly id: string
  /** The type of the route, or the type of the check where the route takes every type. */
  readonly checkType: CheckType
  /** Validated by the update schema of the type. */
  readonly body: Given<CheckInput>
}

/**
 * Changes the fields of a body: absent keeps, null clears, objects are replaced completely, and the rules are validated
 * on the outcome. Concurrent updates both take effect. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH and the faults of
 * `checkWriteFaults`.
 */
export async function updateCheck(store: Store, caller: Caller, edit: CheckEdit): Promise<CheckDetails> {
  const linked = await store.db.transaction(async (tx): Promise<LinkedCheck | null> => {
    const before = await lockedCheck(tx, store, caller, edit)
    const body = bodyOf(edit, before, caller)
    const after = editedCheck(before, body, caller)
    validateCheck(after, caller, before)
    validateEntitlements(caller, body, { ...before.settings, ...before })
    await validateReferences(tx, after)
    if (body.triggerIncident) await validateService(tx, after.accountId, after.settings.triggerIncident)
    const change = await applyGroups(tx, store, before, after)
    validateRuntime(change.after)
    await updateCheckRow(tx, store.encryption, after)
    await refreshSchedules(tx, [change], caller.nowMs)
    await saveHeartbeat(tx, store, change, { ...pingTokenOf(body), nowMs: caller.nowMs })
    const { alertChannelSubscriptions } = body
    if (alertChannelSubscriptions)
      await saveSubscriptions(tx, after.accountId, { checkId: after.id }, alertChannelSubscriptions)
    await releaseHeldOfChecks(tx, [after.id], after.updatedAt ?? new Date(caller.nowMs))
    return findLinkedCheck(tx, store.encryption, after.accountId, after.id)
  })
  const [details] = await loadDetails(store, linked ? [linked] : [])
  if (!details) throw new Fault('CHECK_NOT_FOUND')
  return details
}

async function lockedCheck(tx: Queryable, store: Store, caller: Caller, edit: CheckEdit): Promise<CheckDefinition> {
  const check = await lockCheckDefinition(tx, store.encryption, caller.accountId, checkIdOf(edit.id))
  if (!check) throw new Fault('CHECK_NOT_FOUND')
  rejectOtherType(check, edit.checkType)
  return check
}

function rejectOtherType({ checkType: actual }: CheckDefinition, expected: CheckType): void {
  if (actual !== expected) throw new Fault('CHECK_TYPE_MISMATCH', { values: { actual, expected } })
}

/** The fields of an update. Parts of objects are merged with the stored check, secrets in plaintext. */
function bodyOf({ body: given }: CheckEdit, check: CheckDefinition, { allowances }: Caller): CheckInput {
  const read = { retryStrategy: effectiveRetryStrategy(check) }
  const stored = { ...check.settings, ...check, ...read }
  const body = withoutCleared(givenBody(given, stored), stored)
  if (body.checkType) rejectOtherType(check, body.checkType)
  const hasNoRetries = body.retryStrategy === resetRetryStrategy && allowances?.['RETRIES'] === false
  return hasNoRetries ? { ...body, retryStrategy: null } : body
}

/** Many fields belong to some types only, and stay absent where there is nothing to clear. */
const withoutCleared = (body: CheckInput, stored: Stored): CheckInput =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== null || name in stored || !isOfSomeTypes(name)),
  )

const isOfSomeTypes = (name: string): boolean =>
  [...settingsOfSomeTypes, ...dependencySettings].some((setting) => setting === name)

const editedCheck = (check: CheckDefinition, body: CheckInput, caller: Caller): CheckDefinition => ({
  ...applyInput(check, body),
  version: check.version + 1,
  updatedAt: new Date(caller.nowMs),
})
