import { largestBulkChange } from '#contract'
import type { BulkChangeInput, BulkChangeResource, CheckDefinition } from '#contract'
import { Fault, hourMs, timeOrderedId } from '#kernel'
import type { Caller } from '#kernel'
import { findUnobserved } from '#observation'
import {
  deleteChecks,
  deleteErrorGroupsOfChecks,
  findFilteredIds,
  insertBulkChange,
  lockCheckDefinitions,
  lockCheckIds,
  readRowsOfChecks,
} from '#storage/checks'
import { cancelRunsOfChecks } from '#storage/runs'
import { insertIncidentTasks } from '#storage/status-pages'
import type { BulkBefore, BulkFields, CheckRowFilter } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { validateCheck } from '../checks/validate-check.ts'
import { validateEntitlements } from '../checks/validate-entitlements.ts'
import { validatePrivateLocations } from '../locations/private-locations.ts'
import { changedCheck, isSame } from './changed-check.ts'
import { partsOf } from './parts-of.ts'
import { fieldsOf, saveChanged } from './save-changed.ts'

type Filter = Omit<CheckRowFilter, 'accountId' | 'now' | 'unobserved'>

/** Checks by their ids, those that a filter lets through, or all; exactly one of the three. */
export interface BulkSelection {
  readonly ids: readonly string[] | null
  readonly filter: Filter | null
  readonly isAll: boolean
  /** How many checks the caller knows that it selects; needed for all. */
  readonly confirmedCount: number | null
}

/**
 * Changes or deletes many checks of an account in one transaction: all of them or none. Throws CHECK_NOT_FOUND when one
 * of the ids is not of the account, BULK_SELECTION_INVALID, BULK_FILTER_EMPTY, BULK_TOO_LARGE, BULK_CHANGE_UNCONFIRMED
 * unless the selection has as many checks as were confirmed, and the faults of writing a check.
 */
export function changeChecks(
  store: Store,
  caller: Caller,
  selection: BulkSelection,
  change: BulkChangeInput,
): Promise<BulkChangeResource> {
  return store.db.transaction(async (tx) => {
    const { accountId, nowMs } = caller
    const ids = await selectedIds(tx, caller, selection)
    confirm(selection, ids.length)
    const before = change.delete
      ? await deleteAll(tx, caller, ids)
      : { fields: await changeAll(tx, store, caller, { ids, change }) }
    const changed = 'fields' in before ? before.fields.length : ids.length
    if (changed === 0) return { undoId: null, changed, unchanged: ids.length, undoUntil: null }
    const kept = { accountId, id: timeOrderedId(nowMs), before, expiresAt: new Date(nowMs + hourMs) }
    await insertBulkChange(tx, kept, new Date(nowMs))
    const undoUntil = kept.expiresAt.toISOString()
    return { undoId: kept.id, changed, unchanged: ids.length - changed, undoUntil }
  })
}

/** A request that selects everything is more often a mistake than a wish: the first one only says how much that is. */
function confirm({ isAll, confirmedCount }: BulkSelection, count: number): void {
  if (confirmedCount === count || (confirmedCount === null && !isAll)) return
  throw new Fault('BULK_CHANGE_UNCONFIRMED', { values: { count }, attributes: { count } })
}

async function selectedIds(
  tx: Queryable,
  { accountId, nowMs }: Caller,
  { ids, filter, isAll }: BulkSelection,
): Promise<readonly string[]> {
  if ([ids !== null, filter !== null, isAll].filter(Boolean).length !== 1) throw new Fault('BULK_SELECTION_INVALID')
  if (ids !== null) {
    const wanted = [...new Set(ids.map((id) => id.toLowerCase()))]
    const found = await lockCheckIds(tx, accountId, wanted)
    if (found.length < wanted.length) throw new Fault('CHECK_NOT_FOUND')
    return found
  }
  if (filter !== null && Object.values(filter).every((value) => value === null)) throw new Fault('BULK_FILTER_EMPTY')
  const unobserved = [...(await findUnobserved(tx, accountId)).keys()]
  const wanted = { ...(filter ?? everything), accountId, now: new Date(nowMs), unobserved }
  const found = await findFilteredIds(tx, wanted, largestBulkChange + 1)
  if (found.length > largestBulkChange) throw new Fault('BULK_TOO_LARGE', { values: { max: largestBulkChange } })
  return lockCheckIds(tx, accountId, found)
}

const everything: Filter = {
  search: null,
  states: null,
  checkTypes: null,
  tags: null,
  groupId: null,
  location: null,
  muted: null,
}

async function changeAll(
  tx: Queryable,
  store: Store,
  caller: Caller,
  { ids, change }: { readonly ids: readonly string[]; readonly change: BulkChangeInput },
): Promise<BulkFields[]> {
  const fields: BulkFields[] = []
  await validatePrivateLocations(tx, caller.accountId, change.privateLocations ?? [])
  for (const part of partsOf(ids)) {
    const checks = await lockCheckDefinitions(tx, store.encryption, caller.accountId, part)
    const changes = checks
      .map((before) => ({ before, after: changedCheck(before, change) }))
      .filter(({ before, after }) => !isSame(before, after))
    for (const { before, after } of changes) validateChange(caller, change, before, after)
    await saveChanged(tx, store, caller, changes)
    fields.push(...changes.map(({ before }) => ({ ...fieldsOf(before), version: before.version + 1 })))
  }
  return fields
}

/** Of what a bulk change writes only the frequency can contradict other fields, and plans limit it and locations. */
function validateChange(
  caller: Caller,
  change: BulkChangeInput,
  before: CheckDefinition,
  after: CheckDefinition,
): void {
  if (change.frequency !== undefined) validateCheck(after, caller, before)
  if (change.frequency !== undefined || change.locations)
    validateEntitlements(caller, change, { ...before.settings, ...before })
}

/** As `deleteCheck` does for one. */
async function deleteAll(tx: Queryable, { accountId, nowMs }: Caller, ids: readonly string[]): Promise<BulkBefore> {
  const rows = await readRowsOfChecks(tx, accountId, ids)
  await deleteChecks(tx, accountId, ids)
  const at = new Date(nowMs)
  await cancelRunsOfChecks(tx, ids, at)
  await deleteErrorGroupsOfChecks(tx, accountId, ids)
  const tasks = ids.map((checkId) => ({ accountId, checkId, kind: 'RESOLVE' as const, trigger: null, at }))
  await insertIncidentTasks(tx, tasks)
  return { rows }
}
