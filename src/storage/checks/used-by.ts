import type { CheckType } from '#contract'
import type { Queryable } from '../database/queryable.ts'

export interface UsingCheckRow {
  readonly id: string
  readonly name: string
  readonly checkType: CheckType
  /** How many there are in all. */
  readonly total: number
}

export interface UsingGroupRow {
  readonly id: number
  readonly name: string
  readonly total: number
}

/** Selects the settings whose texts match a regular expression, or that have the id of a snippet. */
export interface UseFilter {
  readonly accountId: string
  readonly pattern: string
  readonly snippetId: number | null
}

const uses = `(settings::text ~ $2 or $3::bigint is not null
  and (settings -> 'setupSnippetId' = to_jsonb($3::bigint) or settings -> 'tearDownSnippetId' = to_jsonb($3::bigint)))`

/** The first checks by name whose own settings name something. Encrypted values cannot be searched. */
export const listUsingChecks = (
  db: Queryable,
  { accountId, pattern, snippetId }: UseFilter,
  limit: number,
): Promise<UsingCheckRow[]> =>
  db.rows<{ [K in keyof UsingCheckRow]: UsingCheckRow[K] }>(
    `select id, name, check_type, (count(*) over ())::int as total from checks
     where account_id = $1 and ${uses} order by folded(name), id limit $4`,
    [accountId, pattern, snippetId, limit],
  )

/** The same of groups. */
export const listUsingGroups = (
  db: Queryable,
  { accountId, pattern, snippetId }: UseFilter,
  limit: number,
): Promise<UsingGroupRow[]> =>
  db.rows<{ [K in keyof UsingGroupRow]: UsingGroupRow[K] }>(
    `select id, name, (count(*) over ())::int as total from check_groups
     where account_id = $1 and ${uses} order by folded(name), id limit $4`,
    [accountId, pattern, snippetId, limit],
  )
