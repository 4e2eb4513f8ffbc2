import type { FormField } from '#contract'
import { textAt } from '../ui/form/body.ts'
import type { EditProps } from '../ui/form/edit-props.ts'

/** The properties of the control of a field. */
export interface ControlOf<B extends object> extends Pick<EditProps<B>, 'body' | 'errors'> {
  readonly row: FormField
  /** Shown by every control. */
  readonly shown: {
    readonly label: string
    readonly value: unknown
    readonly error: string | null
    readonly hint: string | undefined
  }
  readonly unset: string | undefined
  readonly change: (value: unknown) => void
  /** Removes the value. */
  readonly clear: () => void
  /** Replaces the whole body. */
  readonly replace: (body: B) => void
}

/** The properties of a field for text. */
export const textProps = <B extends object>({
  row,
  body,
  shown: { value: _value, ...shown },
  change,
  clear,
}: ControlOf<B>) => ({
  ...shown,
  value: textAt(body, row.path),
  onChange: (text: string) => (text === '' && row.isNullable ? clear() : change(text)),
  ...(row.isRequired && { isRequired: true }),
})

/** The properties of a box to tick. */
export const checkProps = <B extends object>({ row, shown: { value, label, hint }, unset, ...edit }: ControlOf<B>) => {
  const { default: usual = false, on = true, isNullable } = row
  return {
    label,
    hint,
    isOn: value === undefined || value === null ? usual === true : value !== false,
    onChange: (isOn: boolean): void => {
      if (unset !== undefined && isOn === usual) edit.clear()
      else if (isOn) edit.change(on)
      else if (isNullable) edit.change(null)
      else edit.change(false)
    },
  }
}
