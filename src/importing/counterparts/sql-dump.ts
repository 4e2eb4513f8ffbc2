import { SourceProblem } from '../imported.ts'

export type SqlValue = string | null
export type SqlRow = Readonly<Record<string, SqlValue>>

const createTable = /^CREATE TABLE (?:IF NOT EXISTS )?(?:[`"]?\w+[`"]?\.)?[`"]?([^`"\s(]+)[`"]?/
const columnLine = /^\s*(?:[`"]([^`"]+)[`"]|(?!(?:CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN|EXCLUDE|KEY)\b)([a-z_]\w*)\s)/
const columnsOfLine = /[(,]\s*[`"]([^`"]+)[`"]\s+\w/g
const insertInto = /^INSERT (?:IGNORE )?INTO (?:[`"]?\w+[`"]?\.)?[`"]?([^`"\s(]+)[`"]?\s*(?:\(([^)]*)\)\s*)?VALUES\s*/
const copyFrom = /^COPY (?:"?\w+"?\.)?"?([^"\s(]+)"? \(([^)]*)\) FROM stdin;/

export const isSqlDump = (text: string): boolean => /^(?:INSERT (?:IGNORE )?INTO|CREATE TABLE|COPY) /m.test(text)

export interface DumpReader {
  readonly path: string
  readonly text: string
  readonly isWanted: (table: string) => boolean
  readonly add: (table: string, row: SqlRow) => void
}

interface Line {
  readonly line: string
  /** Where it begins. */
  readonly at: number
}

/**
 * The rows of a file as `mariadb-dump`, `mysqldump`, `pg_dump` and the `.dump` of SQLite write it: `CREATE TABLE`, `INSERT` and
 * `COPY`. Returns the tables that it defines. Throws SourceProblem for one that breaks off.
 */
export function readSqlDump({ path, text, isWanted, add }: DumpReader): readonly string[] {
  const columns = new Map<string, string[]>()
  let inTable: string[] | null = null
  const lines = /^.*$/gm
  const rows = (line: Line): number | null => copied(line) ?? inserted(line)
  for (let match = lines.exec(text); match; match = lines.exec(text)) {
    const [line] = match
    inTable = definition(line, inTable, columns)
    lines.lastIndex = rows({ line, at: match.index }) ?? match.index + line.length + 1
  }
  return [...columns.keys()]

  function copied({ line, at }: Line): number | null {
    const [start, table = '', names] = copyFrom.exec(line) ?? []
    if (start === undefined) return null
    const place = { path, text, at: at + line.length + 1 }
    return copyRows(place, namesIn(names), isWanted(table) ? (row) => add(table, row) : null)
  }

  function inserted({ line, at }: Line): number | null {
    const [start, table = '', list] = insertInto.exec(line) ?? []
    if (start === undefined || !isWanted(table)) return null
    const names = list === undefined ? (columns.get(table) ?? []) : namesIn(list)
    const place = { path, text, at: at + start.length, escapes: start.includes('`') }
    return readRows(place, (values) => add(table, rowOf(names, values)))
  }
}

/** Collects the columns of a table; returns those of the table that the next line belongs to, null outside of one. */
function definition(line: string, inTable: string[] | null, columns: Map<string, string[]>): string[] | null {
  const created = createTable.exec(line)?.[1]
  if (created !== undefined) {
    const names = [...line.matchAll(columnsOfLine)].flatMap(([, name]) => name ?? [])
    columns.set(created, names)
    return line.trimEnd().endsWith(';') ? null : names
  }
  const [, quoted, plain] = (inTable && columnLine.exec(line)) ?? []
  const name = quoted ?? plain
  if (name) inTable?.push(name)
  return /^\s*\)/.test(line) ? null : inTable
}

const namesIn = (list = ''): readonly string[] =>
  list.split(',').map((name) => name.trim().replaceAll(/^[`"]|[`"]$/g, ''))

const rowOf = (names: readonly string[], values: readonly SqlValue[]): SqlRow =>
  Object.fromEntries(values.map((value, index) => [names[index] ?? `column ${index + 1}`, value]))

interface Place {
  readonly path: string
  readonly text: string
  readonly at: number
}

/** Lines with a tab between values, up to `\.`. Returns where they end. */
function copyRows({ path, text, at }: Place, names: readonly string[], add: ((row: SqlRow) => void) | null): number {
  for (let position = at; ;) {
    const end = text.indexOf('\n', position)
    const line = text.slice(position, end < 0 ? text.length : end).replace(/\r$/, '')
    if (line === '\\.') return end < 0 ? text.length : end + 1
    if (end < 0) throw broken(path)
    add?.(
      rowOf(
        names,
        line.split('\t').map((value) => (value === '\\N' ? null : withoutBackslashes(value))),
      ),
    )
    position = end + 1
  }
}

interface Rows extends Place {
  /** Whether a backslash escapes, as in MySQL. */
  readonly escapes: boolean
}

/** `(1,'a',NULL),(2,…);` Returns where the statement ends. */
function readRows({ path, text, at, escapes }: Rows, add: (values: readonly SqlValue[]) => void): number {
  let position = skip(text, at, /\s*/y)
  while (text[position] === '(') {
    const values: SqlValue[] = []
    do {
      const { value, end } = readValue({ path, text, at: position + 1, escapes })
      values.push(value)
      position = end
    } while (text[position] === ',')
    if (text[position] !== ')') throw broken(path)
    add(values)
    position = skip(text, position + 1, /[\s,]*/y)
  }
  if (text[position] !== ';') throw broken(path)
  return position + 1
}

const broken = (path: string): SourceProblem =>
  new SourceProblem(`${path} ends or breaks off within a statement. Make the dump again.`)

/** A quoted text, NULL, a number, or a text as hexadecimal digits. */
function readValue({ path, text, at, escapes }: Rows): { readonly value: SqlValue; readonly end: number } {
  const start = skip(text, at, /\s*(?:_binary\s+|_utf8mb4\s+|E(?='))?/y)
  if (text[start] === "'") {
    const isEscaped = escapes || text[start - 1] === 'E'
    const end = closedQuote(text, start, isEscaped)
    if (end === null) throw broken(path)
    const inner = text.slice(start + 1, end)
    return { value: isEscaped ? unescaped(inner) : inner.replaceAll("''", "'"), end: skip(text, end + 1, /\s*/y) }
  }
  const plain = /[^\s,()';]+/y
  plain.lastIndex = start
  const [word] = plain.exec(text) ?? []
  if (word === undefined) throw broken(path)
  return { value: wordValue(word), end: skip(text, start + word.length, /\s*/y) }
}

/** Where a text in quotes ends; null when it does not. */
function closedQuote(text: string, start: number, escapes: boolean): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if ((escapes && text[at] === '\\') || (text[at] === "'" && text[at + 1] === "'")) at += 1
    else if (text[at] === "'") return at
  }
  return null
}

function wordValue(word: string): SqlValue {
  if (word.toUpperCase() === 'NULL') return null
  const digits = /^0x((?:[\da-f]{2})+)$/i.exec(word)?.[1]
  if (digits === undefined) return word
  const bytes = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const escaped: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', Z: '\u001a', 0: '\0' }
const unescaped = (text: string): string =>
  text.replaceAll(/\\([^])|''/g, (_whole, letter: string | undefined) =>
    letter === undefined ? "'" : (escaped[letter] ?? letter),
  )

const withoutBackslashes = (text: string): string =>
  text.replaceAll(/\\([^])/g, (_whole, letter: string) => escaped[letter] ?? letter)

function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}
