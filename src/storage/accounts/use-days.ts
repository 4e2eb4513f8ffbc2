import type { Queryable } from '../database/queryable.ts'
import type { AccountUse } from './allowances.ts'

export interface UseDay {
  /** Such as `2026-11-27`, in UTC. */
  readonly day: string
  readonly runs: number
  readonly storedBytes: number
  /** Of each entitlement with a quantity, by its key. */
  readonly used: Readonly<Record<string, number>>
}

/** The accounts whose use was not recorded since. */
export async function findAccountsToRecord(db: Queryable, since: Date): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from accounts where not exists (
       select from account_use_days where account_id = accounts.id and recorded_at > $1) order by id limit 1000`,
    [since],
  )
  return rows.map(({ id }) => id)
}

interface RecordedUse {
  readonly accountId: string
  readonly now: Date
  readonly use: AccountUse
  readonly runsToday: number
  readonly runsYesterday: number
}

/** Records the use of today, and how many runs there were yesterday, some of which are counted after midnight. */
export async function recordUse(tx: Queryable, one: RecordedUse): Promise<void> {
  const used = Object.fromEntries(one.use.entitlements.map(({ key, used: count }) => [key, count]))
  await tx.rows(
    `insert into account_use_days (account_id, day, runs, stored_bytes, used, recorded_at)
     select id, ($2::timestamptz at time zone 'UTC')::date, $3, $4, $5, $2::timestamptz from accounts where id = $1
     on conflict (account_id, day) do update
       set runs = $3, stored_bytes = $4, used = $5, recorded_at = $2::timestamptz`,
    [one.accountId, one.now, one.runsToday, one.use.storage.bytes, JSON.stringify(used)],
  )
  await tx.rows(
    `update account_use_days set runs = greatest(runs, $3)
     where account_id = $1 and day = ($2::timestamptz at time zone 'UTC')::date - 1`,
    [one.accountId, one.now, one.runsYesterday],
  )
}

/** The recorded days of an account from a day on, the oldest first. */
export const listUseDays = (db: Queryable, accountId: string, from: Date): Promise<UseDay[]> =>
  db.rows<{ [K in keyof UseDay]: UseDay[K] }>(
    `select day::text as day, runs, stored_bytes, used from account_use_days
     where account_id = $1 and day >= ($2::timestamptz at time zone 'UTC')::date order by account_use_days.day`,
    [accountId, from],
  )
