import { Fault } from '#kernel'
import { findGroupDefinitions } from '#storage/checks'
import type { Store } from '#storage/database'
import type { CheckSessionRow } from '#storage/runs'
import { runnableChecks } from './runnable-checks.ts'
import { startSessions } from '../sessions/start-sessions.ts'

/**
 * Runs the activated checks of a group now, in their order and as many at once as its `concurrency` says, each in the
 * locations in which it runs by itself. Throws CHECK_GROUP_NOT_FOUND and NO_CHECK_MATCHED.
 */
export function runGroup(
  store: Store,
  { accountId, nowMs }: { readonly accountId: string; readonly nowMs: number },
  groupId: number,
): Promise<CheckSessionRow[]> {
  return store.db.transaction(async (tx) => {
    const [group] = await findGroupDefinitions(tx, store.encryption, [groupId])
    if (group?.accountId !== accountId) throw new Fault('CHECK_GROUP_NOT_FOUND')
    const { checks, concurrency } = await runnableChecks(tx, store.encryption, { checkId: null, groupId })
    if (checks.length === 0) throw new Fault('NO_CHECK_MATCHED')
    return startSessions(tx, checks, { runSource: 'TRIGGER_API', nowMs, concurrency })
  })
}
