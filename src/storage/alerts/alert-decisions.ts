import { firstIdAt } from '#kernel'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { AlertDecisionsTable } from '../generated/tables.ts'

/** `derivation` and `verdict` are of the alerting room. */
export type AlertDecisionRow = Narrowed<AlertDecisionsTable, { readonly derivation: object; readonly verdict: object }>

export async function insertAlertDecisions(tx: Queryable, decisions: readonly AlertDecisionRow[]): Promise<void> {
  if (decisions.length === 0) return
  await tx.rows(
    `insert into alert_decisions (account_id, id, check_id, check_alert_id, derivation, verdict, created_at)
     select account_id, id, check_id, check_alert_id, derivation, verdict, created_at
     from jsonb_to_recordset($1::jsonb) as d (account_id uuid, id uuid, check_id uuid, check_alert_id uuid,
       derivation jsonb, verdict jsonb, created_at timestamptz)`,
    [recordset(decisions)],
  )
}

/**
 * Deletes up to so many decisions of each account that are older than a time. Returns how many there
 * were.
 */
export async function deleteOldAlertDecisions(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from alert_decisions where (account_id, id) in (
       select old.account_id, old.id from accounts cross join lateral (
         select account_id, id from alert_decisions
         where account_id = accounts.id and alert_decisions.id < $1 order by id limit $2) as old)`,
    [firstIdAt(before.getTime()), limit],
  )
  return rowCount
}

type DecisionKey = Pick<AlertDecisionRow, 'accountId' | 'checkId' | 'id'>

/** The last decisions about a check before an id, the newest first. */
export const listDecisionsBefore = (
  db: Queryable,
  { accountId, checkId, id }: DecisionKey,
  limit: number,
): Promise<AlertDecisionRow[]> =>
  db.rows(
    `select * from alert_decisions where account_id = $1 and check_id = $2 and id < $3 order by id desc limit $4`,
    [accountId, checkId, id, limit],
  )

/** The decisions about one alert, the oldest first: whether it is sent, and what was sent of it later. */
export const listDecisionsOfAlert = (
  db: Queryable,
  accountId: string,
  checkAlertId: string,
): Promise<AlertDecisionRow[]> =>
  db.rows(`select * from alert_decisions where account_id = $1 and check_alert_id = $2 order by id limit 50`, [
    accountId,
    checkAlertId,
  ])
