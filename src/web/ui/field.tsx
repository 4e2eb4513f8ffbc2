import { useId } from 'react'
import { FieldError } from './field-error.tsx'
import styles from './field.module.css'
import { Select } from './select.tsx'
import type { SelectProps } from './select.tsx'
import type { ClipboardEventHandler, ReactNode } from 'react'

/** The attributes that connect a control to its label, hint and error. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-invalid'?: true
  readonly 'aria-describedby'?: string
}

/** A labelled control with its hint, or its error. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly children: (control: ControlProps) => ReactNode
}) {
  const id = useId()
  const described = error || hint ? `${id}-more` : undefined
  return (
    <div className={styles.field}>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children({ id, ...(error && { 'aria-invalid': true }), ...(described && { 'aria-describedby': described }) })}
      {error ? (
        <FieldError id={described}>{error}</FieldError>
      ) : (
        hint && (
          <p className="small mute" id={described}>
            {hint}
          </p>
        )
      )}
    </div>
  )
}

interface TextProps {
  readonly label: ReactNode
  readonly value: string
  readonly onChange: (value: string) => void
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly type?: string
  readonly autoComplete?: string
  readonly placeholder?: string
  readonly isRequired?: boolean
  readonly isMono?: boolean
  readonly rows?: number
  readonly maxLength?: number
  readonly disabled?: boolean
  readonly autoFocus?: boolean
  readonly onPaste?: ClipboardEventHandler
}

/** One line of text, or several with `rows`. */
export function TextField({ label, value, onChange, hint, error, rows, isMono, isRequired, ...rest }: TextProps) {
  const mono = isMono && { className: 'mono' }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        rows === undefined ? (
          <input
            value={value}
            required={isRequired}
            onChange={(event) => onChange(event.target.value)}
            {...mono}
            {...control}
            {...rest}
          />
        ) : (
          <textarea
            value={value}
            rows={rows}
            required={isRequired}
            onChange={(event) => onChange(event.target.value)}
            {...mono}
            {...control}
            {...rest}
          />
        )
      }
    </Field>
  )
}

interface SelectFieldProps<V extends string> extends Pick<
  SelectProps<V>,
  'value' | 'options' | 'onChange' | 'disabled'
> {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
}

export const SelectField = <V extends string>({ label, hint, error, ...choice }: SelectFieldProps<V>) => (
  <Field label={label} hint={hint} error={error}>
    {(control) => <Select {...choice} {...control} />}
  </Field>
)

export const CheckField = ({
  label,
  isOn,
  onChange,
  hint,
  disabled,
  isSwitch = false,
}: {
  readonly label: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly hint?: ReactNode
  readonly disabled?: boolean
  readonly isSwitch?: boolean
}) => (
  <div>
    <label className="row">
      <input
        type="checkbox"
        role={isSwitch ? 'switch' : undefined}
        className={isSwitch ? styles.switch : undefined}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
    {hint && <p className="small mute mt4">{hint}</p>}
  </div>
)
