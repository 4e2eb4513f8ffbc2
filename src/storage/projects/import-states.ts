import type { ImportState } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import type { ImportStatesTable } from '../generated/tables.ts'

/** By the logical ids of checks. */
export type StoredImportStates = Readonly<Record<string, Omit<ImportState, 'logicalId'>>>

type ImportStatesRow = Narrowed<ImportStatesTable, { readonly states: StoredImportStates }>
type KnownStates = Pick<ImportStatesRow, 'states' | 'readAt'>

/** The states that a source knew last, or null where none were kept. */
export async function findImportStates(db: Queryable, accountId: string, source: string): Promise<KnownStates | null> {
  const [row] = await db.rows<KnownStates>(
    `select states, read_at from import_states where account_id = $1 and source = $2`,
    [accountId, source],
  )
  return row ?? null
}

export const saveImportStates = (
  db: Queryable,
  { accountId, source, states, readAt }: ImportStatesRow,
): Promise<unknown> =>
  db.rows(
    `insert into import_states (account_id, source, states, read_at) values ($1, $2, $3::jsonb, $4)
     on conflict (account_id, source) do update set states = excluded.states, read_at = excluded.read_at`,
    [accountId, source, storableJson(states), readAt],
  )

export interface ChecksOfImport {
  /** Of a project. */
  readonly logicalId: string
  readonly checks: number
}

/** How many checks each of these projects has; those without any are missing. */
export const countChecksOfProjects = (
  db: Queryable,
  accountId: string,
  logicalIds: readonly string[],
): Promise<ChecksOfImport[]> =>
  db.rows<ChecksOfImport>(
    `select project.logical_id, count(*)::int as checks
     from projects project
     join project_resources owned on owned.account_id = project.account_id and owned.project_id = project.id
       and owned.type = 'check' and owned.member
     where project.account_id = $1 and project.logical_id = any($2::text[])
     group by project.logical_id`,
    [accountId, logicalIds],
  )
