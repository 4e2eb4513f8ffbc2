import { alertChannelTypes, channelTypes, checkTypeNames, entitlementOfCheckType } from '#contract'
import type { Allowances, ChannelEntitlement, CheckType, MeteredEntitlement, OtherMeteredEntitlement } from '#contract'
import { assertEntitled } from '#kernel'
import type { Queryable } from '../database/queryable.ts'

/** The names of channel types as SQL: constants of the code, no input. */
const namesOfTypes = (entitlement: ChannelEntitlement): string =>
  alertChannelTypes
    .filter((type) => channelTypes[type].entitlement === entitlement)
    .map((type) => `'${type}'`)
    .join(', ')

/** The rows that each entitlement with a quantity counts besides checks, in an account ($1) at a time ($2). */
const counted: { readonly [K in OtherMeteredEntitlement]: string } = {
  CHECK_GROUPS: `check_groups where true`,
  ENVIRONMENT_VARIABLES: `variables where true`,
  ALERT_CHANNELS: `alert_channels where true`,
  SMS_ALERTS: `alert_channels where type in (${namesOfTypes('SMS_ALERTS')})`,
  MAINTENANCE_WINDOWS: `maintenance_windows where true`,
  ROOT_CAUSE_ANALYSES: `root_cause_analyses where not is_automatic and created_at > $2::timestamptz - interval '30 days'`,
  DEPLOYMENT_TRIGGERS: `deployment_triggers where true`,
  PRIVATE_LOCATIONS: `private_locations where true`,
  SNIPPETS: `snippets where true`,
  CLIENT_CERTIFICATES: `client_certificates where true`,
  STATUS_PAGES: `status_pages where true`,
  STATUS_PAGE_SUBSCRIBERS: `status_page_subscribers where verified_at is not null`,
  DASHBOARDS: `dashboards where true`,
}

const typesCountedBy = (entitlement: MeteredEntitlement): CheckType[] =>
  checkTypeNames().filter((type) => entitlementOfCheckType(type) === entitlement)

const isOther = (entitlement: MeteredEntitlement): entitlement is OtherMeteredEntitlement =>
  Object.hasOwn(counted, entitlement)

/** The types of checks that count are in $3. */
const countedBy = (entitlement: MeteredEntitlement): string =>
  isOther(entitlement)
    ? `${counted[entitlement]} and $3::text[] is not null`
    : `checks where check_type = any($3::text[])`

export interface AllowanceHolder {
  readonly accountId: string
  readonly nowMs: number
  readonly allowances?: Allowances
}

/**
 * To be called after something was added and before the transaction ends: throws ENTITLEMENT_DISABLED and
 * ENTITLEMENT_EXCEEDED. Accounts that add at once wait for each other, so that none sees too few. Costs nothing where
 * the operator set no quantity.
 */
export async function assertAllowance(
  tx: Queryable,
  { accountId, nowMs, allowances }: AllowanceHolder,
  entitlement: MeteredEntitlement,
): Promise<void> {
  assertEntitled(allowances, entitlement)
  if (allowances?.[entitlement] === undefined) return
  await tx.rows(`select pg_advisory_xact_lock(hashtextextended($1, 4711))`, [`allowance ${accountId} ${entitlement}`])
  const rows = await tx.rows<{ used: number }>(
    `select count(*)::int as used from ${countedBy(entitlement)} and account_id = $1 and $2::timestamptz is not null`,
    [accountId, new Date(nowMs), typesCountedBy(entitlement)],
  )
  assertEntitled(allowances, entitlement, rows[0]?.used ?? 0)
}

export interface AccountUse {
  readonly entitlements: readonly { readonly key: MeteredEntitlement; readonly used: number }[]
  /** Of files of runs, and golden files. */
  readonly storage: { readonly files: number; readonly bytes: number }
}

const others = Object.keys(counted) as OtherMeteredEntitlement[]
const everyOther = others
  .map(
    (key) => `select '${key}' as key, count(*)::int as used from ${counted[key]} and account_id = $1
      and $2::timestamptz is not null`,
  )
  .join(' union all ')

/** Counts everything of an account that an entitlement may limit. */
export async function countUse(
  db: Queryable,
  { accountId, nowMs }: Pick<AllowanceHolder, 'accountId' | 'nowMs'>,
): Promise<AccountUse> {
  const byType = await db.rows<{ type: CheckType; used: number }>(
    `select check_type as type, count(*)::int as used from checks where account_id = $1 group by check_type`,
    [accountId],
  )
  const rest = await db.rows<{ key: OtherMeteredEntitlement; used: number }>(everyOther, [accountId, new Date(nowMs)])
  const [storage] = await db.rows<{ files: number; bytes: number }>(
    `select stored_files::int as files, stored_bytes::double precision as bytes from artifact_usage where account_id = $1`,
    [accountId],
  )
  const ofChecks = new Set(checkTypeNames().flatMap((type) => entitlementOfCheckType(type) ?? []))
  const checks = [...ofChecks].map((key) => ({
    key,
    used: byType.reduce((sum, { type, used }) => sum + (entitlementOfCheckType(type) === key ? used : 0), 0),
  }))
  return { entitlements: [...checks, ...rest], storage: storage ?? { files: 0, bytes: 0 } }
}
