import type { CheckCounts, CheckRowOrder, CheckRowResource, CheckRowState, CheckType } from '#contract'
import { namedLocations } from '../alerts/location-names.ts'
import type { Queryable } from '../database/queryable.ts'
import { isFailing, silenceAfter } from './check-states.ts'

export interface CheckRowFilter {
  readonly accountId: string
  readonly now: Date
  readonly search: string | null
  readonly states: readonly CheckRowState[] | null
  readonly checkTypes: readonly string[] | null
  readonly tags: readonly string[] | null
  readonly groupId: number | null
  /** A code, a slug name, or the name of a place, which stands for all locations there. */
  readonly location: string | null
  readonly muted: boolean | null
  /** Absent: of any id. */
  readonly checkIds?: readonly string[]
  /** Checks that nobody runs. */
  readonly unobserved: readonly string[]
}

export interface ListedCheck {
  readonly id: string
  readonly name: string
  /** Which orders by name. */
  readonly namePlace: string
  readonly checkType: CheckType
  readonly state: CheckRowState
  readonly sinceMs: number | null
  readonly url: string | null
  readonly groupId: number | null
  readonly groupName: string | null
  readonly tags: string[]
  readonly muted: boolean
  /** Its end as the database writes times as JSON. */
  readonly silence: CheckRowResource['silence']
  readonly acknowledgedBy: string | null
  readonly frequency: number | null
  readonly locations: string[]
  readonly privateLocations: string[]
  readonly lastResultId: string | null
  readonly lastRunAt: Date | null
  readonly lastResponseTime: number | null
  /** The sort key as text, as cursors hold it. */
  readonly place: string
}

/** Those of the check and of its group. */
const allTags = `(checks.tags || coalesce(check_groups.tags, '{}'))`

/** The checks that a filter lets through, but for its states. The worst state is the first. */
const filtered = `
  select checks.id, checks.name, checks.name_place, checks.check_type, checks.group_id,
    check_groups.name as group_name, checks.tags, ${allTags} as all_tags,
    checks.frequency, checks.locations, checks.private_locations, state.last_result_id, state.updated_at as last_run_at,
    state.last_response_time_ms as last_response_time, checks.settings #>> '{request,url}' as url,
    coalesce(state.alert_state ->> 'problemSince', state.alert_state ->> 'statusSince')::double precision as since_ms,
    state.alert_state #>> '{acknowledgement,by}' as acknowledged_by,
    checks.muted or coalesce(check_groups.muted, false)
      or greatest(state.muted_until, state.snoozed_until, check_groups.muted_until) > $2 is true as muted,
    ${silenceAfter('$2')} as silence,
    case when not checks.activated or check_groups.activated is false then 'PAUSED'
      when checks.id = any($10::uuid[]) then 'UNKNOWN'
      when ${isFailing} then 'FAILING'
      when state.status = 'degraded' then 'DEGRADED'
      when state.status is null then 'PENDING'
      else 'PASSING' end as state
  from checks
  join check_states state on state.check_id = checks.id
  left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
  where checks.account_id = $1
    and ($3::text is null or position(folded($3) in folded(concat_ws(' ', checks.name, checks.settings #>> '{request,url}',
      array_to_string(${allTags}, ' ')))) > 0)
    and ($4::text[] is null or checks.check_type = any($4))
    and ($5::text[] is null or ${allTags} && $5)
    and ($6::bigint is null or checks.group_id = $6)
    and ($7::text is null or $7 = any(checks.locations) or $7 = any(checks.private_locations)
      or checks.locations && (select array_agg(region) from (${namedLocations}) as named where named.name = $7))
    and ($9::uuid[] is null or checks.id = any($9))`

const ofMuted = `($8::boolean is null or muted = $8)`

const valuesOf = (filter: CheckRowFilter): unknown[] => [
  filter.accountId,
  filter.now,
  filter.search,
  filter.checkTypes,
  filter.tags,
  filter.groupId,
  filter.location,
  filter.muted,
  filter.checkIds ?? null,
  filter.unobserved,
]

const valuesOfAll = ({ accountId, now, unobserved }: Pick<CheckRowFilter, 'accountId' | 'now' | 'unobserved'>) => [
  accountId,
  now,
  ...nothingElse,
  unobserved,
]
const nothingElse = [null, null, null, null, null, null, null]

/**
 * The sort key of each order and its type, as cheap for every check of an account as possible; a value that a check lacks
 * is the least. Its text is what cursors hold.
 */
const positions: Readonly<Record<CheckRowOrder, readonly [type: 'text' | 'double precision', sql: string]>> = {
  name: ['text', `name_place collate "C"`],
  state: [
    'text',
    `(case state when 'FAILING' then '1' when 'DEGRADED' then '2' when 'UNKNOWN' then '3'
      when 'PENDING' then '4' when 'PASSING' then '5' else '6' end
      || name_place) collate "C"`,
  ],
  group: ['text', `coalesce('1' || folded(group_name), '2') collate "C"`],
  frequency: ['double precision', 'coalesce(frequency, -1)'],
  since: ['double precision', 'coalesce(since_ms, -1)'],
  lastRunAt: ['double precision', 'coalesce(extract(epoch from last_run_at)::double precision, -1)'],
  responseTime: ['double precision', 'coalesce(last_response_time, -1)'],
}

