import { areas } from './areas.ts'
import type { Column, Constraint, Schema } from './read-schema.ts'

const introduction = `# The tables

What the migrations in \`src/storage/migrations\` make, one section for each area. \`npm run schema\` writes this page; a
test fails while it differs from the migrated database. PK is a part of the primary key, FK a reference. Foreign keys are
drawn; tables of runs and results refer to checks and accounts without one, so that history outlives its subject.
How to look into the tables of a running server is in [development](development.md).
`

/** The page of all tables. Throws when a table has no area, or an area names a table that is not there. */
export function schemaPage(schema: Schema): string {
  checkAreas(schema)
  const sections = Object.entries(areas).map(([area, tables]) => section(area, tables, schema))
  return `${[introduction, ...sections].join('\n').trimEnd()}\n`
}

function checkAreas({ columns }: Schema): void {
  const listed = new Set(Object.values(areas).flat())
  const existing = new Set(columns.map(({ table }) => table))
  const lost = [...existing].filter((table) => !listed.has(table))
  const missing = [...listed].filter((table) => !existing.has(table))
  if (lost.length > 0) throw new Error(`Give these tables an area in tools/schema/areas.ts: ${lost.join(', ')}.`)
  if (missing.length > 0) throw new Error(`Take these tables out of tools/schema/areas.ts: ${missing.join(', ')}.`)
}

const section = (area: string, tables: readonly string[], schema: Schema): string =>
  [`## ${area}\n`, diagram(tables, schema), ...tables.map((table) => tableSection(table, schema))].join('\n')

function diagram(tables: readonly string[], schema: Schema): string {
  const here = schema.constraints.filter(({ table }) => tables.includes(table))
  const entities = tables.flatMap((table) => [
    `  ${table} {`,
    ...schema.columns
      .filter((column) => column.table === table)
      .map((column) => `    ${diagramType(column.type)} ${column.name}${marksOf(column, here)}`),
    '  }',
  ])
  const references = here.flatMap(({ table, refersTo, columns }) =>
    refersTo === null ? [] : [`  ${refersTo} ||--o{ ${table} : "${columns.join(', ')}"`],
  )
  return ['```mermaid', 'erDiagram', ...entities, ...references, '```\n'].join('\n')
}

/** Diagrams take one word for a type. */
const diagramType = (type: string): string =>
  type
    .replace('timestamp with time zone', 'timestamptz')
    .replace('double precision', 'double')
    .replaceAll(/[^\w[\]]+/g, '_')

function marksOf(column: Column, constraints: readonly Constraint[]): string {
  const has = (kind: Constraint['kind']): boolean =>
    constraints.some((row) => row.table === column.table && row.kind === kind && row.columns.includes(column.name))
  const marks = [...(has('primary key') ? ['PK'] : []), ...(has('foreign key') ? ['FK'] : [])]
  return marks.length === 0 ? '' : ` ${marks.join(', ')}`
}

function tableSection(table: string, { columns, constraints, indexes }: Schema): string {
  const rows = columns
    .filter((column) => column.table === table)
    .map((column) => `  ${column.name} ${column.type}${column.required ? ' not null' : ''}${defaultOf(column)}`)
  const rules = constraints.filter((row) => row.table === table).map(({ definition }) => `  ${definition}`)
  const made = indexes.filter((row) => row.table === table).map(({ definition }) => definition)
  return [`### ${table}\n`, '```sql', [...rows, ...rules].join('\n'), ...made, '```\n'].join('\n')
}

const defaultOf = (column: Column): string => (column.default === null ? '' : ` default ${column.default}`)
