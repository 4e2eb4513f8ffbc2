import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
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
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, ...(error && { 'aria-invalid': true }), ...(described && { 'aria-describedby': described }) })}
      {error ? (
        <p className="err" id={described} role="alert">
          <CircleAlert className="ic s" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={described}>
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
  const mono = isMono ? ' mono' : ''
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) =>
        rows === undefined ? (
          <input
            className={`input${mono}`}
            value={value}
            required={isRequired}
            onChange={(event) => onChange(event.target.value)}
            {...control}
            {...rest}
          />
        ) : (
          <textarea
            className={`area${mono}`}
            value={value}
            rows={rows}
            required={isRequired}
            onChange={(event) => onChange(event.target.value)}
            {...control}
            {...rest}
          />
        )
      }
    </Field>
  )
}

export interface Option<V extends string> {
  readonly value: V
  readonly label: string
}

export function SelectField<V extends string>({
  label,
  value,
  options,
  onChange,
  hint,
  error,
  disabled,
}: {
  readonly label: ReactNode
  readonly value: V
  readonly options: readonly Option<V>[]
  readonly onChange: (value: V) => void
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  readonly disabled?: boolean
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select
          className="select"
          value={value}
          disabled={disabled}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
          {...control}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

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
        className={isSwitch ? 'switch' : 'check'}
        checked={isOn}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
    {hint && <p className="hint mt4">{hint}</p>}
  </div>
)
