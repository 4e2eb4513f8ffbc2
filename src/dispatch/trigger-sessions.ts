import { checkTypeNames, wireCheckTypes, whyNeverRun } from '#contract'
import type { CheckDefinition, CheckType, TriggerBody } from '#contract'
import { Fault } from '#kernel'
import { listTriggerCandidates } from '#storage'
import type { CheckSessionRow, Queryable, Store } from '#storage'
import { batchesOf, matchingChecks } from './matching-checks.ts'
import { startSessions } from './start-sessions.ts'

type Target = NonNullable<TriggerBody['target']>

const unrunnableTypes = checkTypeNames().filter((type) => whyNeverRun(type) !== null)

/**
 * Runs checks now at the request of a client: of all activated checks that can be run, those of the target. `matchTags`
 * are alternatives, each a list of tags a check must all have, its group's included; a `checkId` list restricts
 * further. Throws NO_CHECK_MATCHED, and NO_RUNNER_FOR_TYPE when no runner can run the matching checks.
 */
export function triggerSessions(
  store: Store,
  caller: { readonly accountId: string; readonly nowMs: number },
  target: Target = {},
): Promise<CheckSessionRow[]> {
  return store.db.transaction(async (tx) => {
    const matched = await activeChecks(tx, store, { accountId: caller.accountId, types: wireCheckTypes, target })
    if (matched.length === 0) await rejectTarget(tx, store, { accountId: caller.accountId, target })
    const sessions: CheckSessionRow[] = []
    for (const batch of batchesOf(matched))
      sessions.push(...(await startSessions(tx, batch, { runSource: 'TRIGGER_API', nowMs: caller.nowMs })))
    return sessions
  })
}

interface TargetRequest {
  readonly accountId: string
  readonly target: Target
}

async function activeChecks(
  tx: Queryable,
  store: Store,
  { accountId, types, target }: TargetRequest & { readonly types: readonly CheckType[] },
): Promise<CheckDefinition[]> {
  const ids = await listTriggerCandidates(tx, { accountId, types, ids: target.checkId ?? null })
  return matchingChecks(tx, store, ids, target)
}

/** Throws NO_RUNNER_FOR_TYPE when the target matches only checks that no runner can run, else NO_CHECK_MATCHED. */
async function rejectTarget(tx: Queryable, store: Store, requested: TargetRequest): Promise<never> {
  const matched = await activeChecks(tx, store, { ...requested, types: unrunnableTypes })
  if (matched.length === 0) throw new Fault('NO_CHECK_MATCHED')
  const types = [...new Set(matched.map((check) => check.checkType))].toSorted()
  throw new Fault('NO_RUNNER_FOR_TYPE', { values: { types: types.join(', ') } })
}
