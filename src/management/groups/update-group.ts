import { givenBody } from '#contract'
import type { Given, GroupDefinition } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findLinkedGroup, lockGroupDefinition, releaseHeldOfGroup, updateGroup as updateGroupRow } from '#storage'
import type { LinkedGroup, Store } from '#storage'
import { judgeEntitlements } from '../checks/judge-entitlements.ts'
import { saveSubscriptions } from '../checks/save-subscriptions.ts'
import { judgePrivateLocations } from '../locations/judge-private-locations.ts'
import { judgeSnippets } from '../snippets/judge-snippets.ts'
import { applyGroupInput } from './apply-group-input.ts'
import type { GroupInput } from './group-input.ts'
import { judgeGroup } from './judge-group.ts'
import { refreshMembers } from './refresh-members.ts'

export interface GroupEdit {
  readonly id: number
  /** Judged by the update schema of the route. */
  readonly body: Given<GroupInput>
}

/**
 * Changes the fields a body names: absent keeps, null clears, objects are replaced whole. Members run by the new settings from their next run on.
 * Throws CHECK_GROUP_NOT_FOUND and what makes a group impossible.
 */
export async function updateGroup(store: Store, caller: Caller, { id, body: given }: GroupEdit): Promise<LinkedGroup> {
  const { accountId, nowMs } = caller
  return store.db.transaction(async (tx) => {
    const before = await lockGroupDefinition(tx, store.seal, accountId, id)
    if (!before) throw new Fault('CHECK_GROUP_NOT_FOUND')
    const body = givenBody(given, { ...before.settings, ...before })
    const after = editedGroup(before, body, caller)
    judgeGroup(after)
    judgeEntitlements(caller, body, before.settings)
    await judgePrivateLocations(tx, accountId, after.settings.privateLocations ?? [])
    await judgeSnippets(tx, accountId, after.settings)
    await updateGroupRow(tx, store.seal, after)
    await refreshMembers(tx, store, { before, after }, nowMs)
    if (body.alertChannelSubscriptions)
      await saveSubscriptions(tx, accountId, { groupId: id }, body.alertChannelSubscriptions)
    await releaseHeldOfGroup(tx, accountId, id, new Date(nowMs))
    const linked = await findLinkedGroup(tx, store.seal, accountId, id)
    return linked ?? { group: after, subscriptions: [] }
  })
}

const editedGroup = (group: GroupDefinition, body: GroupInput, caller: Caller): GroupDefinition => ({
  ...applyGroupInput(group, body),
  version: group.version + 1,
  updatedAt: new Date(caller.nowMs),
})
