import { FieldError } from '../field-error.tsx'

interface RowErrorsProps {
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
  /** For example `request.headers[0]`. */
  readonly path: string
}

/** The mistakes of one row of a list, whichever of its fields they are in. */
export const RowErrors = ({ errors, path }: RowErrorsProps) => {
  const found = Object.entries(errors).filter(([name]) => name === path || name.startsWith(`${path}.`))
  return [...new Set(found.map(([, error]) => error))].map((error) => <FieldError key={error}>{error}</FieldError>)
}
