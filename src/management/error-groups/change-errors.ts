import type { ChangedErrors, ErrorChanges } from '#contract'
import type { Caller } from '#kernel'
import { archiveErrors } from '#storage/error-groups'
import type { Store } from '#storage/database'

/** Archives errors of checks and of test sessions, or brings them back; answers how they were. */
export async function changeErrors(
  { db }: Store,
  { accountId, nowMs }: Caller,
  { errors }: ErrorChanges,
): Promise<ChangedErrors> {
  const wanted = new Map(errors.map(({ id, state }) => [id.toLowerCase(), state]))
  const changes = [...wanted].map(([id, state]) => ({
    id,
    archivedUntilNextEvent: state === 'UNTIL_NEXT',
    archivedForEver: state === 'ARCHIVED',
  }))
  const before = await archiveErrors(db, accountId, changes, new Date(nowMs))
  return {
    previous: before.map(({ id, archivedForEver, archivedUntilNextEvent }) => ({
      id,
      state: archivedForEver ? 'ARCHIVED' : archivedUntilNextEvent ? 'UNTIL_NEXT' : 'OPEN',
    })),
  }
}
