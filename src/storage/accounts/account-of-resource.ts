import type { LocatedType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

/** The searched id: a UUID or a number, by its type; the other one is null. */
export interface ResourceKey {
  readonly type: LocatedType
  readonly uuid: string | null
  readonly number: number | null
}

/** Which of these accounts has a resource; null for none of them. */
export async function findAccountOfResource(
  db: Queryable,
  { type, uuid, number }: ResourceKey,
  accountIds: readonly string[],
): Promise<string | null> {
  const [row] = await db.rows<{ accountId: string }>(
    `select account_id from checks where $1 = 'CHECK' and id = $2::uuid and account_id = any($4::uuid[])
     union all
     select account_id from private_locations
     where $1 = 'PRIVATE_LOCATION' and id = $2::uuid and account_id = any($4::uuid[])
     union all
     select account_id from test_sessions
     where $1 = 'TEST_SESSION' and id = $2::uuid and account_id = any($4::uuid[])
     union all
     select account_id from check_groups
     where $1 = 'CHECK_GROUP' and id = $3::bigint and account_id = any($4::uuid[])
     union all
     select account_id from alert_channels
     where $1 = 'ALERT_CHANNEL' and id = $3::bigint and account_id = any($4::uuid[])`,
    [type, uuid, number, accountIds],
  )
  return row?.accountId ?? null
}
