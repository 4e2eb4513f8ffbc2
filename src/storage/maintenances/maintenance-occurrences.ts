import type { CheckType, MaintenanceStatus, MaintenanceVisibility } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { definitionOfWindow } from './maintenance-windows.ts'
import type { MaintenanceWindowDefinition, MaintenanceWindowRow, WindowToPlan } from './maintenance-windows.ts'

/** The scope of a window, as its columns. */
export type WindowCoverage = Pick<
  MaintenanceWindowDefinition,
  'name' | 'tags' | 'pauseAllChecks' | 'silenceAlertsTags' | 'silenceAllAlerts'
>

export interface MaintenanceInSpan {
  readonly id: string
  readonly windowId: number
  readonly startsAt: Date
  readonly endsAt: Date
  readonly status: MaintenanceStatus
  readonly name: string
  readonly tags: string[]
  readonly pauseAllChecks: boolean
  readonly silenceAlertsTags: string[]
  readonly silenceAllAlerts: boolean
}

interface Span {
  readonly from: Date
  readonly to: Date
}

/** The maintenances of an account that take place at some time of a span, the first ones first; `to` is exclusive. */
export const listMaintenancesInSpan = (
  db: Queryable,
  accountId: string,
  { from, to }: Span,
): Promise<MaintenanceInSpan[]> =>
  db.rows<{ [K in keyof MaintenanceInSpan]: MaintenanceInSpan[K] }>(
    `select one.id, one.window_id, one.starts_at, one.ends_at, one.status, windows.name, windows.tags,
       windows.pause_all_checks, windows.silence_alerts_tags, windows.silence_all_alerts
     from maintenances one
     join maintenance_windows windows on windows.account_id = one.account_id and windows.id = one.window_id
     where one.account_id = $1 and one.starts_at < $3 and greatest(one.ends_at, one.effective_until) > $2
     order by one.starts_at, one.window_id`,
    [accountId, from, to],
  )

/** The windows of an account that take place again before a time, after the last maintenance that was made for them. */
export async function listWindowsRepeatedBefore(db: Queryable, accountId: string, to: Date): Promise<WindowToPlan[]> {
  const rows = await db.rows<MaintenanceWindowRow & { readonly planningDueAt: Date | null }>(
    `select * from maintenance_windows where account_id = $1 and planning_due_at < $2 order by id`,
    [accountId, to],
  )
  return rows.flatMap(({ planningDueAt, ...row }) =>
    planningDueAt === null ? [] : [{ window: definitionOfWindow(row), planningDueAt }],
  )
}

export interface CoveredCheck {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  readonly pauses: boolean
  readonly silences: boolean
  /** How many there are in all, and of each kind. */
  readonly total: number
  readonly totalPaused: number
  readonly totalSilenced: number
}

const tagsOfCheck = `(checks.tags || coalesce(check_groups.tags, '{}'))`
const checksWithGroups = `checks left join check_groups on check_groups.account_id = checks.account_id
  and check_groups.id = checks.group_id`

/** The first checks by name that a window of this scope pauses or silences. */
export const listCoveredChecks = (
  db: Queryable,
  accountId: string,
  scope: Omit<WindowCoverage, 'name'>,
  limit: number,
): Promise<CoveredCheck[]> =>
  db.rows<{ [K in keyof CoveredCheck]: CoveredCheck[K] }>(
    `with covered as (
       select checks.id, checks.name, checks.check_type, $2::boolean or $3::text[] && ${tagsOfCheck} as pauses,
         $4::boolean or $5::text[] && ${tagsOfCheck} as silences
       from ${checksWithGroups} where checks.account_id = $1)
     select id, name, check_type, pauses, silences, (count(*) over ())::int as total,
       (count(*) filter (where pauses) over ())::int as total_paused,
       (count(*) filter (where silences) over ())::int as total_silenced
     from covered where pauses or silences order by folded(name), id limit $6`,
    [accountId, scope.pauseAllChecks, scope.tags, scope.silenceAllAlerts, scope.silenceAlertsTags, limit],
  )

/** How many checks have each of these tags, themselves or by their group. */
export const countChecksOfTags = (
  db: Queryable,
  accountId: string,
  tags: readonly string[],
): Promise<{ tag: string; checks: number }[]> =>
  db.rows(
    `select wanted.tag, count(tagged.tag)::int as checks from unnest($2::text[]) with ordinality as wanted (tag, place)
     left join (select distinct checks.id, unnest(${tagsOfCheck}) as tag from ${checksWithGroups}
       where checks.account_id = $1) tagged on tagged.tag = wanted.tag
     group by wanted.tag, wanted.place order by wanted.place`,
    [accountId, tags],
  )

/** The first groups by name that have one of these tags. */
export const listGroupsOfTags = (
  db: Queryable,
  accountId: string,
  tags: readonly string[],
  limit: number,
): Promise<{ id: number; name: string }[]> =>
  db.rows(
    `select id, name from check_groups where account_id = $1 and tags && $2::text[] order by folded(name), id limit $3`,
    [accountId, tags, limit],
  )

/** The status pages that show a window with these settings, by their names. */
export const listPagesOfVisibility = (
  db: Queryable,
  accountId: string,
  { enabled, statusPageIds, serviceIds, affectAllServices }: MaintenanceVisibility,
): Promise<{ id: string; name: string }[]> =>
  db.rows(
    `select page.id, page.name from status_pages page
     where page.account_id = $1 and $2::boolean and (page.id::text = any($3::text[])
       or cardinality($3::text[]) = 0 and ($5::boolean or exists (
         select from status_page_cards cards
         join status_page_card_services placed on placed.account_id = cards.account_id and placed.card_id = cards.id
         where cards.account_id = page.account_id and cards.status_page_id = page.id
           and placed.service_id::text = any($4::text[]))))
     order by folded(page.name), page.id`,
    [accountId, enabled, statusPageIds, serviceIds, affectAllServices],
  )
