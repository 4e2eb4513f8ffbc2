import type { Database, Queryable } from '#storage/database'

/** Bytes of a table with all its partitions. */
export interface TableBytes {
  readonly name: string
  readonly heap: number
  readonly toast: number
  readonly indexes: number
  readonly total: number
}

export const bytesByTable = (db: Queryable): Promise<TableBytes[]> =>
  db.rows<{ [K in keyof TableBytes]: TableBytes[K] }>(
    `select coalesce(parent.relname, part.relname)::text as name, sum(pg_relation_size(part.oid))::bigint as heap,
       sum(pg_table_size(part.oid) - pg_relation_size(part.oid))::bigint as toast,
       sum(pg_indexes_size(part.oid))::bigint as indexes, sum(pg_total_relation_size(part.oid))::bigint as total
     from pg_class part left join pg_inherits on inhrelid = part.oid left join pg_class parent on parent.oid = inhparent
     where part.relkind = 'r' and part.relnamespace = 'public'::regnamespace
     group by 1 order by total desc`,
  )

/** Bytes of the write-ahead log that one table, or one index, caused. */
export interface WalBytes {
  readonly name: string
  readonly bytes: number
  /** Of which images of whole pages, one for each page after a checkpoint. */
  readonly fullPages: number
  /** Each kind of record with its bytes, the largest first. */
  readonly kinds: string
}

export async function walPosition(db: Queryable): Promise<string> {
  const rows = await db.rows<{ at: string }>(`select pg_current_wal_insert_lsn()::text as at`)
  return rows[0]?.at ?? '0/0'
}

/** Tables and indexes by the number of their file, also those that are dropped later. */
export type FileNames = Map<string, string>

/** Adds the tables and indexes that there are now. */
export async function noteFiles(db: Queryable, names: FileNames): Promise<void> {
  const rows = await db.rows<{ file: string; name: string }>(
    `select class.relfilenode::text as file,
       case when class.relnamespace = 'pg_toast'::regnamespace then 'TOAST'
         else case class.relkind when 'i' then 'index ' else '' end || coalesce(above.relname, class.relname) end as name
     from pg_class class left join pg_inherits on inhrelid = class.oid left join pg_class above on above.oid = inhparent
     where class.relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace) and class.relfilenode > 0`,
  )
  for (const { file, name } of rows) names.set(file, name)
}

/** Everything written since a position, largest first. Records without a page (commits, standby) are one row. */
export const walByRelation = async (root: Database, from: string, names: FileNames): Promise<WalBytes[]> => {
  await root.query('select pg_switch_wal()')
  return root.rows<{ [K in keyof WalBytes]: WalBytes[K] }>(
    `with owner as (
       select distinct on (start_lsn) start_lsn, relfilenode::text as file
       from pg_get_wal_block_info($1::pg_lsn, pg_current_wal_flush_lsn(), false) order by start_lsn, block_id),
     named as (
       select record.*, coalesce($2::jsonb ->> file, 'other: ' || resource_manager) as name
       from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn()) record left join owner using (start_lsn)),
     kinds as (
       select name, resource_manager || ' ' || record_type as kind, sum(record_length) as bytes, sum(fpi_length) as pages
       from named group by 1, 2)
     select name, sum(bytes)::bigint as bytes, sum(pages)::bigint as "fullPages",
       string_agg(kind || ' ' || bytes, ', ' order by bytes desc) as kinds
     from kinds group by 1 order by bytes desc`,
    [from, JSON.stringify(Object.fromEntries(names))],
  )
}
