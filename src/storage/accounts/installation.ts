import type { Queryable } from '../database/queryable.ts'

/** Stores a fact about the installation unless it is there already, and returns the one that stands. */
export async function keepInstallationFact(db: Queryable, name: string, value: string): Promise<string> {
  const rows = await db.rows<{ value: string }>(
    `with added as (insert into installation (name, value) values ($1, $2) on conflict do nothing returning value)
     select value from added union all select value from installation where name = $1 limit 1`,
    [name, value],
  )
  return rows[0]?.value ?? value
}
