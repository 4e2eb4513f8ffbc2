import type { Queryable } from '../database/queryable.ts'

interface LiveTable {
  readonly table: string
  /** Columns that change without anybody changing the resource. */
  readonly volatile?: readonly string[]
  /** More of the resource, in other tables: an expression over the row `live`. */
  readonly parts?: string
}

/** Ids and digests of the rows of a table whose ids are among $2, in the account $1. */
const rowsOf = ({ table, volatile = [], parts = 'null' }: LiveTable): string =>
  `select live.id::text as physical_id,
     md5(jsonb_build_array(to_jsonb(live) - '{${volatile.join(',')}}'::text[], ${parts})::text) as digest
   from ${table} live where live.account_id = $1 and live.id::text = any($2::text[])`

/** The same of private locations that are on the list of a check or group. */
const assignmentsOf = (table: string, slugNames: string): string =>
  `select live.id || '/' || location.id as physical_id, '' as digest
   from ${table} live
   join private_locations location on location.account_id = live.account_id and ${slugNames}
   where live.account_id = $1 and live.id || '/' || location.id = any($2::text[])`

const cardsOfPage = `(select jsonb_agg(jsonb_build_array(card.name, card.position, (
    select jsonb_agg(service.service_id order by service.position) from status_page_card_services service
    where service.account_id = card.account_id and service.card_id = card.id)) order by card.position)
  from status_page_cards card where card.account_id = live.account_id and card.status_page_id = live.id)`

const impactsOfRule = `(select jsonb_agg(jsonb_build_array(affected.component_id, affected.target_impact) order by affected.component_id)
  from automation_rule_components affected where affected.account_id = live.account_id and affected.rule_id = live.id)`

const statements = {
  check: rowsOf({ table: 'checks', volatile: ['name_place'] }),
  'check-group': rowsOf({ table: 'check_groups', volatile: ['muted_until', 'badge_token'] }),
  'alert-channel': rowsOf({ table: 'alert_channels', volatile: ['burst_until'] }),
  'alert-channel-subscription': rowsOf({ table: 'channel_subscriptions' }),
  'maintenance-window': rowsOf({ table: 'maintenance_windows', volatile: ['planning_due_at'] }),
  'private-location': rowsOf({
    table: 'private_locations',
    volatile: ['awaited_since', 'unavailable_since', 'unserved_since', 'agents_excused_until'],
  }),
  'private-location-check-assignment': assignmentsOf('checks', 'location.slug_name = any(live.private_locations)'),
  'private-location-group-assignment': assignmentsOf(
    'check_groups',
    `live.settings -> 'privateLocations' ? location.slug_name`,
  ),
  dashboard: rowsOf({ table: 'dashboards' }),
  'status-page-service': rowsOf({ table: 'status_page_services' }),
  'status-page': rowsOf({ table: 'status_pages', parts: cardsOfPage }),
  'status-page-component': rowsOf({ table: 'status_page_components' }),
  'status-page-automation-rule': rowsOf({ table: 'automation_rules', parts: impactsOfRule }),
} as const

/** The types of resources that projects own. */
export type StoredResourceType = keyof typeof statements

export interface LiveDigest {
  readonly physicalId: string
  /** Changes with every change of the resource. */
  readonly digest: string
}

export interface ResourcesOfType {
  readonly accountId: string
  readonly type: StoredResourceType
  readonly physicalIds: readonly string[]
}

/** Of these resources, those that exist in the account. What cannot be an id of theirs does not exist. */
export const listLiveDigests = (
  db: Queryable,
  { accountId, type, physicalIds }: ResourcesOfType,
): Promise<LiveDigest[]> => db.rows(statements[type], [accountId, physicalIds])

export interface LocationAssignment {
  /** Of the check or the group. */
  readonly id: string
  readonly locationId: string
}

const assignments = {
  checkId: `select live.id::text as id, location.id as location_id from checks live
    join private_locations location on location.account_id = live.account_id
      and location.slug_name = any(live.private_locations)
    where live.account_id = $1 and ($2::text[] is null or live.id = any($2::text[]::uuid[])) order by live.id, location.id`,
  groupId: `select live.id::text as id, location.id as location_id from check_groups live
    join private_locations location on location.account_id = live.account_id
      and live.settings -> 'privateLocations' ? location.slug_name
    where live.account_id = $1 and ($2::text[] is null or live.id = any($2::text[]::bigint[])) order by live.id, location.id`,
} as const

export interface AssignmentsOf {
  readonly accountId: string
  readonly of: keyof typeof assignments
  /** Ids of checks or groups; null: all. */
  readonly ownerIds: readonly string[] | null
}

/** The private locations of checks, or of groups. */
export const listLocationAssignments = (
  db: Queryable,
  { accountId, of, ownerIds }: AssignmentsOf,
): Promise<LocationAssignment[]> => db.rows(assignments[of], [accountId, ownerIds])
