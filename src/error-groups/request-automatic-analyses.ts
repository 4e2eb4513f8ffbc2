import { timeOrderedId } from '#kernel'
import { notify } from '#storage/database'
import { insertAnalyses } from '#storage/error-groups'
import type { Queryable } from '#storage/database'
import type { TouchedErrorGroup, TouchedTestSessionErrorGroup } from '#storage/error-groups'

/** Time for the other locations of the tick to report, so that the analysis can compare them. */
const delayMs = 15_000

/** Requests one analysis of each new group, in the transaction that creates it. */
export async function requestAutomaticAnalyses(
  tx: Queryable,
  groups: readonly (TouchedErrorGroup | TouchedTestSessionErrorGroup)[],
  { of, nowMs }: { readonly of: 'checks' | 'test sessions'; readonly nowMs: number },
): Promise<void> {
  const created = groups.filter((group) => group.isNew)
  if (created.length === 0) return
  await insertAnalyses(
    tx,
    created.map((group) => ({
      accountId: group.accountId,
      id: timeOrderedId(nowMs),
      errorGroupId: of === 'checks' ? group.id : null,
      testSessionErrorGroupId: of === 'checks' ? null : group.id,
      checkId: group.checkId,
      checkType: group.checkType,
      isAutomatic: true,
      userContext: '',
    })),
    { createdAt: new Date(nowMs), claimableAt: new Date(nowMs + delayMs) },
  )
  await notify(tx, 'root_cause_analyses')
}
