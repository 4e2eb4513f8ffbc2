import type { CheckType } from '#contract'
import type { CheckStateRow } from './check-states.ts'
import type { Queryable } from '../database/queryable.ts'

/** The data of the badge of one check. */
export interface BadgeCheckRow {
  readonly id: string
  readonly accountId: string
  readonly name: string
  readonly checkType: CheckType
  /** Of the check and its group. */
  readonly activated: boolean
  readonly status: CheckStateRow['status']
  readonly lastResponseTimeMs: number | null
}

/** Of accounts that keep their badges private there is nothing to find. */
const isPublic = `coalesce((accounts.settings ->> 'publicBadges')::boolean, true)`

export async function findBadgeCheck(db: Queryable, checkId: string): Promise<BadgeCheckRow | null> {
  const rows = await db.namedRows<BadgeCheckRow>(
    'find-badge-check',
    `select checks.id, checks.account_id, checks.name, checks.check_type, checks.activated and coalesce(check_groups.activated, true) as activated,
       state.status, state.last_response_time_ms
     from checks
     join accounts on accounts.id = checks.account_id and ${isPublic}
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     left join check_states state on state.check_id = checks.id
     where checks.id = $1`,
    [checkId],
  )
  return rows[0] ?? null
}

export interface BadgeGroupRow {
  readonly accountId: string
  readonly name: string
  readonly activated: boolean
  /** Of the members that are activated. */
  readonly members: readonly Pick<BadgeCheckRow, 'id' | 'checkType' | 'status' | 'lastResponseTimeMs'>[]
  /** Activated or not. */
  readonly memberCount: number
}

export async function findBadgeGroup(db: Queryable, token: string): Promise<BadgeGroupRow | null> {
  const rows = await db.namedRows<BadgeGroupRow>(
    'find-badge-group',
    `select check_groups.account_id, check_groups.name, check_groups.activated, count(checks.id)::int as member_count,
       coalesce(jsonb_agg(jsonb_build_object('id', checks.id, 'checkType', checks.check_type, 'status', state.status,
         'lastResponseTimeMs', state.last_response_time_ms)) filter (where checks.activated), '[]') as members
     from check_groups
     join accounts on accounts.id = check_groups.account_id and ${isPublic}
     left join checks on checks.account_id = check_groups.account_id and checks.group_id = check_groups.id
     left join check_states state on state.check_id = checks.id
     where check_groups.badge_token = $1
     group by check_groups.account_id, check_groups.id, check_groups.name, check_groups.activated`,
    [token],
  )
  return rows[0] ?? null
}

/** Null for a group that is not of the account; the token is null while the badge is turned off. */
export async function findBadgeToken(
  db: Queryable,
  accountId: string,
  id: number,
): Promise<{ readonly token: string | null } | null> {
  const rows = await db.rows<{ token: string | null }>(
    `select badge_token as token from check_groups where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Gives a group this token unless it has one. Answers the token in force; null for a group that is not of the account. */
export async function keepBadgeToken(
  db: Queryable,
  { accountId, id, token }: { readonly accountId: string; readonly id: number; readonly token: string },
): Promise<string | null> {
  const rows = await db.rows<{ token: string }>(
    `update check_groups set badge_token = coalesce(badge_token, $3) where account_id = $1 and id = $2
     returning badge_token as token`,
    [accountId, id, token],
  )
  return rows[0]?.token ?? null
}

/** Whether there is such a group. */
export async function clearBadgeToken(db: Queryable, accountId: string, id: number): Promise<boolean> {
  const rows = await db.rows(
    `update check_groups set badge_token = null where account_id = $1 and id = $2 returning id`,
    [accountId, id],
  )
  return rows.length > 0
}
