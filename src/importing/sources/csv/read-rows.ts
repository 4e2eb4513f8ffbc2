/** The rows of comma-separated values (RFC 4180), also with semicolons or tabs, with the line each begins in. */
export function readRows(text: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const separator = separatorOf(text.slice(0, text.search(/[\r\n]|$/)))
  const rows: { line: number; cells: string[] }[] = []
  let [line, at] = [1, 0]
  while (at < text.length) {
    const row = { line, cells: [] as string[] }
    for (;;) {
      const cell = cellAt(text, at, separator)
      row.cells.push(cell.value)
      line += cell.lines
      at = cell.end
      if (text[at] !== separator) break
      at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    line += 1
    if (row.cells.some((cell) => cell !== '')) rows.push(row)
  }
  return rows
}

/** The one that the first line has most of. */
const separatorOf = (first: string): string =>
  [',', ';', '\t'].toSorted((a, b) => first.split(b).length - first.split(a).length)[0] ?? ','

interface Cell {
  readonly value: string
  readonly end: number
  readonly lines: number
}

function cellAt(text: string, from: number, separator: string): Cell {
  const isQuoted = text[from] === '"'
  const close = isQuoted ? closingQuote(text, from + 1) : from
  const end = endOfCell(text, isQuoted ? close + 1 : from, separator)
  const value = isQuoted ? text.slice(from + 1, close).replaceAll('""', '"') : text.slice(from, end)
  return { value: value.trim(), end, lines: value.split('\n').length - 1 }
}

function endOfCell(text: string, from: number, separator: string): number {
  let end = from
  while (end < text.length && ![separator, '\n', '\r'].includes(text[end] ?? '')) end += 1
  return end
}

/** Two quotes stand for one. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  return at < 0 ? text.length : at
}
