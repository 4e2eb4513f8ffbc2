import type { Database, Queryable } from '#storage'

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
}

export async function walPosition(db: Queryable): Promise<string> {
  const rows = await db.rows<{ at: string }>(`select pg_current_wal_insert_lsn()::text as at`)
  return rows[0]?.at ?? '0/0'
}

/** Everything written since a position, largest first. Records without a page (commits, standby) are one row. */
export const walByRelation = async (root: Database, from: string): Promise<WalBytes[]> => {
  await root.query('select pg_switch_wal()')
  return root.rows<{ [K in keyof WalBytes]: WalBytes[K] }>(
    `with record as (
       select start_lsn, resource_manager, record_length, fpi_length, main_data_length, block_ref
       from pg_get_wal_records_info($1::pg_lsn, pg_current_wal_flush_lsn())),
     owner as (
       select distinct on (start_lsn) start_lsn, relfilenode
       from pg_get_wal_block_info($1::pg_lsn, pg_current_wal_flush_lsn(), false) order by start_lsn, block_id),
     named as (
       select record.*, class.relname, class.relkind, class.oid, class.relnamespace = 'pg_toast'::regnamespace as is_toast
       from record left join owner using (start_lsn) left join pg_class class on class.relfilenode = owner.relfilenode
         and class.relnamespace in ('public'::regnamespace, 'pg_toast'::regnamespace)),
     parted as (
       select named.*, coalesce(above.relname, named.relname)::text as whole
       from named left join pg_inherits on inhrelid = named.oid left join pg_class above on above.oid = inhparent)
     select case when is_toast then 'TOAST' when relkind = 'i' then 'index ' || whole
         else coalesce(whole, 'other: ' || resource_manager) end as name,
       sum(record_length)::bigint as bytes, sum(fpi_length)::bigint as "fullPages"
     from parted group by 1 order by bytes desc`,
    [from],
  )
}
