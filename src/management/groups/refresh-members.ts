import { isInboundType } from '#contract'
import type { GroupDefinition } from '#contract'
import { effectiveCheck } from '#inheritance'
import { listCheckDefinitionsOfGroup, lockTimers, saveTimerPlans } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import { validateRuntime } from '../checks/validate-references.ts'
import { refreshSchedules } from '../schedules/refresh-schedules.ts'
import { timerOfEdit } from '../schedules/timer-of-edit.ts'

/**
 * Updates the schedules and heartbeat timers of all members to the settings of the group, in one batch each. Throws
 * RUNTIME_NOT_SUPPORTED when the group names a runtime that a member cannot run with.
 */
export async function refreshMembers(
  tx: Queryable,
  { encryption }: Store,
  groups: { readonly before: GroupDefinition; readonly after: GroupDefinition },
  nowMs: number,
): Promise<void> {
  const { accountId, id } = groups.after
  const members = await listCheckDefinitionsOfGroup(tx, encryption, accountId, id)
  const changes = members.map((check) => ({
    before: effectiveCheck(check, groups.before),
    after: effectiveCheck(check, groups.after),
  }))
  for (const { after } of changes) validateRuntime(after)
  await refreshSchedules(tx, changes, nowMs)
  const heartbeats = new Map(
    changes.filter(({ after }) => isInboundType(after.checkType)).map((it) => [it.after.id, it]),
  )
  const timers = await lockTimers(tx, encryption, [...heartbeats.keys()])
  const plans = timers.flatMap((timer) => {
    const change = heartbeats.get(timer.checkId)
    return change ? [{ checkId: timer.checkId, ...timerOfEdit(change, timer, nowMs) }] : []
  })
  await saveTimerPlans(tx, plans)
}
