import type { Database } from '#storage/database'

/** The parts of a stored result that tests compare; null when there is none. */
export async function readCheckResult(
  db: Database,
  accountId: string,
  id: string,
): Promise<{ readonly outcome: string; readonly resultType: string; readonly error: string | null } | null> {
  const rows = await db.rows<{ outcome: string; resultType: string; error: string | null }>(
    `select outcome, result_type, error from check_results where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}
