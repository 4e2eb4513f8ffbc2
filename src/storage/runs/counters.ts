import type { Queryable } from '../database/queryable.ts'

/** Adds to a count that survives restarts. `label` distinguishes series of one name, for example a location. */
export const addToCounter = (db: Queryable, name: string, label: string, value: number): Promise<unknown> =>
  db.rows(
    `insert into counters (name, label, value) values ($1, $2, $3)
     on conflict (name, label) do update set value = counters.value + excluded.value`,
    [name, label, value],
  )

export const listCounters = (db: Queryable): Promise<{ name: string; label: string; value: number }[]> =>
  db.rows(`select name, label, value from counters order by name, label`, [])
