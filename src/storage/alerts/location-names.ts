import type { Queryable } from '../database/queryable.ts'

/** Says what people read for the public locations this process serves. What another process serves stays. */
export const saveLocationNames = (db: Queryable, regions: readonly string[], nameOf: (region: string) => string) =>
  db.rows(
    `insert into location_names (region, name) select * from unnest($1::text[], $2::text[])
     on conflict (region) do update set name = excluded.name where location_names.name <> excluded.name`,
    [regions, regions.map(nameOf)],
  )

/** Selects the name of each public location that a process or agents serve. */
export const namedLocations = `select region, coalesce(agents.name, process.name) as name
  from location_names process full join agent_locations agents using (region)`

/** The name of each public location that a process or agents serve, by region code. */
export async function findLocationNames(db: Queryable): Promise<Map<string, string>> {
  const rows = await db.namedRows<{ region: string; name: string }>('find-location-names', namedLocations, [])
  return new Map(rows.map(({ region, name }) => [region, name]))
}
