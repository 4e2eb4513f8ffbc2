/** Puts a table between its markers in a document. Throws when they are missing. */
function withTable(text, path, name, lines) {
  const [begin, end] = [`<!-- ${name}:begin -->`, `<!-- ${name}:end -->`]
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${path} needs the lines "${begin}" and "${end}".`)
  return `${text.slice(0, from)}${begin}\n\n${lines.join('\n')}\n\n${text.slice(to)}`
}

/** The lines of a table; aligned ones are as the formatter writes them. */
function linesOf([head, ...rows], { isAligned }) {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((cells) => cells[column].length)))
  const line = (cells) => `| ${cells.map((cell, at) => (isAligned ? cell.padEnd(widths[at]) : cell)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(isAligned ? width : 3))), ...rows.map(line)]
}

const quoted = (value) => (value === '' ? '' : `\`${value}\``)

export function withSettings(text, rows) {
  const cells = Object.entries(rows).map(([name, row]) => [quoted(name), quoted(row.fallbackText), row.description])
  const lines = linesOf([['Name', 'Default', 'Meaning'], ...cells], { isAligned: false })
  return withTable(text, 'docs/settings.md', 'settings', lines)
}

export function withFields(text, path, title, rows) {
  const cells = rows.map((row) => [quoted(row.name), row.default, row.text])
  return withTable(text, path, 'fields', linesOf([['Field', 'Default', title], ...cells], { isAligned: true }))
}
