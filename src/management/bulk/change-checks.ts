import { largestBulkChange } from '#contract'
import type { BulkChangeInput, BulkChangeResource, CheckDefinition } from '#contract'
import { Fault, hourMs, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import {
  cancelRunsOfChecks,
  deleteChecks,
  deleteErrorGroupsOfChecks,
  findFilteredIds,
  insertBulkChange,
  insertIncidentTasks,
  lockCheckDefinitions,
  readRowsOfChecks,
} from '#storage'
import type { BulkBefore, CheckRowFilter, Queryable, Store } from '#storage'
import { validateCheck } from '../checks/validate-check.ts'
import { validateEntitlements } from '../checks/validate-entitlements.ts'
import { validatePrivateLocations } from '../locations/private-locations.ts'
import { changedCheck, isSame } from './changed-check.ts'
import { fieldsOf, saveChanged } from './save-changed.ts'

/** Checks by their ids, or those that a filter lets through; exactly one of the two. */
export interface BulkSelection {
  readonly ids: readonly string[] | null
  readonly filter: Omit<CheckRowFilter, 'accountId' | 'now'> | null
}

/**
 * Changes or deletes many checks of an account in one transaction: all of them or none. Throws CHECK_NOT_FOUND when one
 * of the ids is not of the account, BULK_SELECTION_INVALID, BULK_TOO_LARGE and the faults of writing a check.
 */
export function changeChecks(
  store: Store,
  caller: Caller,
  selection: BulkSelection,
  change: BulkChangeInput,
): Promise<BulkChangeResource> {
  return store.db.transaction(async (tx) => {
    const checks = await selectedChecks(tx, store, caller, selection)
    const before = change.delete
      ? await deleteAll(tx, caller, checks)
      : await changeAll(tx, store, caller, { checks, change })
    const changed = change.delete ? checks.length : 'fields' in before ? before.fields.length : 0
    if (changed === 0) return { undoId: null, changed, unchanged: checks.length, undoUntil: null }
    const { accountId, nowMs } = caller
    const kept = { accountId, id: timeOrderedId(nowMs), before, expiresAt: new Date(nowMs + hourMs) }
    await insertBulkChange(tx, kept, new Date(nowMs))
    const undoUntil = kept.expiresAt.toISOString()
    return { undoId: kept.id, changed, unchanged: checks.length - changed, undoUntil }
  })
}

async function selectedChecks(
  tx: Queryable,
  { encryption }: Store,
  { accountId, nowMs }: Caller,
  { ids, filter }: BulkSelection,
): Promise<CheckDefinition[]> {
  if ((ids === null) === (filter === null)) throw new Fault('BULK_SELECTION_INVALID')
  if (ids !== null) {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
    const checks = await lockCheckDefinitions(tx, encryption, accountId, wanted)
    if (checks.length < wanted.length) throw new Fault('CHECK_NOT_FOUND')
    return checks
  }
  if (filter === null) return []
  const found = await findFilteredIds(tx, { ...filter, accountId, now: new Date(nowMs) }, largestBulkChange + 1)
  if (found.length > largestBulkChange) throw new Fault('BULK_TOO_LARGE', { values: { max: largestBulkChange } })
  return lockCheckDefinitions(tx, encryption, accountId, found)
}

async function changeAll(
  tx: Queryable,
  store: Store,
  caller: Caller,
  { checks, change }: { readonly checks: readonly CheckDefinition[]; readonly change: BulkChangeInput },
): Promise<BulkBefore> {
  const changes = checks
    .map((before) => ({ before, after: changedCheck(before, change) }))
    .filter(({ before, after }) => !isSame(before, after))
  for (const { before, after } of changes) {
    validateCheck(after, caller)
    validateEntitlements(caller, change, { ...before.settings, ...before })
  }
  await validatePrivateLocations(tx, caller.accountId, change.privateLocations ?? [])
  await saveChanged(tx, store, caller, changes)
  return { fields: changes.map(({ before }) => ({ ...fieldsOf(before), version: before.version + 1 })) }
}

/** As `deleteCheck` does for one. */
async function deleteAll(
  tx: Queryable,
  { accountId, nowMs }: Caller,
  checks: readonly CheckDefinition[],
): Promise<BulkBefore> {
  const ids = checks.map(({ id }) => id)
  const rows = await readRowsOfChecks(tx, accountId, ids)
  await deleteChecks(tx, accountId, ids)
  const at = new Date(nowMs)
  await cancelRunsOfChecks(tx, ids, at)
  await deleteErrorGroupsOfChecks(tx, accountId, ids)
  const tasks = ids.map((checkId) => ({ accountId, checkId, kind: 'RESOLVE' as const, trigger: null, at }))
  await insertIncidentTasks(tx, tasks)
  return { rows }
}
