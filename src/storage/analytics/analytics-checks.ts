import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** The labels of metrics of a check. */
export interface AnalyticsCheck {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly activated: boolean
  readonly muted: boolean
  /** Minutes. */
  readonly frequency: number | null
  readonly tags: string[]
}

/** Checks of an account with these ids, in no particular order; ids of others are left out. */
export const findAnalyticsChecks = (
  db: Queryable,
  accountId: string,
  ids: readonly string[],
): Promise<AnalyticsCheck[]> =>
  db.rows<AnalyticsCheck & Record<string, unknown>>(
    `select id, name, check_type, activated, muted, frequency, tags
     from checks where account_id = $1 and id = any($2::uuid[])`,
    [accountId, ids],
  )

/** All checks of an account that have all the tags, by name. */
export const listAnalyticsChecks = (
  db: Queryable,
  accountId: string,
  filter: { readonly tags: readonly string[]; readonly activated: boolean | null },
): Promise<AnalyticsCheck[]> =>
  db.rows<AnalyticsCheck & Record<string, unknown>>(
    `select id, name, check_type, activated, muted, frequency, tags
     from checks where account_id = $1 and tags @> $2::text[] and ($3::boolean is null or activated = $3)
     order by name, id`,
    [accountId, filter.tags, filter.activated],
  )

/** How many checks an account has. */
export async function countChecks(db: Queryable, accountId: string): Promise<number> {
  const [row] = await db.rows<{ size: number }>(`select count(*)::int as size from checks where account_id = $1`, [
    accountId,
  ])
  return row?.size ?? 0
}
