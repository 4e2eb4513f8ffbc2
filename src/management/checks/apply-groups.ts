import type { CheckDefinition } from '#contract'
import { effectiveCheck } from '#inheritance'
import { Fault } from '#kernel'
import { holdGroupDefinitions } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import type { EffectiveChange } from '../schedules/refresh-schedules.ts'

/**
 * Applies groups to a check before and after a change and locks them, so that no concurrent edit of a group is missed.
 * Throws GROUP_UNKNOWN when the account does not have the new group of the check.
 */
export async function applyGroups(
  tx: Queryable,
  { encryption }: Store,
  before: CheckDefinition | null,
  after: CheckDefinition,
): Promise<EffectiveChange> {
  const ids = [before?.groupId, after.groupId].filter((id) => typeof id === 'number')
  const held = await holdGroupDefinitions(tx, encryption, after.accountId, [...new Set(ids)])
  const groups = new Map(held.map((group) => [group.id, group]))
  const { groupId } = after
  if (groupId !== null && !groups.has(groupId))
    throw new Fault('GROUP_UNKNOWN', {
      values: { groupId },
      problems: [{ path: 'groupId', rule: 'reference', parameters: { value: groupId } }],
    })
  const apply = (check: CheckDefinition): CheckDefinition =>
    effectiveCheck(check, groups.get(check.groupId ?? 0) ?? null)
  return { before: before === null ? null : apply(before), after: apply(after) }
}
