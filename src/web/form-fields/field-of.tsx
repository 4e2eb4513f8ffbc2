import type { FormField } from '#contract'
import { lateTexts } from '../strings/late.ts'
import { valueAt, withValue } from '../ui/form/body.ts'
import type { Body } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'
import { controls } from './controls.tsx'
import { labelOfField } from './field-name.ts'

const words = lateTexts.editor
type Labels = Readonly<Partial<Record<string, string>>>

interface FieldProps<B extends object> extends EditProps<B> {
  readonly row: FormField
  /** Where the label is found. Default: those of checks. */
  readonly labels?: Labels
}

/** The control of one row of a form. */
export function FieldOf<B extends object = Body>({
  row,
  body,
  onChange,
  errors,
  unset: unsetInForm,
  labels = words.fields,
}: FieldProps<B>) {
  const { path, control, label, isNullable } = row
  const unset = row.unset === undefined ? unsetInForm : lateTexts.setup.groups.own
  const hints: Labels = words.hints
  const change = (next: unknown): void => onChange(withValue(body, path, next))
  return controls[control]({
    row,
    body,
    shown: {
      label: labelOfField(row, labels),
      hint: hints[label],
      value: valueAt(body, path),
      error: errors[path] ?? null,
    },
    errors,
    unset,
    change,
    clear: () => change(row.unset !== undefined || (isNullable && unset === undefined) ? null : undefined),
    replace: onChange,
  })
}
