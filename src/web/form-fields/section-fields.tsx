import type { FormField } from '#contract'
import { lateTexts } from '../strings/late.ts'
import { isObject, textAt, valueAt } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'
import { FieldOf } from './field-of.tsx'
import { FieldTabs, hasError } from './field-tabs.tsx'
import styles from './section-fields.module.css'

const words = lateTexts.editor

type FieldsProps<B extends object> = EditProps<B> & { readonly fields: readonly FormField[] }

/** The fields of a section that apply: tabs at the place of the first that belongs to one, the advanced ones folded away. */
export function SectionFields<B extends object>({ fields: all, ...edit }: FieldsProps<B>) {
  const applying = all.filter((field) => applies(field, all, edit.body))
  const fields = applying.filter(({ isAdvanced }) => !isAdvanced)
  const advanced = applying.filter(({ isAdvanced }) => isAdvanced)
  const wrong = advanced.some(({ path }) => hasError(edit.errors, path))
  return (
    <>
      <PlainFields fields={fields} {...edit} />
      {advanced.length > 0 && (
        <details open={wrong || undefined}>
          <summary>{words.advanced}</summary>
          <div className="stack mt12 gap12">
            <PlainFields fields={advanced} {...edit} />
          </div>
        </details>
      )}
    </>
  )
}

/** Whether the field that it depends on has one of the values for it. */
function applies({ when }: FormField, fields: readonly FormField[], body: object): boolean {
  if (when === undefined) return true
  const other = fields.find(({ path }) => path === when.path)
  const usual = other?.control === 'select' ? (other.default ?? '') : ''
  const value = valueAt(body, when.path)
  return when.values.includes(isObject(value) ? 'true' : textAt(body, when.path) || String(usual))
}

function PlainFields<B extends object>({ fields, ...edit }: FieldsProps<B>) {
  const first = fields.findIndex(({ tab }) => tab !== undefined)
  const plain = (rows: readonly FormField[]) =>
    linesOf(rows).map((line) => (
      <div key={line[0]?.path} className={`${styles.line} ${layoutOf(line)}`}>
        {line.map((row) => (
          <FieldOf key={row.path} row={row} {...edit} />
        ))}
      </div>
    ))
  if (first < 0) return plain(fields)
  return (
    <>
      {plain(fields.slice(0, first))}
      <FieldTabs fields={fields.filter(({ tab }) => tab !== undefined)} {...edit} />
      {plain(fields.slice(first).filter(({ tab }) => tab === undefined))}
    </>
  )
}

const isShort = ({ control }: FormField): boolean => ['number', 'port', 'select', 'frequency'].includes(control)
const isLine = ({ control }: FormField): boolean => control === 'text' || control === 'url'

/** A short field stands beside the one before it, and a URL beside its method: two in a line at most. */
function linesOf(rows: readonly FormField[]): readonly (readonly FormField[])[] {
  const lines: FormField[][] = []
  for (const row of rows) {
    const last = lines.at(-1)
    const [before] = last ?? []
    if (last?.length === 1 && before && fitsBeside(before, row)) last.push(row)
    else lines.push([row])
  }
  return lines
}

function fitsBeside(before: FormField, row: FormField): boolean {
  if (row.of !== undefined || before.of !== undefined) return row.of === before.label
  return isShort(row) ? isShort(before) || isLine(before) : row.control === 'url' && isShort(before)
}

const layoutOf = ([first, second]: readonly FormField[]): string | undefined =>
  first === undefined || second === undefined
    ? ''
    : isShort(first)
      ? isShort(second)
        ? styles.even
        : styles.shortFirst
      : styles.shortLast
