import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findCheckSession, listResultsOfSession } from '#storage'
import type { CheckResultSummary, CheckSessionRow, Store } from '#storage'

export interface SessionView {
  readonly session: CheckSessionRow
  /** Attempts included, oldest first. */
  readonly results: readonly CheckResultSummary[]
}

/** A session with the results it has so far. Throws CHECK_SESSION_NOT_FOUND. */
export async function getSession(store: Store, caller: Caller, id: string): Promise<SessionView> {
  const { accountId } = caller
  const session = await findCheckSession(store.db, accountId, id)
  if (session === null) throw new Fault('CHECK_SESSION_NOT_FOUND')
  return { session, results: await listResultsOfSession(store.db, { accountId, checkId: session.check_id, id }) }
}
