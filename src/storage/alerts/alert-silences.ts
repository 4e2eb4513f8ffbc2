import type { LabelMatcher } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { AlertSilencesTable } from '../generated/tables.ts'

export type AlertSilenceRow = Narrowed<AlertSilencesTable, { readonly matchers: LabelMatcher[] }>

/** Silences that end after a time, those that end first at the beginning. */
export const listAlertSilences = (
  db: Queryable,
  accountIds: readonly string[],
  endingAfter: Date,
): Promise<AlertSilenceRow[]> =>
  db.namedRows<AlertSilenceRow>(
    'list-alert-silences',
    `select * from alert_silences where account_id = any($1::uuid[]) and ends_at > $2 order by ends_at, id limit 2000`,
    [accountIds, endingAfter],
  )

export async function countAlertSilences(tx: Queryable, accountId: string, endingAfter: Date): Promise<number> {
  const rows = await tx.rows<{ count: number }>(
    `select count(*)::int as count from alert_silences where account_id = $1 and ends_at > $2`,
    [accountId, endingAfter],
  )
  return rows[0]?.count ?? 0
}

export async function findAlertSilence(db: Queryable, accountId: string, id: string): Promise<AlertSilenceRow | null> {
  const rows = await db.rows<AlertSilenceRow>(`select * from alert_silences where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** Writes a silence, or changes the one with its id. */
export const saveAlertSilence = (tx: Queryable, row: AlertSilenceRow): Promise<unknown> =>
  tx.rows(
    `insert into alert_silences (account_id, id, source_id, matchers, starts_at, ends_at, created_by, comment, created_at,
       updated_at)
     values ($1, $2, $3, $4::jsonb, $5, $6, $7, $8, $9, $10)
     on conflict (account_id, id) do update set matchers = excluded.matchers, starts_at = excluded.starts_at,
       ends_at = excluded.ends_at, comment = excluded.comment, updated_at = excluded.updated_at`,
    [
      row.accountId,
      row.id,
      row.sourceId,
      JSON.stringify(row.matchers),
      row.startsAt,
      row.endsAt,
      row.createdBy,
      row.comment,
      row.createdAt,
      row.updatedAt,
    ],
  )

/** Ends a silence that has not ended yet. */
export const endAlertSilence = (tx: Queryable, accountId: string, id: string, now: Date): Promise<boolean> =>
  findsAny(
    tx,
    `update alert_silences set ends_at = $3, updated_at = $3 where account_id = $1 and id = $2 and ends_at > $3 returning id`,
    [accountId, id, now],
  )

export const deleteOldAlertSilences = (db: Queryable, before: Date): Promise<unknown> =>
  db.rows(`delete from alert_silences where ends_at < $1`, [before])
