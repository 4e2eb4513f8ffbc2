import type { Queryable } from '../database/queryable.ts'

export interface CheckSummaryRow {
  readonly nextRunAt: Date | null
  readonly alerts: number
  readonly errors: number
  readonly previousId: string | null
  readonly nextId: string | null
}

const neighbour = (comparison: '<' | '>', direction: 'desc' | 'asc'): string =>
  `(select other.id from checks other
    where other.account_id = $1 and (folded(other.name), other.id) ${comparison} (folded(checks.name), checks.id)
    order by folded(other.name) ${direction}, other.id ${direction} limit 1)`

/** The counts around the runs of a check; alerts from `firstAlertId` on. Null: the account has no such check. */
export async function findCheckSummary(
  db: Queryable,
  { accountId, checkId }: { readonly accountId: string; readonly checkId: string },
  firstAlertId: string,
): Promise<CheckSummaryRow | null> {
  const [row] = await db.rows<{ [K in keyof CheckSummaryRow]: CheckSummaryRow[K] }>(
    `select times.next_run_at,
       (select count(*)::int from check_alerts
        where account_id = $1 and check_id = $2 and id >= $3 and alert_type <> 'NO_ALERT') as alerts,
       (select count(*)::int from error_groups
        where account_id = $1 and check_id = $2 and not archived_until_next_event and not archived_for_ever) as errors,
       ${neighbour('<', 'desc')} as previous_id, ${neighbour('>', 'asc')} as next_id
     from checks left join schedule_times times on times.check_id = checks.id
     where checks.account_id = $1 and checks.id = $2`,
    [accountId, checkId, firstAlertId],
  )
  return row ?? null
}
