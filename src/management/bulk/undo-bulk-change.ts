import { entitlementOfCheckType } from '#contract'
import type { CheckDefinition, UndoneChangeResource } from '#contract'
import { effectiveCheck } from '#inheritance'
import { Fault, isUuid } from '#kernel'
import type { Caller } from '#kernel'
import { assertAllowance } from '#storage/accounts'
import {
  holdGroupDefinitions,
  holdPrivateLocations,
  lockCheckDefinitions,
  restoreRowsOfChecks,
  takeBulkChange,
} from '#storage/checks'
import type { BulkFields, CheckRows } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { validateEntitlements } from '../checks/validate-entitlements.ts'
import { refreshSchedules } from '../schedules/refresh-schedules.ts'
import { partsOf } from './parts-of.ts'
import { saveChanged } from './save-changed.ts'
import type { CheckChanged } from './save-changed.ts'

type Refused = UndoneChangeResource['refused'][number]

/**
 * Makes the checks of a bulk change what they were. Those that somebody changed since stay as they are, and are named.
 * Throws BULK_CHANGE_NOT_FOUND when it is too late, or when it was undone before, and ENTITLEMENT_DISABLED and
 * ENTITLEMENT_EXCEEDED when the plan allows less than there was: nothing is undone then.
 */
export function undoBulkChange(store: Store, caller: Caller, id: string): Promise<UndoneChangeResource> {
  return store.db.transaction(async (tx) => {
    const { accountId, nowMs } = caller
    const before = isUuid(id) ? await takeBulkChange(tx, accountId, id, new Date(nowMs)) : null
    if (before === null) throw new Fault('BULK_CHANGE_NOT_FOUND')
    if ('rows' in before) return restoreDeleted(tx, store, caller, before.rows)
    const outcomes: UndoneChangeResource[] = []
    for (const part of partsOf(before.fields)) outcomes.push(await restoreFields(tx, store, caller, part))
    return {
      restored: outcomes.reduce((sum, { restored }) => sum + restored, 0),
      refused: outcomes.flatMap(({ refused }) => refused),
    }
  })
}

async function restoreFields(
  tx: Queryable,
  store: Store,
  caller: Caller,
  fields: readonly BulkFields[],
): Promise<UndoneChangeResource> {
  const ids = fields.map(({ id }) => id)
  const found = await lockCheckDefinitions(tx, store.encryption, caller.accountId, ids)
  const now = new Map(found.map((check) => [check.id, check]))
  const groupIds = fields.flatMap(({ groupId }) => groupId ?? [])
  const groups = new Set(
    (await holdGroupDefinitions(tx, store.encryption, caller.accountId, groupIds)).map((g) => g.id),
  )
  const slugs = [...new Set(fields.flatMap(({ privateLocations }) => privateLocations))]
  const locations = slugs.length === 0 ? new Set() : await holdPrivateLocations(tx, caller.accountId, slugs)
  const reasonOf = (old: BulkFields, check: CheckDefinition | undefined): Refused['reason'] | null => {
    if (!check) return 'DELETED_SINCE'
    if (check.version !== old.version) return 'CHANGED_SINCE'
    if (old.groupId !== null && !groups.has(old.groupId)) return 'GROUP_GONE'
    return old.privateLocations.every((slug) => locations.has(slug)) ? null : 'LOCATION_GONE'
  }
  const refused: Refused[] = []
  const changes: CheckChanged[] = []
  for (const old of fields) {
    const check = now.get(old.id)
    const reason = reasonOf(old, check)
    if (reason !== null) refused.push({ checkId: old.id, reason })
    else if (check) changes.push({ before: check, after: { ...check, ...old, version: check.version } })
  }
  for (const { before, after } of changes) validateEntitlements(caller, after, before)
  await saveChanged(tx, store, caller, changes)
  return { restored: changes.length, refused }
}

/** Checks whose group was deleted since come back without it; subscriptions of deleted channels do not come back. */
async function restoreDeleted(
  tx: Queryable,
  { encryption }: Store,
  caller: Caller,
  rows: CheckRows,
): Promise<UndoneChangeResource> {
  const { accountId, nowMs } = caller
  const ids = await restoreRowsOfChecks(tx, accountId, rows)
  const restored = await lockCheckDefinitions(tx, encryption, accountId, ids)
  for (const entitlement of new Set(restored.map(({ checkType }) => entitlementOfCheckType(checkType))))
    if (entitlement) await assertAllowance(tx, caller, entitlement)
  const groupIds = [...new Set(restored.flatMap(({ groupId }) => groupId ?? []))]
  const held = await holdGroupDefinitions(tx, encryption, accountId, groupIds)
  const groups = new Map(held.map((group) => [group.id, group]))
  const changes = restored.map((check) => ({
    before: null,
    after: effectiveCheck(check, groups.get(check.groupId ?? 0) ?? null),
  }))
  await refreshSchedules(tx, changes, nowMs)
  return { restored: restored.length, refused: [] }
}
