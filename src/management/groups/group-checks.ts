import type { Page } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import type { PageWindow, Store } from '#storage/database'
import type { CheckDetails } from '../checks/check-details.ts'
import { getCheck, listChecks } from '../checks/read-checks.ts'
import { getGroup } from './groups.ts'

/** One page of a group's checks in the order of the group, with its settings applied. Throws CHECK_GROUP_NOT_FOUND. */
export async function listGroupChecks(
  store: Store,
  caller: Caller,
  { groupId, limit, offset }: { readonly groupId: number } & PageWindow,
): Promise<Page<CheckDetails>> {
  await getGroup(store, caller, { id: groupId })
  return listChecks(store, caller, { filter: { groupId }, applyGroupSettings: true, limit, offset })
}

/** One check of a group with the settings of the group applied. Throws CHECK_GROUP_NOT_FOUND and CHECK_NOT_FOUND. */
export async function getGroupCheck(
  store: Store,
  caller: Caller,
  { groupId, checkId }: { readonly groupId: number; readonly checkId: string },
): Promise<CheckDetails> {
  await getGroup(store, caller, { id: groupId })
  const details = await getCheck(store, caller, { id: checkId, applyGroupSettings: true })
  if (details.check.groupId !== groupId) throw new Fault('CHECK_NOT_FOUND')
  return details
}