/** Whether a text can be the position of a check in an order. */
export const isPosition = (by: CheckRowOrder, text: string): boolean =>
  positions[by][0] === 'text' ? !text.includes('\0') : /^-?\d{1,40}(\.\d{1,40})?(e[+-]\d{1,2})?$/.test(text)

export interface CheckRowOrdering {
  readonly by: CheckRowOrder
  readonly isDescending: boolean
  /** Behind this one. Its place is a position of the order. */
  readonly after: { readonly place: string; readonly id: string } | null
  readonly limit: number
}

type PageRow = { readonly [K in keyof ListedCheck]: ListedCheck[K] | null } & {
  readonly counts: Partial<CheckCounts> | null
}

/** Columns besides the sort key are read for the rows of the page alone: for all of an account they would be most of the work. */
function pageOf(by: CheckRowOrder, isDescending: boolean): string {
  const [type, position] = positions[by]
  return `
  with matching as materialized (
    select id, state, ${position} as position from (${filtered}) as listed where ${ofMuted}
  ), page as (
    select id, position from matching
    where ($11::text[] is null or state = any($11))
      and ($12::text is null or (position, id) ${isDescending ? '<' : '>'} ($12::${type}, $13::uuid))
    ${inOrder(isDescending)} limit $14
  ), counted as (
    select jsonb_object_agg(state, count) as counts
    from (select state, count(*) as count from matching group by state) as by_state
  )
  select listed.*, page.position::text as place, counts
  from counted left join (page join (${filtered}) as listed using (id)) on true
  ${inOrder(isDescending)}`
}

const inOrder = (isDescending: boolean): string =>
  isDescending ? 'order by position desc, id desc' : 'order by position, id'

export interface ListedChecks {
  readonly rows: readonly ListedCheck[]
  /** How many checks that the filter lets through have each state; its own states do not matter. */
  readonly counts: Partial<CheckCounts>
}

/** The checks of an account that a filter lets through, in an order, and how many there are. */
export async function listCheckRows(
  db: Queryable,
  filter: CheckRowFilter,
  { by, isDescending, after, limit }: CheckRowOrdering,
): Promise<ListedChecks> {
  const rows = await db.rows<PageRow>(pageOf(by, isDescending), [
    ...valuesOf(filter),
    filter.states,
    after?.place ?? null,
    after?.id ?? null,
    limit,
  ])
  return { rows: rows.flatMap(listedOf), counts: rows[0]?.counts ?? {} }
}

/** Without a check on the page there is one row, for the counts. */
function listedOf({ counts: _counts, ...row }: PageRow): ListedCheck[] {
  return row.id === null ? [] : [row as ListedCheck]
}

/** How many checks that the filter lets through have each state; its own states do not matter. */
export async function countCheckStates(db: Queryable, filter: CheckRowFilter): Promise<Partial<CheckCounts>> {
  const rows = await db.rows<{ state: CheckRowState; count: number }>(
    `select state, count(*)::int as count from (${filtered}) as listed where ${ofMuted} group by state`,
    valuesOf(filter),
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export type CheckCell = Pick<ListedCheck, 'id' | 'name' | 'state' | 'groupId' | 'groupName'>

type OfAccount = Pick<CheckRowFilter, 'accountId' | 'now' | 'unobserved'>

/** Every check of an account with its state, by its group, and within it by name. */
export const listCheckCells = (db: Queryable, account: OfAccount): Promise<CheckCell[]> =>
  db.rows(
    `select id, name, state, group_id, group_name from (${filtered}) as listed
     where $8::boolean is null order by group_id, name_place, id`,
    valuesOfAll(account),
  )

export type PlacedCell = Pick<
  ListedCheck,
  'id' | 'name' | 'state' | 'checkType' | 'tags' | 'locations' | 'privateLocations'
>

/** Every check of an account with its state and what else it can be arranged by, by name. */
export const listPlacedCells = (db: Queryable, account: OfAccount): Promise<PlacedCell[]> =>
  db.rows(
    `select id, name, state, check_type, array(select distinct tag from unnest(all_tags) as tag order by tag) as tags, locations, private_locations from (${filtered}) as listed
     where $8::boolean is null order by name_place, id`,
    valuesOfAll(account),
  )

/** The ids of the checks that a filter lets through, at most so many. */
export async function findFilteredIds(db: Queryable, filter: CheckRowFilter, limit: number): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from (${filtered}) as listed where ${ofMuted} and ($11::text[] is null or state = any($11)) limit $12`,
    [...valuesOf(filter), filter.states, limit],
  )
  return rows.map(({ id }) => id)
}
