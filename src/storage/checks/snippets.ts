import { sqlStateOf } from '../database/database-errors.ts'
import { countedPage } from '../database/counted-page.ts'
import type { CountedPage, PageWindow } from '../database/counted-page.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { SnippetsTable } from '../generated/tables.ts'

export type SnippetRow = Omit<SnippetsTable, 'accountId'>

const columns = 'id, name, script, created_at, updated_at'

/** One page of snippets, oldest first, and the number of all. */
export const listSnippets = (db: Queryable, accountId: string, page: PageWindow): Promise<CountedPage<SnippetRow>> =>
  countedPage(db, { columns, from: 'snippets where account_id = $1', order: 'id', values: [accountId] }, page)

export async function findSnippet(db: Queryable, accountId: string, id: number): Promise<SnippetRow | null> {
  const rows = await db.rows<SnippetRow>(`select ${columns} from snippets where account_id = $1 and id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** A snippet that scripts of an account may need: by its name, or by its id. */
export interface WantedSnippet {
  readonly accountId: string
  readonly name?: string
  readonly id?: number
}

export interface SnippetSize {
  readonly accountId: string
  readonly id: number
  readonly name: string
  readonly bytes: number
}

/** Which of these snippets exist, and how large they are. */
export const findSnippetSizes = (db: Queryable, wanted: readonly WantedSnippet[]): Promise<SnippetSize[]> =>
  wanted.length === 0
    ? Promise.resolve([])
    : db.rows(
        `with wanted as (select * from unnest($1::uuid[], $2::text[], $3::bigint[]) as given (account_id, name, id))
         select account_id, snippets.id, name, octet_length(script) as bytes
         from wanted join snippets using (account_id, name)
         union
         select account_id, id, snippets.name, octet_length(script) as bytes
         from wanted join snippets using (account_id, id)`,
        [
          wanted.map((one) => one.accountId),
          wanted.map((one) => one.name ?? null),
          wanted.map((one) => one.id ?? null),
        ],
      )

/** The scripts of snippets by id. Ids come from `findSnippetSizes`; those deleted meanwhile are absent. */
export async function findSnippetScripts(
  db: Queryable,
  snippets: readonly Pick<SnippetSize, 'accountId' | 'id'>[],
): Promise<Map<number, string>> {
  if (snippets.length === 0) return new Map()
  const rows = await db.rows<{ id: number; script: string }>(
    `select snippets.id, snippets.script from unnest($1::uuid[], $2::bigint[]) as wanted (account_id, id)
     join snippets using (account_id, id)`,
    [snippets.map((one) => one.accountId), snippets.map((one) => one.id)],
  )
  return new Map(rows.map(({ id, script }) => [id, script]))
}

export interface SavedSnippet {
  readonly accountId: string
  readonly name: string
  readonly script: string
  readonly now: Date
}

/** Null when the account has a snippet of this name. */
export async function insertSnippet(tx: Queryable, snippet: SavedSnippet): Promise<SnippetRow | null> {
  const rows = await tx.rows<SnippetRow>(
    `insert into snippets (account_id, name, script, created_at) values ($1, $2, $3, $4)
     on conflict (account_id, name) do nothing returning ${columns}`,
    [snippet.accountId, snippet.name, snippet.script, snippet.now],
  )
  return rows[0] ?? null
}

/** Fields that are undefined keep their value. */
export interface ChangedSnippet extends Pick<SavedSnippet, 'accountId' | 'now'> {
  readonly id: number
  readonly name: string | undefined
  readonly script: string | undefined
}

/** Null when there is no such snippet, `taken` when another has its new name. A refused statement ends a transaction. */
export async function updateSnippet(db: Queryable, snippet: ChangedSnippet): Promise<SnippetRow | null | 'taken'> {
  try {
    const rows = await db.rows<SnippetRow>(
      `update snippets set name = coalesce($3, name), script = coalesce($4, script), updated_at = $5 where account_id = $1 and id = $2 returning ${columns}`,
      [snippet.accountId, snippet.id, snippet.name ?? null, snippet.script ?? null, snippet.now],
    )
    return rows[0] ?? null
  } catch (error) {
    if (sqlStateOf(error) === uniqueViolation) return 'taken'
    throw error
  }
}

const uniqueViolation = '23505'

export const lockSnippet = (tx: Queryable, accountId: string, id: number): Promise<boolean> =>
  findsAny(tx, `select 1 from snippets where account_id = $1 and id = $2 for update`, [accountId, id])

/** Which of these snippets the account has; they stay until the transaction ends. */
export async function holdSnippets(tx: Queryable, accountId: string, ids: readonly number[]): Promise<Set<number>> {
  const rows = await tx.rows<{ id: number }>(
    `select id from snippets where account_id = $1 and id = any($2::bigint[]) order by id for key share`,
    [accountId, ids],
  )
  return new Set(rows.map((row) => row.id))
}

export const deleteSnippet = (tx: Queryable, accountId: string, id: number): Promise<unknown> =>
  tx.rows(`delete from snippets where account_id = $1 and id = $2`, [accountId, id])

const names = `settings -> 'setupSnippetId' = to_jsonb($2::bigint) or settings -> 'tearDownSnippetId' = to_jsonb($2::bigint)`

/** How many checks and groups run a snippet before or after their requests. */
export async function countUsesOfSnippet(
  tx: Queryable,
  accountId: string,
  id: number,
): Promise<{ readonly checks: number; readonly groups: number }> {
  const rows = await tx.rows<{ checks: number; groups: number }>(
    `select (select count(*)::int from checks where account_id = $1 and (${names})) as checks,
       (select count(*)::int from check_groups where account_id = $1 and (${names})) as groups`,
    [accountId, id],
  )
  return rows[0] ?? { checks: 0, groups: 0 }
}
