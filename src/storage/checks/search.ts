import type { SearchKind } from '#contract'
import type { Queryable } from '../database/queryable.ts'

export interface FoundRow {
  readonly kind: SearchKind
  readonly id: string
  readonly name: string
  readonly detail: string | null
}

/** The kinds whose names the database can read, each with its id, name, detail and what else may match. */
const kinds = [
  `select 'check' as kind, id::text, name, coalesce(settings #>> '{request,url}', check_type) as detail,
     concat_ws(' ', name, settings #>> '{request,url}', array_to_string(tags, ' ')) as words
   from checks where account_id = $1`,
  `select 'group', id::text, name, null, name from check_groups where account_id = $1`,
  `select 'location', id::text, name, slug_name, concat_ws(' ', name, slug_name)
   from private_locations where account_id = $1`,
  `select 'status-page', id::text, name, url, concat_ws(' ', name, url) from status_pages where account_id = $1`,
  `select 'variable', key, key, null, key from variables where account_id = $1`,
]

/** Finds resources by a text in their names, at most `limit` of each kind; names that begin with the text come first. */
export const searchNames = (db: Queryable, accountId: string, text: string, limit: number): Promise<FoundRow[]> =>
  db.rows(
    `select kind, id, name, detail from (
       select *, row_number() over (partition by kind
         order by position(folded($2) in folded(name)) = 1 desc, position(folded($2) in folded(name)) = 0, folded(name), id)
         as place
       from (${kinds.join(' union all ')}) as named where position(folded($2) in folded(words)) > 0) as found
     where place <= $3
     order by array_position(array['check', 'group', 'location', 'status-page', 'variable'], kind), place`,
    [accountId, text, limit],
  )
