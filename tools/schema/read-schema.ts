import type { Queryable } from '#storage/database'

export interface Column {
  readonly table: string
  readonly name: string
  /** As PostgreSQL writes it, for example `timestamp with time zone`. */
  readonly type: string
  readonly required: boolean
  /** The expression of the default, or null. */
  readonly default: string | null
}

export interface Constraint {
  readonly table: string
  readonly kind: 'primary key' | 'foreign key' | 'unique' | 'check'
  readonly columns: readonly string[]
  /** The table a foreign key refers to, or null. */
  readonly refersTo: string | null
  /** As PostgreSQL writes it, for example `UNIQUE (account_id, name)`. */
  readonly definition: string
}

export interface Schema {
  readonly columns: readonly Column[]
  readonly constraints: readonly Constraint[]
  /** Indexes that no constraint made, as the statements that make them. */
  readonly indexes: readonly { readonly table: string; readonly definition: string }[]
}

/** The tables of a migrated database; a partitioned table stands for its partitions. */
export async function readSchema(db: Queryable): Promise<Schema> {
  const columns = await db.rows<Column>(`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as required, pg_get_expr(d.adbin, d.adrelid) as "default"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${ownTables} order by c.relname, a.attnum`)
  const constraints = await db.rows<Constraint>(`
    select c.relname as "table",
      case k.contype when 'p' then 'primary key' when 'f' then 'foreign key' when 'u' then 'unique' else 'check' end as kind,
      array(select a.attname::text from unnest(k.conkey) with ordinality as key (number, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = key.number order by place) as columns,
      case when k.confrelid <> 0 then k.confrelid::regclass::text end as "refersTo",
      pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype in ('p', 'f', 'u', 'c') and ${ownTables} order by c.relname, k.contype desc, k.conname`)
  const indexes = await db.rows<Schema['indexes'][number]>(`
    select c.relname as "table", pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where ${ownTables} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
    order by c.relname, i.indexrelid::regclass::text`)
  return { columns, constraints, indexes }
}

const ownTables = `c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`
