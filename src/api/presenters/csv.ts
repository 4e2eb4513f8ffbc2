export interface Csv<T> {
  /** The names of the columns, as the first line. */
  readonly header: string
  /** One line of CSV (RFC 4180). */
  readonly line: (row: T) => string
}

/** A file of these columns; null is an empty cell. */
export const csvOf = <T>(columns: readonly (readonly [name: string, value: (row: T) => string | null])[]): Csv<T> => ({
  header: lineOf(columns.map(([name]) => name)),
  line: (row) => lineOf(columns.map(([, value]) => value(row) ?? '')),
})

const lineOf = (texts: readonly string[]): string => `${texts.map(cell).join(',')}\r\n`

/** A spreadsheet runs what begins like a formula; an apostrophe keeps it text. */
const cell = (text: string): string => {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
