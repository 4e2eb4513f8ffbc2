import { Plus, X } from 'lucide-react'
import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../button.tsx'
import { typedBody } from './body.ts'
import { RowErrors } from './row-errors.tsx'

const words = lateTexts.editor

/** A list of objects that is edited row by row. */
export interface RowsProps<T> {
  readonly label: string
  /** A list of such objects, or nothing. */
  readonly value: unknown
  readonly onChange: (rows: readonly T[]) => void
  /** Mistakes by the paths of fields. */
  readonly errors: Readonly<Record<string, string>>
  readonly path: string
}

interface RowsFieldProps<T> extends RowsProps<T> {
  /** A row that is added. */
  readonly empty: T
  readonly children: (row: T, set: (changes: Partial<T>) => void) => ReactNode
}

const rowsOf = <T extends object>(value: unknown): readonly T[] =>
  Array.isArray(value) ? value.map((row) => typedBody<T>(row)) : []

/** Rows that can be added, changed and removed, each with its mistakes. */
export function RowsField<T extends object>({
  label,
  value,
  onChange,
  errors,
  path,
  empty,
  children,
}: RowsFieldProps<T>) {
  const rows = rowsOf<T>(value)
  const setAt =
    (index: number) =>
    (changes: Partial<T>): void =>
      onChange(rows.map((row, at) => (at === index ? { ...row, ...changes } : row)))
  return (
    <fieldset className="stack">
      <legend className="label">{label}</legend>
      {rows.map((row, index) => (
        <Fragment key={index}>
          <div className="row">
            {children(row, setAt(index))}
            <Button isIcon kind="ghost" aria-label={words.remove} onClick={() => onChange(rows.toSpliced(index, 1))}>
              <X className="ic s" aria-hidden="true" />
            </Button>
          </div>
          <RowErrors errors={errors} path={`${path}[${index}]`} />
        </Fragment>
      ))}
      <RowErrors errors={errors} path={path} />
      <div>
        <Button size="small" onClick={() => onChange([...rows, empty])}>
          <Plus className="ic s" aria-hidden="true" />
          {words.add}
        </Button>
      </div>
    </fieldset>
  )
}
