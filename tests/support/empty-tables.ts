import type { Database } from '#storage/database'

/**
 * Deletes the rows of tables and of all that refer to them, as `truncate … cascade` does: truncating takes new files for a
 * hundred tables and their indexes, of which few have rows.
 */
export async function emptyTables(db: Database, ...names: readonly string[]): Promise<void> {
  const tables = await db.rows<{ name: string }>(
    `with recursive reached (table_id, depth) as (
       select unnest($1::text[])::regclass::oid, 0
       union all
       select conrelid, depth + 1 from pg_constraint join reached on confrelid = table_id
       where contype = 'f' and conparentid = 0 and conrelid <> confrelid
     ) cycle table_id set is_cycle using path
     select table_id::regclass::text as name from reached group by table_id order by max(depth) desc`,
    [names],
  )
  await db.transaction(async (tx) => {
    for (const { name } of tables) await tx.query(`delete from ${name}`)
  })
}
