import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { deleteCheck as deleteCheckRow } from '#storage/checks'
import { deleteErrorGroupsOfCheck } from '#storage/error-groups'
import { cancelRunsOfChecks } from '#storage/runs'
import { insertIncidentTasks } from '#storage/status-pages'
import type { Store } from '#storage/database'
import { checkIdOf } from './read-checks.ts'

/**
 * Deletes a check with its schedule, state, timer, error groups and subscriptions, cancels its runs and has the incident it opened
 * resolved. Its results stay until their retention ends. Throws CHECK_NOT_FOUND.
 */
export async function deleteCheck(store: Store, caller: Caller, { id }: { readonly id: string }): Promise<void> {
  const checkId = checkIdOf(id)
  await store.db.transaction(async (tx) => {
    // The schedule goes first, so that a scheduler that is just starting a run is waited for.
    if (!(await deleteCheckRow(tx, caller.accountId, checkId))) throw new Fault('CHECK_NOT_FOUND')
    const now = new Date(caller.nowMs)
    await cancelRunsOfChecks(tx, [checkId], now)
    await deleteErrorGroupsOfCheck(tx, caller.accountId, checkId)
    await insertIncidentTasks(tx, [{ accountId: caller.accountId, checkId, kind: 'RESOLVE', trigger: null, at: now }])
  })
}
