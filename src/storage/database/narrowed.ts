/**
 * The columns of a table, some of them with a closer type than the schema knows: what is in a `jsonb`, which texts a
 * `text` may be. A column that the table does not have, or a type that cannot be one of its values, does not compile.
 */
export type Narrowed<Table, Types extends TypesOf<Table, Types>> = {
  readonly [Column in keyof Table]: Column extends keyof Types ? Types[Column] : Table[Column]
}

type TypesOf<Table, Types> = {
  readonly [Column in keyof Types]: Column extends keyof Table ? Table[Column] : never
}
