type Cell = string | number

/** Aligned columns; the first is text, the others are numbers. */
export function tableOf(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [heads, ...rows.map((row) => row.map(String))]
  const widths = heads.map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row.map((text, at) => (at === 0 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0))).join('  ')
  return texts.map(line).join('\n')
}

/** With as many digits as say something. */
export function formatted(value: number): string {
  if (Number.isNaN(value)) return '-'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 1 ? 2 : 3
  return value.toFixed(digits)
}
