import type { Database } from '#storage'

/** Kept by the shell itself, whatever a request is answered. */
const notCompared = ['rate_windows', 'schema_migration']

async function tables(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where n.nspname = 'public' and relkind = 'r' and not relname = any($1) order by 1`,
    [notCompared],
  )
  return rows.map(({ name }) => name)
}

/** A checksum per table over all its rows: two equal fingerprints mean that nothing was written. */
export async function fingerprint(db: Database): Promise<Record<string, string>> {
  const sums = (await tables(db)).map(
    (name) =>
      `select '${name}' as name, md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as sum from ${name} t`,
  )
  const rows = await db.rows<{ name: string; sum: string }>(sums.join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** The tables with a row that holds a text. */
export async function textsIn(db: Database, text: string): Promise<string[]> {
  const finds = (await tables(db)).map(
    (name) => `select '${name}' as name where exists (select from ${name} t where strpos(t::text, $1) > 0)`,
  )
  return (await db.rows<{ name: string }>(finds.join(' union all '), [text])).map(({ name }) => name)
}
