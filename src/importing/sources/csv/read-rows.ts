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

function cellAt(text: string, from: number, separator: string): { value: string; end: number; lines: number } {
  if (text[from] !== '"') {
    let end = from
    while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
    return { value: text.slice(from, end).trim(), end, lines: 0 }
  }
  let close = from + 1
  for (; close < text.length; close += 1)
    if (text[close] === '"') {
      if (text[close + 1] !== '"') break
      close += 1
    }
  const value = text.slice(from + 1, close).replaceAll('""', '"')
  let end = close + 1
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: value.trim(), end, lines: value.split('\n').length - 1 }
}
