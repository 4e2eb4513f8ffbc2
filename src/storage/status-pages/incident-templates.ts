import type { IncidentStatus } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import { insertOf, updateOf, valuesOf } from '../database/written-columns.ts'
import type { IncidentTemplatesTable } from '../generated/tables.ts'

export type IncidentTemplateRow = Narrowed<IncidentTemplatesTable, { readonly status: IncidentStatus }>

type Rows = IncidentTemplateRow & Record<string, unknown>

/** By name. */
export const listTemplates = (db: Queryable, accountId: string): Promise<IncidentTemplateRow[]> =>
  db.rows<Rows>(`select * from incident_templates where account_id = $1 order by lower(name), id`, [accountId])

/** Held until the transaction ends, with the account, so that nobody else adds or renames one meanwhile. */
export async function lockTemplates(tx: Queryable, accountId: string): Promise<IncidentTemplateRow[]> {
  await tx.rows(`select from accounts where id = $1 for no key update`, [accountId])
  return listTemplates(tx, accountId)
}

const key = ['accountId', 'id'] as const
const written = ['name', 'status', 'description', 'createdAt', 'updatedAt'] as const
const columns = [...key, ...written] as const

export const insertTemplate = (tx: Queryable, row: IncidentTemplateRow): Promise<unknown> =>
  tx.rows(insertOf('incident_templates', columns), valuesOf(row, columns))

export const updateTemplate = (tx: Queryable, row: IncidentTemplateRow): Promise<unknown> =>
  tx.rows(updateOf('incident_templates', key, written), valuesOf(row, columns))

export const deleteTemplate = (db: Queryable, accountId: string, id: string): Promise<boolean> =>
  findsAny(db, `delete from incident_templates where account_id = $1 and id = $2`, [accountId, id])
