import type { Database } from '#storage/database'

/** Kept by the shell itself, whatever a request is answered. */
const notCompared = ['rate_windows', 'schema_migration']

async function tables(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select relname as name from pg_class join pg_namespace n on n.oid = relnamespace
     where n.nspname = 'public' and relkind in ('r', 'p') and not relispartition and not relname = any($1) order by 1`,
    [notCompared],
  )
  return rows.map(({ name }) => name)
}

/**
 * Makes the database record each row that is written from now on, within the transaction that writes it. Comparing all
 * rows before and after each request would cost more than the requests.
 */
export async function recordWrites(db: Database): Promise<void> {
  await db.query('create schema ledger')
  await db.query('create table ledger.writes (name text not null)')
  await db.query(
    `create function ledger.record() returns trigger language plpgsql as
     $$ begin insert into ledger.writes values (tg_table_name); return null; end $$`,
  )
  for (const name of await tables(db))
    await db.query(
      `create trigger ledger after insert or update or delete on ${name} for each row execute function ledger.record()`,
    )
}

/** The tables with rows that were inserted, updated or deleted during the work; of databases that record it. */
export async function writtenTables(db: Database, work: () => Promise<unknown>): Promise<string[]> {
  await takeWritten(db)
  await work()
  return takeWritten(db)
}

/** The same of everything since it was asked last. */
export async function takeWritten(db: Database): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    'with taken as (delete from ledger.writes returning name) select distinct name from taken order by 1',
  )
  return rows.map(({ name }) => name)
}

/** The tables with a row that holds a text. */
export async function textsIn(db: Database, text: string): Promise<string[]> {
  const finds = (await tables(db)).map(
    (name) => `select '${name}' as name where exists (select from ${name} t where strpos(t::text, $1) > 0)`,
  )
  return (await db.rows<{ name: string }>(finds.join(' union all '), [text])).map(({ name }) => name)
}
