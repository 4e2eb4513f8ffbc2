import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import type { Store } from '#storage'
import type { CheckDetails } from '../checks/check-details.ts'
import { getCheck } from '../checks/get-check.ts'
import { getGroup } from './get-group.ts'

/** One check of a group as the group makes it run. Throws CHECK_GROUP_NOT_FOUND and CHECK_NOT_FOUND. */
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
