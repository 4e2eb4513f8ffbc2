import { SourceProblem } from '../../imported.ts'
import { idOf, isHistory, isKnownOther, isKumaTable, maxRows } from './kuma-data.ts'
import type { KumaData, KumaTable, Row } from './kuma-data.ts'

const createTable = /^CREATE TABLE (?:IF NOT EXISTS )?`([^`]+)`/
const column = /^\s*`([^`]+)`/
const insertInto = /^INSERT (?:IGNORE )?INTO `([^`]+)`\s*(?:\(([^)]*)\)\s*)?VALUES\s*/

export const isDump = (text: string): boolean => /^(?:INSERT (?:IGNORE )?INTO|CREATE TABLE) /m.test(text)

interface Line {
  readonly line: string
  /** Where it begins. */
  readonly at: number
}

/** A file as `mariadb-dump` and `mysqldump` write it: `CREATE TABLE` with a column a line, and `INSERT` statements. */
export function parseDump(path: string, text: string): KumaData {
  const columns = new Map<string, string[]>()
  const tables: Partial<Record<KumaTable, Row[]>> = {}
  let inTable: string[] | null = null
  const lines = /^.*$/gm
  const insert = ({ line, at }: Line): number | null => {
    const [start = '', name = '', list] = insertInto.exec(line) ?? []
    if (!isKumaTable(name)) return null
    const rows = (tables[name] ??= [])
    const names = list === undefined ? (columns.get(name) ?? []) : namesIn(list)
    return readRows({ path, text, at: at + start.length }, (values) => addRow(name, rows, rowOf(names, values)))
  }
  for (let match = lines.exec(text); match; match = lines.exec(text)) {
    const [line] = match
    inTable = definition(line, inTable, columns)
    lines.lastIndex = insert({ line, at: match.index }) ?? match.index + line.length + 1
  }
  if (!tables.monitor && !columns.has('monitor'))
    throw new SourceProblem(`${path} is no dump of Uptime Kuma: it has no table monitor.`)
  const others = [...columns.keys()].filter((name) => !isKumaTable(name) && !isKnownOther(name))
  const heartbeat = lastOfEach(tables.heartbeat ?? [])
  return { tables: { ...tables, heartbeat }, others, names: new Map(), hasHistory: [...columns.keys()].some(isHistory) }
}

/** Collects the columns of a table; returns those of the table that the next line belongs to, null outside of one. */
function definition(line: string, inTable: string[] | null, columns: Map<string, string[]>): string[] | null {
  const created = createTable.exec(line)?.[1]
  if (created !== undefined) {
    const names: string[] = []
    columns.set(created, names)
    return names
  }
  const name = inTable && column.exec(line)?.[1]
  if (name) inTable?.push(name)
  return /^\s*\)/.test(line) ? null : inTable
}

const namesIn = (list: string): readonly string[] =>
  [...list.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))

const rowOf = (names: readonly string[], values: readonly (string | null)[]): Row =>
  Object.fromEntries(values.map((value, index) => [names[index] ?? `column ${index + 1}`, value]))

function addRow(table: KumaTable, rows: Row[], row: Row): void {
  if (table === 'heartbeat' && rows.length >= maxRows) keepLast(rows)
  if (rows.length >= maxRows) throw new SourceProblem(`The table ${table} has more than ${maxRows} rows.`)
  rows.push(table === 'heartbeat' ? { id: row['id'], monitor_id: row['monitor_id'], status: row['status'] } : row)
}

/** Measurements are many: the last of each monitor is kept. */
function keepLast(rows: Row[]): void {
  const last = lastOfEach(rows)
  if (last.length > maxRows / 2) return
  rows.length = 0
  for (const row of last) rows.push(row)
}

const lastOfEach = (rows: readonly Row[]): Row[] => [
  ...new Map(
    rows.toSorted((a, b) => Number(a['id']) - Number(b['id'])).map((row) => [idOf(row['monitor_id']), row]),
  ).values(),
]

interface Place {
  readonly path: string
  readonly text: string
  readonly at: number
}

/** `(1,'a',NULL),(2,…);` Returns where the statement ends. */
function readRows({ path, text, at }: Place, add: (values: readonly (string | null)[]) => void): number {
  let position = skip(text, at, /\s*/y)
  while (text[position] === '(') {
    const values: (string | null)[] = []
    do {
      const { value, end } = readValue({ path, text, at: position + 1 })
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
  new SourceProblem(`${path} ends or breaks off within an INSERT statement. Make the dump again.`)

/** A quoted text, NULL, a number, or a text as hexadecimal digits. */
function readValue({ path, text, at }: Place): { readonly value: string | null; readonly end: number } {
  const start = skip(text, at, /\s*(?:_binary\s+|_utf8mb4\s+)?/y)
  if (text[start] === "'") {
    const end = closedQuote(text, start)
    if (end === null) throw broken(path)
    return { value: unescaped(text.slice(start + 1, end)), end: skip(text, end + 1, /\s*/y) }
  }
  const plain = /[^\s,()';]+/y
  plain.lastIndex = start
  const [word] = plain.exec(text) ?? []
  if (word === undefined) throw broken(path)
  return { value: wordValue(word), end: skip(text, start + word.length, /\s*/y) }
}

/** Where a text in quotes ends; null when it does not. */
function closedQuote(text: string, start: number): number | null {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\' || (text[at] === "'" && text[at + 1] === "'")) at += 1
    else if (text[at] === "'") return at
  }
  return null
}

function wordValue(word: string): string | null {
  if (word.toUpperCase() === 'NULL') return null
  const digits = /^0x((?:[\da-f]{2})+)$/i.exec(word)?.[1]
  if (digits === undefined) return word
  const bytes = digits.match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes))
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', Z: '\u001a', 0: '\0' }
const unescaped = (text: string): string =>
  text.replaceAll(/\\([^])|''/g, (_whole, escaped: string | undefined) =>
    escaped === undefined ? "'" : (escapes[escaped] ?? escaped),
  )

function skip(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from
  return from + (pattern.exec(text)?.[0].length ?? 0)
}
