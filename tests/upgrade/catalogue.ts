import type { Database } from '#storage/database'

/**
 * What two databases with the same tables have in common: columns in their order with types, defaults and storage,
 * constraints, indexes, partitions, settings of tables, sequences, functions and aggregates; one line for each.
 */
export async function readCatalogue(db: Database): Promise<string[]> {
  const lines = await Promise.all(queries.map((text) => db.rows<{ line: string }>(text)))
  return lines.flat().map(({ line }) => line)
}

const own = `n.nspname = 'public' and not exists (
  select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

const queries = [
  `select format('table %s kind %s persistence %s partition %s options %s', c.relname, c.relkind, c.relpersistence,
     pg_get_expr(c.relpartbound, c.oid), c.reloptions) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${own} order by line`,
  `select format('column %s.%s at %s type %s required %s identity %s storage %s default %s', c.relname, a.attname,
     row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), a.attnotnull,
     a.attidentity, a.attstorage, pg_get_expr(d.adbin, d.adrelid)) as line
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where ${own} and c.relkind in ('r', 'p') order by line`,
  `select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) as line
   from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
   where ${own} order by line`,
  `select format('index %s', pg_get_indexdef(i.indexrelid)) as line
   from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
   where ${own} order by line`,
  `select format('sequence %s as %s from %s by %s', sequencename, data_type, start_value, increment_by) as line
   from pg_sequences where schemaname = 'public' order by line`,
  `select format('function %s(%s) %s %s %s %s', c.proname, pg_get_function_arguments(c.oid), c.prokind, c.provolatile,
     c.proparallel, md5(c.prosrc)) as line
   from pg_proc c join pg_namespace n on n.oid = c.pronamespace where ${own} order by line`,
]
