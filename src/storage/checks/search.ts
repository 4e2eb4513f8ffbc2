import type { SearchKind } from '#contract'
import type { Queryable } from '../database/queryable.ts'

export interface FoundRow {
  readonly kind: SearchKind
  readonly id: string
  readonly name: string
  readonly detail: string | null
}

/** The kinds whose names the database can read: each with id, name, detail, what else may match, and a time that orders it. */
const kinds = {
  check: `id::text, name, coalesce(settings #>> '{request,url}', check_type),
     concat_ws(' ', name, settings #>> '{request,url}', array_to_string(tags, ' ')), null::timestamptz from checks`,
  group: `id::text, name, null, name, null from check_groups`,
  location: `id::text, name, slug_name, concat_ws(' ', name, slug_name), null from private_locations`,
  'status-page': `id::text, name, url, concat_ws(' ', name, url), null from status_pages`,
  // The time is that of the answer; an open one is later than all others.
  incident: `id::text, name, to_char(created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), name,
     case when last_update_status = 'RESOLVED' then created_at else 'infinity' end from incidents`,
  'maintenance-window': `id::text, name, null, concat_ws(' ', name, array_to_string(tags, ' ')), null
     from maintenance_windows`,
  dashboard: `dashboard_id, coalesce(nullif(settings ->> 'header', ''), custom_domain, custom_url, dashboard_id),
     coalesce(custom_domain, custom_url), concat_ws(' ', settings ->> 'header', custom_domain, custom_url), null
     from dashboards`,
  variable: `key, key, null, key, null from variables`,
} as const

const columns = 'kind, id, name, detail, words, latest'
const named = Object.entries(kinds).map(([kind, select]) => `select '${kind}', ${select} where account_id = $1`)
const order = Object.keys(kinds).map((kind) => `'${kind}'`)

/**
 * Finds resources by a text in their names, at most `limit` of each kind. Names that begin with the text come first;
 * incidents come open ones first, then the latest.
 */
export const searchNames = (db: Queryable, accountId: string, text: string, limit: number): Promise<FoundRow[]> =>
  db.rows(
    `select kind, id, name, detail from (
       select *, row_number() over (partition by kind order by latest desc nulls last,
         position(folded($2) in folded(name)) = 1 desc, position(folded($2) in folded(name)) = 0, folded(name), id)
         as place
       from (${named.join(' union all ')}) as named (${columns}) where position(folded($2) in folded(words)) > 0) as found
     where place <= $3
     order by array_position(array[${order.join(', ')}], kind), place`,
    [accountId, text, limit],
  )
