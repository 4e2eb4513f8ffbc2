import { listFailures } from '#storage/status-pages'
import type { Queryable } from '#storage/database'
import type { IncidentRow } from '#storage/status-pages'

/** The checks that opened an incident or joined it. */
export async function checksBehind(
  db: Queryable,
  { accountId, id, openedByCheckId }: Pick<IncidentRow, 'accountId' | 'id' | 'openedByCheckId'>,
): Promise<string[]> {
  const joined = (await listFailures(db, accountId, id)).map(({ checkId }) => checkId)
  return [...new Set([...(openedByCheckId === null ? [] : [openedByCheckId]), ...joined])]
}
