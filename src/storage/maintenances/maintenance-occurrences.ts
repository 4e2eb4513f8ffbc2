import type { CheckType, MaintenanceStatus } from '#contract'
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

/** The first checks by name that a window pauses or silences. */
export const listCoveredChecks = (
  db: Queryable,
  accountId: string,
  windowId: number,
  limit: number,
): Promise<CoveredCheck[]> =>
  db.rows<{ [K in keyof CoveredCheck]: CoveredCheck[K] }>(
    `with covered as (
       select checks.id, checks.name, checks.check_type,
         windows.pause_all_checks or windows.tags && ${tagsOfCheck} as pauses,
         windows.silence_all_alerts or windows.silence_alerts_tags && ${tagsOfCheck} as silences
       from maintenance_windows windows join checks on checks.account_id = windows.account_id
       left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
       where windows.account_id = $1 and windows.id = $2)
     select id, name, check_type, pauses, silences, (count(*) over ())::int as total,
       (count(*) filter (where pauses) over ())::int as total_paused,
       (count(*) filter (where silences) over ())::int as total_silenced
     from covered where pauses or silences order by folded(name), id limit $3`,
    [accountId, windowId, limit],
  )
