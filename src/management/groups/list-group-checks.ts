import type { Page } from '#contract'
import type { Caller } from '#kernel'
import type { PageWindow, Store } from '#storage'
import type { CheckDetails } from '../checks/check-details.ts'
import { listChecks } from '../checks/list-checks.ts'
import { getGroup } from './get-group.ts'

/** One page of a group's checks in the order of the group, as the group makes them run. Throws CHECK_GROUP_NOT_FOUND. */
export async function listGroupChecks(
  store: Store,
  caller: Caller,
  { groupId, limit, offset }: { readonly groupId: number } & PageWindow,
): Promise<Page<CheckDetails>> {
  await getGroup(store, caller, { id: groupId })
  return listChecks(store, caller, { filter: { groupId }, applyGroupSettings: true, limit, offset })
}
