import { wireCheckTypes } from '#contract'
import type { CheckDefinition, TriggerBody } from '#contract'
import { Fault } from '#kernel'
import { listTriggerCandidates } from '#storage/checks'
import type { Queryable, Store } from '#storage/database'
import type { CheckSessionRow } from '#storage/runs'
import { batchesOf, matchingChecks } from './matching-checks.ts'
import { startSessions } from '../sessions/start-sessions.ts'

type Target = NonNullable<TriggerBody['target']>

/**
 * Runs checks now at the request of a client: of all activated checks but heartbeats, those of the target. `matchTags`
 * are alternatives, each a list of tags a check must all have, its group's included; a `checkId` list restricts
 * further. Throws NO_CHECK_MATCHED.
 */
export function triggerSessions(
  store: Store,
  caller: { readonly accountId: string; readonly nowMs: number },
  target: Target = {},
): Promise<CheckSessionRow[]> {
  return store.db.transaction(async (tx) => {
    const matched = await activeChecks(tx, store, caller.accountId, target)
    if (matched.length === 0) throw new Fault('NO_CHECK_MATCHED')
    const sessions: CheckSessionRow[] = []
    for (const batch of batchesOf(matched))
      sessions.push(...(await startSessions(tx, batch, { runSource: 'TRIGGER_API', nowMs: caller.nowMs })))
    return sessions
  })
}

async function activeChecks(
  tx: Queryable,
  store: Store,
  accountId: string,
  target: Target,
): Promise<CheckDefinition[]> {
  const ids = await listTriggerCandidates(tx, { accountId, types: wireCheckTypes, ids: target.checkId ?? null })
  return matchingChecks(tx, store, ids, target)
}
