/** A place in a file, both counted from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The way to a value from the top of a file: names of fields and positions in lists. */
export type Path = readonly (string | number)[]

/** Something in a file that has to be changed. */
export interface Mistake {
  /** Relative to the directory, with `/`. */
  readonly file: string
  /** Null where it is unknown. */
  readonly position: Position | null
  /** Of the field, for example `checks.home.request.url`; empty for the file as a whole. */
  readonly field: string
  /** Continues the name of the field, or says by itself what to change. */
  readonly message: string
}

/** `file:line:column field message`, as editors and terminals make links of it. */
export function mistakeText({ file, position, field, message }: Mistake): string {
  const place = position ? `${file}:${position.line}:${position.column}` : file
  return `${place}  ${field === '' ? message : `${field} ${message}`}`
}

/** `checks.home.request.assertions[0]`. */
export const fieldOf = (path: Path): string =>
  path.reduce<string>(
    (text, name) => (typeof name === 'number' ? `${text}[${name}]` : text === '' ? name : `${text}.${name}`),
    '',
  )

/** The inverse of the paths in problems of validation. Names with a dot are taken for two. */
export const pathOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([name, index]) => (index === undefined ? name : Number(index)))

/** In the order of files and lines. */
export const inOrder = (mistakes: readonly Mistake[]): readonly Mistake[] =>
  mistakes.toSorted((a, b) => a.file.localeCompare(b.file) || orderOf(a) - orderOf(b))

const longestLine = 1_000_000
const orderOf = ({ position }: Mistake): number => (position ? position.line * longestLine + position.column : 0)
