import { checkTypes } from '#contract'
import type { CheckDefinition, TriggerBody } from '#contract'
import { Fault } from '#kernel'
import { listTriggerCandidates } from '#storage'
import type { CheckSessionRow, Queryable, Store } from '#storage'
import { loadEffectiveChecks } from './effective-checks.ts'
import { startSessions } from './start-sessions.ts'

type Target = NonNullable<TriggerBody['target']>

/** How many checks one statement reads and starts. */
const batchSize = 500
const wireTypes = Object.entries(checkTypes).flatMap(([type, { execution }]) => (execution === 'wire' ? [type] : []))

/**
 * Runs checks now, as a client asked (semantics-2 9.1): of all activated checks that probe something, those of the
 * target. `matchTags` are alternatives, each a list of tags a check must all have, its group's included; a `checkId`
 * list narrows further. Throws NO_CHECK_MATCHED.
 */
export function triggerSessions(
  store: Store,
  caller: { readonly accountId: string; readonly nowMs: number },
  target: Target = {},
): Promise<CheckSessionRow[]> {
  return store.db.transaction(async (tx) => {
    const ids = await listTriggerCandidates(tx, {
      accountId: caller.accountId,
      types: wireTypes,
      ids: target.checkId ?? null,
    })
    const matched = await matchingChecks(tx, store, ids, target)
    if (matched.length === 0) throw new Fault('NO_CHECK_MATCHED')
    const sessions: CheckSessionRow[] = []
    for (const batch of batchesOf(matched))
      sessions.push(...(await startSessions(tx, batch, { runSource: 'TRIGGER_API', nowMs: caller.nowMs })))
    return sessions
  })
}

async function matchingChecks(
  tx: Queryable,
  { seal }: Store,
  ids: readonly string[],
  target: Target,
): Promise<CheckDefinition[]> {
  const matched: CheckDefinition[] = []
  for (const batch of batchesOf(ids)) {
    const effective = await loadEffectiveChecks(tx, seal, batch)
    const checks = batch.flatMap((id) => effective.get(id)?.check ?? [])
    matched.push(...checks.filter((check) => check.activated && hasTags(check.tags, target.matchTags)))
  }
  return matched
}

const hasTags = (tags: readonly string[], alternatives: Target['matchTags']): boolean =>
  alternatives === undefined || alternatives.some((all) => all.every((tag) => tags.includes(tag)))

function batchesOf<T>(items: readonly T[]): T[][] {
  const batches: T[][] = []
  for (let start = 0; start < items.length; start += batchSize) batches.push(items.slice(start, start + batchSize))
  return batches
}
