const begin = '<!-- settings:begin -->'
const end = '<!-- settings:end -->'

/** Puts the table of settings between its markers in docs/settings.md. Throws when the markers are missing. */
export function withSettings(text, rows) {
  const from = text.indexOf(begin)
  const to = text.indexOf(end)
  if (from < 0 || to < from) throw new Error(`docs/settings.md needs the lines "${begin}" and "${end}".`)
  const lines = Object.entries(rows).map(
    ([name, row]) => `| \`${name}\` | ${quoted(row.fallbackText)} | ${row.description} |`,
  )
  return `${text.slice(0, from)}${begin}\n\n| Name | Default | Meaning |\n| --- | --- | --- |\n${lines.join('\n')}\n\n${text.slice(to)}`
}

const quoted = (fallback) => (fallback === '' ? '' : `\`${fallback}\``)
